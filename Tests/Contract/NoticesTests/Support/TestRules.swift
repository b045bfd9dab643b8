import ANCS

@testable import Linux
@testable import Notices

/// Plays the owner of a rule book: says what happens to notices and keeps what is shown.
struct TestRules {
    var book: RuleBook
    var now: Duration = .seconds(1000)
    /// A Saturday at noon.
    var local = TestRules.time(12, 0)
    private(set) var shown: [BridgeEvent] = []

    init(_ rules: [Rule] = [], general: GeneralRules = GeneralRules()) {
        book = RuleBook(rules: rules, general: general)
    }

    /// A time in November 2026, whose first day was a Sunday.
    static func time(_ hour: Int, _ minute: Int, day: Int = 21) -> LocalTime {
        LocalTime(
            year: 2026, month: 11, day: day, hour: hour, minute: minute, second: 0,
            offsetMinutes: 0)
    }

    static func notice(
        _ id: UInt64 = 1, _ category: CategoryID = .social, title: String = "Zoë Müller",
        subtitle: String = "", message: String = "Dinner at 7?", phone: String = "Mara's iPhone",
        app: String = "com.apple.MobileSMS", name: String? = "Messages",
        flags: EventFlags = [], call: Call.State? = nil
    ) -> Notice {
        Notice(
            id: NoticeID(rawValue: id), phone: phone, category: Category(category), flags: flags,
            uid: NotificationUID(rawValue: UInt32(id)), appID: Text(app),
            appName: name.map { Text($0) }, title: Text(title), subtitle: Text(subtitle),
            message: Text(message), messageSize: message.utf8.count,
            received: WallTime(milliseconds: 0), call: call.map { Call(state: $0) })
    }

    static func call(_ id: UInt64 = 1, _ state: Call.State, title: String = "Zoë Müller") -> Notice
    {
        let category: CategoryID =
            switch state {
            case .ringing, .ended: .incomingCall
            case .answered: .activeCall
            case .missed: .missedCall
            }
        return notice(
            id, category, title: title, message: "", app: "com.apple.mobilephone", name: "Phone",
            call: state)
    }

    /// Takes both steps.
    mutating func judge(_ event: BridgeEvent) -> BridgeEvent? {
        book.shown(book.rule(on: event, local: local), at: now)
    }

    /// Judges one event and returns it as it was shown.
    @discardableResult
    mutating func take(_ change: NoticeChange, _ notice: Notice) -> Notice? {
        let event = BridgeEvent.notice(change, notice, at: WallTime(milliseconds: 0))
        guard let judged = judge(event) else { return nil }
        shown.append(judged)
        guard case .notice(_, let notice, _) = judged else { return nil }
        return notice
    }

    /// What was shown, in words.
    var story: [String] {
        shown.map { event in
            guard case .notice(let change, let notice, _) = event else { return "\(event)" }
            let texts = [notice.title, notice.subtitle, notice.message].map(\.string)
            return ([change.rawValue] + texts.filter { !$0.isEmpty }).joined(separator: " ")
        }
    }

    var leftOut: [LeftOutReason: Int] { book.counters.leftOut }
}
