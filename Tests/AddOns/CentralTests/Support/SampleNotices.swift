import ANCS
import BridgeServiceSupport
import Linux
import Notices

@testable import History

/// Notices of a phone that there is not.
enum SampleNotices {
    static let start = WallTime(milliseconds: 1_790_000_000_000)
    static let bond = "AA:BB"

    /// - Parameter number: the second after the start at which it comes.
    static func notice(
        _ number: Int, _ words: String = "words", phone: String = "Ann's iPhone",
        at moment: WallTime? = nil
    ) -> Notice {
        let received = moment ?? start.advanced(by: .seconds(number))
        return Notice(
            id: NoticeID(rawValue: UInt64(received.milliseconds) << 20 | UInt64(number & 0xFFFF)),
            phone: phone, category: Category(.social), flags: [],
            uid: NotificationUID(rawValue: UInt32(number)),
            appID: Text("com.example.\(number % 7)"),
            title: Text("n\(number)"), message: Text("\(words) of \(number)"), received: received)
    }

    static func event(
        _ change: NoticeChange, _ notice: Notice, bond: String = bond
    ) -> HistoryEvent {
        guard let event = HistoryEvent(.notice(change, notice, at: notice.received), bond: bond)
        else { fatalError("every change of a notice is part of a history") }
        return event
    }

    static func renamed(_ old: String, _ new: String) -> HistoryEvent {
        let name = PhoneName(new, bond: bond)
        guard let event = HistoryEvent(.renamed(name, was: old, at: start), bond: bond)
        else { fatalError("another name is part of a history") }
        return event
    }
}

extension ServedBridge {
    /// Notices come, one for each number.
    func add(_ numbers: ClosedRange<Int>, _ words: String = "words") throws {
        try write(numbers.map { SampleNotices.event(.added, SampleNotices.notice($0, words)) })
    }
}
