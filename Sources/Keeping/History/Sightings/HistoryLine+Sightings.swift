internal import JSON
internal import Linux
internal import Notices

extension HistoryLine {
    static func line(of sighting: Sighting) -> [UInt8] {
        let news = sighting.news
        return JSONWriter.line { writer in
            writer.object("sighting") { writer in
                writer.member("change", news.change.rawValue)
                writer.member("at", sighting.at.milliseconds)
                writer.member("kind", news.subject.kind)
                writer.member("name", news.subject.name)
                switch news.subject {
                case .region: break
                case .item(let item, let region):
                    writer.member("region", region)
                    if let picture = item.picture { writer.member("picture", picture) }
                    writer.member("words", item.words)
                case .person(_, let phone, let isHome):
                    writer.member("phone", phone.name)
                    if let bond = phone.bond { writer.member("bond", bond) }
                    writer.member("home", isHome)
                }
                writer.member("zone", news.zone.rawValue)
                if let accuracy = news.accuracy {
                    writer.key("accuracy")
                    writer.value(accuracy)
                }
                if let signal = news.signal { writer.member("signal", signal) }
                if let beacon = news.beacon { writer.member("beacon", beacon.description) }
                if let heard = news.lastHeard { writer.member("heard", heard.milliseconds) }
                if news.isReminder { writer.member("reminder", true) }
            }
        }
    }

    static func sighting(_ fields: JSONFields) throws(JSONError) -> Sighting {
        let change = try fields.required("change").word(BeaconChange.init(rawValue:))
        let zone = try fields.required("zone").word(Zone.init(rawValue:))
        var news = BeaconNews(change, of: try subject(fields), zone: zone)
        news.accuracy = try fields["accuracy"]?.number(in: 0...SightingTable.farthest)
        news.signal = try fields["signal"]?.integer(in: SightingTable.signals)
        news.beacon = try fields["beacon"]?.word { BeaconID($0) }
        news.lastHeard = try fields["heard"]?.moment()
        news.isReminder = try fields["reminder"]?.bool() ?? false
        return Sighting(news, at: try fields.required("at").moment())
    }

    private static func subject(_ fields: JSONFields) throws(JSONError) -> BeaconSubject {
        let name = try fields.required("name").string()
        switch try fields.required("kind").word({ Kind(rawValue: $0) }) {
        case .beacon: return .region(name)
        case .item:
            let item = BeaconItem(
                name, picture: try fields["picture"]?.string(),
                words: try fields.required("words").string())
            return .item(item, region: try fields.required("region").string())
        case .presence:
            let phone = PhoneName(
                try fields.required("phone").string(), bond: try fields["bond"]?.string())
            return .person(name, phone: phone, isHome: try fields.required("home").bool())
        }
    }

    /// Kinds of subjects, with the values of `BeaconSubject.kind`.
    private enum Kind: String {
        case beacon, item, presence
    }
}
