import Control
import JSON
import Linux
import Notices

/// Current time of a phone, from the last reading of its clock.
struct PhoneTime {
    private let phone: StatusPhone
    private let time: WallTime
    /// Time by which the phone is ahead of the host; nil if only its zone is known.
    private let lead: Duration?
    /// Time since the reading.
    private let age: Duration?
    /// Setting of the host's clock by this phone, and the time since then; nil if another phone or
    /// none has set it.
    private let setting: (clock: StatusClock, age: Duration)?

    /// - Parameters:
    ///   - setting: the last setting of the host's clock.
    ///   - now: the current time of the host.
    /// - Returns: nil if the phone has reported neither time nor zone.
    init?(_ phone: StatusPhone, setting: StatusClock?, at now: WallTime) {
        guard phone.zone != nil || phone.clockLead != nil else { return nil }
        self.phone = phone
        lead = phone.clockLead.map { .milliseconds($0) }
        time = now.advanced(by: lead ?? .zero)
        age = phone.clockRead?.age(at: now)
        self.setting = setting.flatMap { clock in
            guard clock.phoneID == phone.phoneID, let set = clock.set else { return nil }
            return (clock, set.age(at: now))
        }
    }

    /// The line for people.
    var sentence: String {
        let shown = lead == nil ? "no valid time" : localTime
        var parts = [Text(phone.name).cleaned(), shown + " " + (phone.zone ?? "zone unknown")]
        if let lead { parts.append(Self.words(for: lead)) }
        if let age { parts.append("read \(age.roughWords) ago") }
        if let setting { parts.append("set this host \(setting.age.roughWords) ago") }
        return parts.joined(separator: "  ") + "\n"
    }

    /// The line as JSON.
    var line: String {
        JSONWriter.lineText { writer in
            writer.member("phone", phone.name)
            writer.member("phone_id", phone.phoneID)
            if lead != nil { writer.member("time", localTime + (phone.zone ?? "")) }
            if let zone = phone.zone { writer.member("zone", zone) }
            if let lead = phone.clockLead { writer.member("lead_ms", lead) }
            if let read = phone.clockRead { writer.member("read", read.timestamp) }
            if let set = setting?.clock.set { writer.member("set_host", set.timestamp) }
            if let moved = setting?.clock.moved { writer.member("moved_ms", moved) }
        }
    }

    /// Date and time in the zone of the phone, without the zone.
    private var localTime: String {
        var reader = DigitReader(phone.zone ?? "Z")
        let offset = reader.zone() ?? 0
        let local = time.advanced(by: .seconds(60 * offset)).universal
        return String(
            numbers: [
                (local.year, 4, "-"), (local.month, 2, "-"), (local.day, 2, "T"),
                (local.hour, 2, ":"), (local.minute, 2, ":"), (local.second, 2, nil),
            ])
    }

    private static func words(for lead: Duration) -> String {
        let tenths = (lead < .zero ? .zero - lead : lead).milliseconds / 100
        if tenths == 0 { return "as this host" }
        let amount =
            tenths < 1200
            ? "\(tenths / 10).\(tenths % 10) s" : Duration.milliseconds(tenths * 100).roughWords
        return "\(amount) \(lead > .zero ? "ahead of" : "behind") this host"
    }
}
