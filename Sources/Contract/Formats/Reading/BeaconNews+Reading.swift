internal import JSON
internal import Linux
internal import Notices

extension JSONFields {
    /// Reads a beacon event; nil if this version does not know its subject.
    func beaconNews(_ change: BeaconChange) throws(JSONError) -> BeaconNews? {
        guard let subject = try beaconSubject(change) else { return nil }
        let zone = try self[.zone].map { (field) throws(JSONError) in
            Zone(rawValue: try field.string()) ?? .unknown
        }
        var news = BeaconNews(change, of: subject, zone: zone ?? .unknown)
        news.accuracy = try self[.accuracy]?.number(in: 0...1e6)
        news.signal = try self[.signal]?.integer(in: -200...200)
        news.beacon = try self[.beacon].flatMap { (field) throws(JSONError) in
            BeaconID(try field.string())
        }
        news.lastHeard = try self[.lastHeard]?.moment()
        news.isReminder = try self[.reminder]?.bool() ?? false
        news.isKept = try self[.kept]?.bool() ?? false
        return news
    }

    private func beaconSubject(_ change: BeaconChange) throws(JSONError) -> BeaconSubject? {
        if let person = self[.person] {
            return .person(
                try person.string(), phone: PhoneName(try self[.phone]?.string() ?? ""),
                isHome: try required(.home).bool())
        }
        guard let region = self[.region] else { return nil }
        guard let item = self[.item] else { return .region(try region.string()) }
        return .item(
            BeaconItem(
                try item.string(), picture: try self[.picture]?.string(),
                // In other events the words describe the change.
                words: change == .left
                    ? try required(.words).string() : BeaconItem.usualWords),
            region: try region.string())
    }
}
