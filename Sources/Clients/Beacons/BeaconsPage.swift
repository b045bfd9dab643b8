import Formats
import JSON
import Linux
import Notices

/// What is known of beacons and what is in the air, as a person reads it.
struct BeaconsPage {
    /// One beacon, thing or person.
    struct Row: Hashable {
        /// Which part of the page it stands in.
        let part: Part
        let name: String
        /// Where it is, in a word or two.
        let place: String
        /// How strong it arrives.
        let signal: String
        /// How long ago it was heard.
        let heard: String
        /// What else there is to say.
        let rest: String

        /// What changes only when something happens.
        var lasting: [String] { [part.rawValue, name, place] }
    }

    /// The parts of the page, in their order.
    enum Part: String, CaseIterable {
        case people = "People"
        case regions = "Beacons"
        case air = "Also in the air"
        case broadcasts = "This host"
    }

    let rows: [Row]
    private let head: String
    private let now: WallTime

    /// - Parameter answer: what the bridge said.
    init(answer: JSONValue, now: WallTime = .now) {
        self.now = now
        head = Self.head(answer)
        let people = answer.list("people").map { Self.person($0, now) }
        let regions = answer.list("regions").map { Self.region($0, now) }
        let air = answer.list("air").filter { $0.text("region") == nil }.map {
            Self.stranger($0, now)
        }
        rows = people + regions + air + answer.list("broadcasts").map(Self.broadcast)
    }

    /// The page.
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

    /// A line for each of what is otherwise than on an earlier page: it came, went or moved.
    func changes(since earlier: BeaconsPage) -> [String] {
        let old = Set(earlier.rows.map(\.lasting))
        let names = Set(rows.map { [$0.part.rawValue, $0.name] })
        let gone = earlier.rows.filter { !names.contains([$0.part.rawValue, $0.name]) }
        let clock = now.local.clock
        return rows.filter { !old.contains($0.lasting) }.map {
            "\(clock)  \($0.name)  \($0.place)" + ($0.signal.isEmpty ? "" : "  \($0.signal)") + "\n"
        } + gone.map { "\(clock)  \($0.name)  is not heard any more\n" }
    }

    private static func head(_ answer: JSONValue) -> String {
        let listening = Text(answer.text("words") ?? "").cleaned()
        return listening.isEmpty ? "" : "Listening  \(listening)"
    }

    private static func person(_ value: JSONValue, _ now: WallTime) -> Row {
        let phone = clean(value, "phone")
        let home: String =
            switch value["home"]?.content {
            case .bool(true): "home"
            case .bool(false): "away"
            default: "not known yet"
            }
        let zone = value.text("zone").map { $0 == "unknown" ? "" : ", \($0)" } ?? ""
        return Row(
            part: .people, name: clean(value, "name"),
            place: home == "home" ? home + zone : home + since(value, now),
            signal: signal(value), heard: heard(value, now), rest: phone)
    }

    private static func region(_ value: JSONValue, _ now: WallTime) -> Row {
        let place: String =
            switch value.text("state") {
            case "near": value.text("zone").flatMap { $0 == "unknown" ? nil : $0 } ?? "here"
            case "left": "left" + since(value, now)
            default: "not heard yet"
            }
        let item = value.text("item").map { "item \(Text($0).cleaned())" }
        return Row(
            part: .regions, name: clean(value, "name"), place: place, signal: signal(value),
            heard: heard(value, now),
            rest: [item, value.text("beacon")].compactMap(\.self).joined(separator: ", "))
    }

    private static func stranger(_ value: JSONValue, _ now: WallTime) -> Row {
        let addresses = value.number("addresses") ?? 1
        let doubt = value.isTrue("stuck") ? "its signal never changes" : nil
        return Row(
            part: .air, name: shortName(clean(value, "beacon")), place: clean(value, "zone"),
            signal: signal(value), heard: heard(value, now),
            rest: [
                clean(value, "beacon"), addresses > 1 ? "from \(addresses) addresses" : nil, doubt,
            ]
            .compactMap(\.self).joined(separator: ", "))
    }

    /// The beginning of a UUID, and the numbers, by which tags of one owner differ.
    private static func shortName(_ beacon: String) -> String {
        let parts = beacon.split(separator: ":").dropFirst()
        guard let uuid = parts.first else { return beacon }
        return ([String(uuid.prefix(8))] + parts.dropFirst().map(String.init))
            .joined(separator: ":")
    }

    private static func broadcast(_ value: JSONValue) -> Row {
        let isOnAir = value.isTrue("on_air")
        return Row(
            part: .broadcasts, name: clean(value, "name"), place: isOnAir ? "on air" : "not on air",
            signal: "", heard: "",
            rest: [value.text("problem") ?? value.text("words"), value.text("beacon")]
                .compactMap(\.self).map { Text($0).cleaned() }.joined(separator: ", "))
    }

    private static func clean(_ value: JSONValue, _ key: String) -> String {
        Text(value.text(key) ?? "").cleaned()
    }

    private static func signal(_ value: JSONValue) -> String {
        value.number("signal").map { "\($0) dBm" } ?? ""
    }

    private static func since(_ value: JSONValue, _ now: WallTime) -> String {
        guard let time = value.text("since").flatMap(WallTime.init(timestamp:)) else { return "" }
        return " " + (time.midnight == now.midnight ? time.local.clock : age(time, now) + " ago")
    }

    private static func heard(_ value: JSONValue, _ now: WallTime) -> String {
        guard let time = value.text("last_heard").flatMap(WallTime.init(timestamp:)) else {
            return ""
        }
        let age = age(time, now)
        return age == "0 s" ? "now" : "\(age) ago"
    }

    private static func age(_ time: WallTime, _ now: WallTime) -> String {
        let seconds = max(0, (now.milliseconds - time.milliseconds) / 1000)
        if seconds >= 172_800 { return "\(seconds / 86_400) days" }
        if seconds >= 7200 { return "\(seconds / 3600) h" }
        return seconds >= 120 ? "\(seconds / 60) min" : "\(seconds) s"
    }
}
