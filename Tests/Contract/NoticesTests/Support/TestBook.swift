import Linux
import Notices

@testable import ANCS

/// Plays the owner of a notice book and feeds it what a session would report.
struct TestBook {
    var book = NoticeBook(phone: PhoneName("Mara's iPhone"))
    var ids = NoticeIDSource()
    var now: Duration = .seconds(1000)
    var events: [BridgeEvent] = []

    static let call = CategoryID.incomingCall
    static let missed = CategoryID.missedCall

    mutating func report(_ report: SessionReport) {
        events += book.take(report, at: now, wall: wall, ids: &ids)
    }

    mutating func fetched(
        _ uid: UInt32, _ category: CategoryID = .social, title: String = "Zoë Müller",
        message: String = "", size: String = "", app: String = "com.apple.MobileSMS",
        date: String = "", flags: EventFlags = [], isIncomplete: Bool = false,
        age: Duration = .zero, isGone: Bool = false
    ) {
        var attributes = Attributes()
        let values: [(AttributeID, String)] = [
            (.appIdentifier, app), (.title, title), (.message, message), (.messageSize, size),
            (.date, date),
        ]
        for (attribute, value) in values {
            attributes.begin(attribute, at: attributes.byteCount, count: value.utf8.count)
            attributes.append(Array(value.utf8)[...])
            attributes.finish(attribute, isCut: false)
        }
        let event = SourceEvent(
            event: .added, flags: flags, category: category, categoryCount: 1,
            uid: NotificationUID(rawValue: uid))
        report(
            .fetched(
                FetchedNotification(
                    event: event, attributes: attributes, appName: nil,
                    isIncomplete: isIncomplete, age: age,
                    isGone: isGone)))
    }

    mutating func removed(_ uid: UInt32) {
        report(.removed(NotificationUID(rawValue: uid)))
    }

    /// Lets time pass, waking the book whenever it asked for that.
    mutating func wait(_ duration: Duration) {
        let end = now + duration
        while let deadline = book.nextDeadline, deadline <= end {
            now = max(now, deadline)
            events += book.timePassed(at: now, wall: wall)
        }
        now = end
    }

    private var wall: WallTime {
        WallTime(milliseconds: 1_700_000_000_000).advanced(by: now)
    }

    /// What happened, in words: the change, the title, and how a call goes.
    var story: [String] {
        events.compactMap { event in
            guard case .notice(let change, let notice, _) = event else { return nil }
            return "\(change.rawValue) \(notice.title.string)"
        }
    }

    /// How many different notices the story is about.
    var noticeCount: Int {
        let ids = events.compactMap { event -> NoticeID? in
            if case .notice(_, let notice, _) = event { notice.id } else { nil }
        }
        return Set(ids).count
    }

    /// The notice of the last event.
    var last: Notice? {
        if case .notice(_, let notice, _) = events.last { notice } else { nil }
    }
}
