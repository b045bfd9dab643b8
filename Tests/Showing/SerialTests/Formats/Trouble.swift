import ANCS
import EventSupport
import Linux
import Notices
import Support

@testable import Outlets

/// Events of which every text is what somebody would send who means harm; the same in every run.
struct Trouble {
    private var random: RepeatableRandom

    static func events(seed: UInt64, count: Int) -> [BridgeEvent] {
        var trouble = Trouble(random: RepeatableRandom(seed: seed))
        return (0..<count).map { _ in trouble.event() }
    }

    private mutating func event() -> BridgeEvent {
        if Int.random(in: 0..<12, using: &random) == 0 {
            return .phone(.ready, PhoneName(text()), at: Events.at)
        }
        let states: [Call.State?] = [.ringing, .answered, .ended, .missed, nil, nil]
        let state = states[Int.random(in: states.indices, using: &random)]
        let notice = Notice(
            id: NoticeID(rawValue: .random(in: 0...200, using: &random)), phone: text(),
            category: Category(CategoryID(rawValue: .random(in: 0...14, using: &random))),
            flags: [], uid: NotificationUID(rawValue: .random(in: .min ... .max, using: &random)),
            appID: Text(bytes: bytes()), appName: Text(bytes: bytes()), title: Text(bytes: bytes()),
            subtitle: Text(bytes: bytes()), message: Text(bytes: bytes()), received: Events.start,
            call: state.map { Call(state: $0) })
        let changes = NoticeChange.allCases
        return .notice(
            changes[Int.random(in: changes.indices, using: &random)], notice, at: Events.at)
    }

    private mutating func text() -> String { Text(bytes: bytes()).string }

    private mutating func bytes() -> [UInt8] {
        (0..<Int.random(in: 0...60, using: &random)).flatMap { _ in
            switch Int.random(in: 0..<3, using: &random) {
            case 0: [UInt8.random(in: .min ... .max, using: &random)]
            case 1: [UInt8.random(in: 0x20...0x7E, using: &random)]
            default: Array(Self.words[Int.random(in: Self.words.indices, using: &random)].utf8)
            }
        }
    }

    private static let words = [
        "\u{1B}[2J", "\u{1B}#8", "\u{9B}31m", "\u{11}", "\u{13}", "\r\n", "\n", "\u{0}", "\u{7}",
        "$",
        "*", ",", "^", "OK+ANCS8", "OK+ANCS:", "\u{202E}", "\u{2066}", "\u{2028}", "Zoë", "Привет",
        "日本", "👩🏻‍❤️‍💋‍👩🏻", "e\u{301}\u{301}", "€", "…", "\u{7F}", "\u{85}", "RING\r\n", "NMBR = 1",
    ]
}
