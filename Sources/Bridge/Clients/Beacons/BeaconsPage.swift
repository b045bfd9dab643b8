import Control
import Linux
import Notices

/// Page of known beacons and beacons in the air.
struct BeaconsPage {
    /// A row of the page: one beacon, item or resident.
    struct Row: Hashable {
        /// Part of the page in which the row is listed.
        let part: Part
        let name: String
        /// Zone or presence in a word or two.
        let place: String
        /// Signal strength.
        let signal: String
        /// Age of the last message.
        let heard: String
        /// Further details.
        let rest: String

        /// Values whose change makes a new line for `--follow`; signal and age change all the time.
        var lasting: [String] { [part.rawValue, name, place] }
    }

    /// Parts of the page, in order.
    enum Part: String, CaseIterable {
        case people = "People"
        case regions = "Beacons"
        case air = "Also in the air"
        case broadcasts = "This host"
    }

    let rows: [Row]
    private let head: String
    private let now: WallTime

    /// - Parameter answer: answer of the bridge.
    init(answer: BeaconsAnswer, now: WallTime = .now) {
        self.now = now
        let listening = Text(answer.words).cleaned()
        head = listening.isEmpty ? "" : "Listening  \(listening)"
        let people = answer.people.map { Self.row($0, now) }
        let regions = answer.regions.map { Self.row($0, now) }
        let air = answer.air.filter { $0.region == nil }.map { Self.row($0, now) }
        rows = people + regions + air + answer.broadcasts.map(Self.row)
    }

    /// The whole page.
    var text: String {
        let widths = [\Row.name, \.place, \.signal, \.heard].map { part in
            rows.map { $0[keyPath: part].count }.max() ?? 0
        }
        var text = head + "\n"
        for part in Part.allCases {
            let rows = rows.filter { $0.part == part }
            if rows.isEmpty { continue }
            text += "\n\(part.rawValue)\n"
            for row in rows {
                let cells = zip([row.name, row.place, row.signal, row.heard], widths).map {
                    $0 + String(repeating: " ", count: $1 - $0.count)
                }
                let line = "  " + (cells + [row.rest]).joined(separator: "  ")
                text += String(line.reversed().drop { $0 == " " }.reversed()) + "\n"
            }
        }
        return text
    }

    /// Returns a line for each row that was added, removed or moved since an earlier page.
    func changes(since earlier: BeaconsPage) -> [String] {
        let old = Set(earlier.rows.map(\.lasting))
        let names = Set(rows.map { [$0.part.rawValue, $0.name] })
        let gone = earlier.rows.filter { !names.contains([$0.part.rawValue, $0.name]) }
        let clock = now.local.clock
        return rows.filter { !old.contains($0.lasting) }.map {
            "\(clock)  \($0.name)  \($0.place)" + ($0.signal.isEmpty ? "" : "  \($0.signal)") + "\n"
        } + gone.map { "\(clock)  \($0.name)  is not heard any more\n" }
    }

    private static func row(_ person: BeaconResident, _ now: WallTime) -> Row {
        let zone = person.sighting.zone.map { $0 == "unknown" ? "" : ", \($0)" } ?? ""
        let home = person.isHome.map { $0 ? "home" : "away" } ?? "not known yet"
        return Row(
            part: .people, name: Text(person.name).cleaned(),
            place: home + (person.isHome == true ? zone : since(person.sighting, now)),
            signal: signal(person.sighting), heard: heard(person.sighting, now),
            rest: Text(person.phone).cleaned())
    }

    private static func row(_ region: BeaconRegion, _ now: WallTime) -> Row {
        let zone = region.sighting.zone
        let place: String =
            switch region.state {
            case "near": zone == nil || zone == "unknown" ? "here" : zone ?? ""
            case "left": "left" + since(region.sighting, now)
            default: "not heard yet"
            }
        let item = region.item.map { "item \(Text($0).cleaned())" }
        return Row(
            part: .regions, name: Text(region.name).cleaned(), place: place,
            signal: signal(region.sighting), heard: heard(region.sighting, now),
            rest: [item, region.beacon].compactMap(\.self).joined(separator: ", "))
    }

    private static func row(_ beacon: BeaconInAir, _ now: WallTime) -> Row {
        let name = Text(beacon.beacon).cleaned()
        let addresses = beacon.addresses > 1 ? "from \(beacon.addresses) addresses" : nil
        return Row(
            part: .air, name: shortName(name),
            place: Text(beacon.sighting.zone ?? "").cleaned(),
            signal: signal(beacon.sighting), heard: heard(beacon.sighting, now),
            rest: [name, addresses, beacon.isStuck ? "its signal never changes" : nil]
                .compactMap(\.self).joined(separator: ", "))
    }

    /// Returns the start of the UUID and the numbers, by which tags of one owner differ.
    private static func shortName(_ beacon: String) -> String {
        let parts = beacon.split(separator: ":").dropFirst()
        guard let uuid = parts.first else { return beacon }
        return ([String(uuid.prefix(8))] + parts.dropFirst().map(String.init))
            .joined(separator: ":")
    }

    private static func row(_ broadcast: BeaconBroadcast) -> Row {
        Row(
            part: .broadcasts, name: Text(broadcast.name).cleaned(),
            place: broadcast.isOnAir ? "on air" : "not on air", signal: "", heard: "",
            rest: [broadcast.problem ?? broadcast.words, broadcast.beacon]
                .map { Text($0).cleaned() }.joined(separator: ", "))
    }

    private static func signal(_ sighting: BeaconSighting) -> String {
        sighting.signal.map { "\($0) dBm" } ?? ""
    }

    private static func since(_ sighting: BeaconSighting, _ now: WallTime) -> String {
        guard let time = sighting.since else { return "" }
        return " "
            + (time.midnight == now.midnight
                ? time.local.clock : time.age(at: now).roughWords + " ago")
    }

    private static func heard(_ sighting: BeaconSighting, _ now: WallTime) -> String {
        guard let time = sighting.lastHeard else { return "" }
        let age = time.age(at: now).roughWords
        return age == "0 s" ? "now" : "\(age) ago"
    }
}
