import Control
import Formats
import JSON
import Linux
import Notices

/// Health of radio and phones.
struct WallHealth: Sendable {
    private static let version = 1
    /// States in which phones can reach the radio.
    private static let goodRadios: Set = [RadioCondition.listening.rawValue, "simulated"]
    /// States of phones that need an action by the user, and are therefore reported without waiting for `alarm`.
    private static let faults: Set = [PhoneState.notShared, .notSecure, .unresponsive]

    private let radio: String
    private let isThere: Bool
    private let phones: [StatusPhone]
    private let troubles: [String]

    /// - Parameters:
    ///   - status: the bridge's status; nil if it is unavailable.
    ///   - alarm: time after which a phone that is away is reported.
    init(_ status: StatusAnswer?, link: WallPicture.Link, alarm: Duration, at now: WallTime) {
        isThere = status != nil && link == .here
        radio = status?.radio?.state ?? "unknown"
        phones = status?.phones ?? []
        var troubles: [String] = []
        if !isThere {
            troubles.append("the bridge is not there")
        } else if !Self.goodRadios.contains(radio) {
            troubles.append("phones cannot reach the radio: \(radio)")
        }
        for phone in phones {
            guard let trouble = Self.trouble(with: phone, alarm, now) else { continue }
            troubles.append(trouble)
        }
        self.troubles = troubles
    }

    private static func trouble(
        with phone: StatusPhone, _ alarm: Duration, _ now: WallTime
    ) -> String? {
        guard let state = PhoneState(rawValue: phone.state), state != .ready else { return nil }
        let since = phone.since ?? now
        let length = Duration.milliseconds(max(0, now.milliseconds - since.milliseconds))
        guard faults.contains(state) || length >= alarm else { return nil }
        return "a phone is \(state.words) for \(length.words)"
    }

    var isWell: Bool { troubles.isEmpty }

    /// JSON of the health, with or without names.
    func json(naming: Bool) -> [UInt8] {
        JSONWriter.line { writer in
            writer.member("version", Self.version)
            writer.member("status", isWell ? "ok" : "trouble")
            writer.member("bridge", isThere ? "here" : "gone")
            writer.member("radio", radio)
            writer.objects("phones", phones) { writer, phone in
                if naming, !phone.name.isEmpty { writer.member("phone", phone.name.cleaned()) }
                if naming, !phone.phoneID.isEmpty { writer.member("phone_id", phone.phoneID) }
                writer.member("state", phone.state)
                if let since = phone.since { writer.member("since", since.timestamp) }
            }
            writer.values("troubles", troubles)
        }
    }
}
