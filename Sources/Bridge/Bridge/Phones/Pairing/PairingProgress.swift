import Commands
package import JSON
import Notices
import Radio

/// Event of a pairing, reported to a user or a program.
package enum PairingProgress {
    case opened(host: String, seconds: Int)
    case passkey(String, phone: String)
    case compare(String, phone: String)
    case confirm(phone: String)
    case oldBond(phone: String, hasTried: Bool)
    case oldBondRemoved(phone: String)
    case oldBondKept(phone: String, hasTried: Bool)
    case withdrawn
    case turnedAway(phone: String)
    /// A phone paired earlier is connected, and shares its notifications or not.
    case alreadyPaired(phone: String, isSharing: Bool)
    case bonded(address: String, name: String)
    case phone(String, state: String, sentence: String)
    case radio(String, sentence: String)
    case closed(reason: String, sentence: String)

    /// Parses a JSON line; returns nil for anything else.
    package init?(_ value: JSONValue) {
        func text(_ key: String) -> String { value.text(key) ?? "" }
        // `sentence` ends with a full stop that the associated values do not contain.
        let clause = text("says").last == "." ? String(text("says").dropLast()) : text("says")
        switch (text("event"), value.text("state")) {
        case ("window", "open"):
            self = .opened(host: text("host"), seconds: value.number("seconds") ?? 0)
        case ("window", _): self = .closed(reason: text("reason"), sentence: clause)
        case ("passkey", _): self = .passkey(text("passkey"), phone: text("phone"))
        case ("compare", _): self = .compare(text("passkey"), phone: text("phone"))
        case ("confirm", _): self = .confirm(phone: text("phone"))
        case ("old_bond", _):
            self = .oldBond(phone: text("phone"), hasTried: value.isTrue("tried"))
        case ("old_bond_removed", _): self = .oldBondRemoved(phone: text("phone"))
        case ("old_bond_kept", _):
            self = .oldBondKept(phone: text("phone"), hasTried: value.isTrue("tried"))
        case ("withdrawn", _): self = .withdrawn
        case ("turned_away", _): self = .turnedAway(phone: text("phone"))
        case ("already_paired", let state?):
            self = .alreadyPaired(
                phone: text("phone"), isSharing: state == PhoneState.ready.rawValue)
        case ("bonded", _): self = .bonded(address: text("phone"), name: text("name"))
        case ("phone", let state?):
            let name = text("phone") + " "
            self = .phone(
                text("phone"), state: state,
                sentence: clause.hasPrefix(name) ? String(clause.dropFirst(name.count)) : clause)
        case ("radio", let state?): self = .radio(state, sentence: clause)
        default: return nil
        }
    }

    /// Whether the event is a question, answered with yes or no.
    package var isQuestion: Bool {
        switch self {
        case .compare, .confirm, .oldBond: true
        default: false
        }
    }

    /// Whether the event ends a question.
    package var endsQuestion: Bool {
        switch self {
        case .withdrawn, .bonded, .closed, .oldBondKept, .oldBondRemoved: true
        default: false
        }
    }

    /// Whether the question is about forgetting a bond, which cannot be undone.
    var isAboutForgetting: Bool { if case .oldBond = self { true } else { false } }

    /// Whether the question is about the bond of a phone that may not have tried to pair.
    var isAboutPassing: Bool {
        if case .oldBond(_, hasTried: false) = self { true } else { false }
    }

    /// The event as a sentence.
    package var sentence: String {
        switch self {
        case .opened(let host, let seconds):
            "On the iPhone open Settings > Bluetooth and tap \(host). "
                + "A phone can pair for \(seconds) s."
        case .passkey(let number, let phone): "Type \(number) on \(phone)."
        case .compare(let number, let phone): "Does \(phone) show \(number)? [y/N]"
        case .confirm(let phone): "May \(phone) pair, without any number? [y/N]"
        case .oldBond(let phone, hasTried: true):
            "\(phone) could not pair. It was paired with this host before, and that old bond can be the "
                + "reason. Forget the old bond and try again? [y/N]"
        case .oldBond(let phone, hasTried: false):
            "\(phone) connected and left again. It was paired with this host before; if it tried to "
                + "pair, that old bond can be the reason why it could not. Forget the old bond? "
                + "[y/N]"
        case .oldBondRemoved(let phone):
            "The old bond with \(phone) is out of the way. Tap this host on the phone again."
        case .oldBondKept(let phone, let hasTried):
            (hasTried
                ? "\(phone) is not paired again, and its old bond stays. To pair it: "
                : "The old bond with \(phone) stays. To pair it again: ")
                + "sudo callboard forget \(ShellWord(phone).quoted), then sudo callboard pair."
        case .withdrawn: "The phone has given up; it may try again."
        case .turnedAway(let phone): "\(phone) wanted to pair as well and was turned away."
        case .alreadyPaired(let phone, isSharing: true):
            "\(phone) is paired already, and connected. To pair another phone, tap this host there."
        case .alreadyPaired(let phone, isSharing: false):
            "\(phone) is paired already, and connected, but does not share its notifications: look "
                + "in Settings > Bluetooth > (i) > Share System Notifications."
        case .bonded(_, let name):
            "\(name) is paired. If it asks, allow it to share its notifications; else look in "
                + "Settings > Bluetooth > (i) > Share System Notifications."
        case .phone(let name, _, let sentence): "\(name) \(sentence)."
        case .radio(_, let sentence), .closed(_, let sentence): "\(sentence)."
        }
    }

    /// The event as a line of JSON.
    var line: [UInt8] {
        JSONWriter.line { writer in
            for (key, value) in members { writer.member(key, value) }
            switch self {
            case .opened(_, let seconds): writer.member("seconds", seconds)
            case .oldBond(_, let hasTried), .oldBondKept(_, let hasTried):
                writer.member("tried", hasTried)
            default: break
            }
            writer.member("says", sentence)
        }
    }

    private var members: [(String, String)] {
        switch self {
        case .opened(let host, _):
            [("event", "window"), ("state", "open"), ("host", host)]
        case .passkey(let number, let phone):
            [("event", "passkey"), ("phone", phone), ("passkey", number)]
        case .compare(let number, let phone):
            [("event", "compare"), ("phone", phone), ("passkey", number)]
        case .confirm(let phone): [("event", "confirm"), ("phone", phone)]
        case .oldBond(let phone, _): [("event", "old_bond"), ("phone", phone)]
        case .oldBondRemoved(let phone): [("event", "old_bond_removed"), ("phone", phone)]
        case .oldBondKept(let phone, _): [("event", "old_bond_kept"), ("phone", phone)]
        case .withdrawn: [("event", "withdrawn")]
        case .turnedAway(let phone): [("event", "turned_away"), ("phone", phone)]
        case .alreadyPaired(let phone, let isSharing):
            [
                ("event", "already_paired"), ("phone", phone),
                ("state", (isSharing ? PhoneState.ready : .notShared).rawValue),
            ]
        case .bonded(let address, let name):
            [("event", "bonded"), ("phone", address), ("name", name)]
        case .phone(let name, let state, _):
            [("event", "phone"), ("phone", name), ("state", state)]
        case .radio(let state, _): [("event", "radio"), ("state", state)]
        case .closed(let reason, _):
            [("event", "window"), ("state", "closed"), ("reason", reason)]
        }
    }
}

extension PairingProgress {
    /// Creates the event for the end of a window.
    ///
    /// - Parameter isBeside: whether a phone paired earlier was reported.
    init(_ end: PairingEnd, isBeside: Bool = false) {
        self = .closed(
            reason: end.reason,
            sentence: end == .time && isBeside
                ? "The time is over; no other phone has paired" : end.sentence)
    }

    /// Reason of a window that closed because a phone was paired.
    package static let bondedReason = PairingEnd.bonded.reason

    /// The event for a window that was interrupted by the user.
    static let interrupted = PairingProgress(.interrupted)
}

extension PairingEnd {
    /// The reason as a word for programs.
    fileprivate var reason: String {
        switch self {
        case .bonded: "bonded"
        case .time: "time"
        case .refused: "refused"
        case .interrupted: "interrupted"
        case .failed: "failed"
        }
    }

    /// The reason as a sentence, without a full stop.
    fileprivate var sentence: String {
        switch self {
        case .bonded: "No other phone can pair now"
        case .time: "The time is over; no phone has paired"
        case .refused: "The phone was turned away"
        case .interrupted: "No phone can pair any more"
        case .failed(let reason): "No phone can pair: \(reason)"
        }
    }
}
