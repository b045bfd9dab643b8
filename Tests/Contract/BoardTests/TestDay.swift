import ANCS
import Board
import Linux
import Notices

/// A day at a phone, told event by event.
final class TestDay {
    private(set) var board: DayBoard
    /// Minutes since noon in this machine's zone.
    var minute: Int64 = 0

    init(_ options: BoardOptions = BoardOptions()) {
        board = DayBoard(options)
    }

    /// Noon of some day by the clock on this machine's wall.
    static let noon: WallTime = {
        let some = WallTime(milliseconds: 1_772_442_242_000).local
        let day: Int64 = 1_772_442_242 / 86_400 * 86_400
        return WallTime(
            milliseconds: (day + 43_200 - Int64(some.offsetMinutes) * 60) * 1_000)
    }()

    var wall: WallTime { TestDay.noon.advanced(by: .seconds(60 * minute)) }
    var now: Duration { .seconds(1_000 + 60 * minute) }

    /// Where notices come from by default.
    static let messages = RowOrigin(
        phone: "Anna's iPhone", appID: "com.apple.MobileSMS", app: "Messages")

    static func notice(
        _ number: UInt64 = 1, _ category: CategoryID = .social, _ title: String = "Zoe Müller",
        _ message: String = "See you at eight?", subtitle: String = "", flags: EventFlags = [],
        appID: String = "com.apple.MobileSMS", app: String? = "Messages", date: PhoneDate? = nil,
        call: Call.State? = nil
    ) -> Notice {
        Notice(
            id: NoticeID(rawValue: number), phone: "Anna's iPhone", category: Category(category),
            flags: flags, uid: NotificationUID(rawValue: UInt32(number)), appID: Text(appID),
            appName: app.map { Text($0) }, title: Text(title), subtitle: Text(subtitle),
            message: Text(message), date: date, received: noon, call: call.map { Call(state: $0) })
    }

    static func call(
        _ number: UInt64 = 7, _ state: Call.State = .ringing, _ who: String = "Davidson Ro"
    ) -> Notice {
        let category: CategoryID =
            switch state {
            case .ringing, .ended: .incomingCall
            case .answered: .activeCall
            case .missed: .missedCall
            }
        return notice(
            number, category, who, "Incoming Call", appID: "com.apple.mobilephone", app: "Phone",
            call: state)
    }

    static func call(
        _ number: UInt64, _ call: Call, category: CategoryID = .incomingCall
    ) -> Notice {
        var notice = Self.call(number)
        (notice.category, notice.call) = (Category(category), call)
        return notice
    }

    /// Takes what happened to a notice, and returns whether that changed what is shown.
    @discardableResult
    func take(_ change: NoticeChange, _ notice: Notice) -> Bool {
        board.take(.notice(change, notice, at: wall), at: now)
    }

    /// Takes a state of a phone likewise.
    @discardableResult
    func take(_ state: PhoneState, _ name: String = "Anna's iPhone") -> Bool {
        board.take(.phone(state, PhoneName(name), at: wall), at: now)
    }

    /// Takes a condition of the radio likewise.
    func take(_ condition: RadioCondition) -> Bool {
        board.take(.radio(condition, at: wall), at: now)
    }

    /// Takes any event likewise.
    func take(_ event: BridgeEvent) -> Bool {
        board.take(event, at: now)
    }

    /// Has time pass up to the minute.
    func move() -> Bool {
        board.move(to: wall)
    }
}
