import Linux
import Notices

/// The calls and the notices that are there, made of the events by which a bridge tells what holds.
struct NoticeList: Sendable {
    private struct Entry {
        var event: BoardEvent
        var notice: Notice
    }

    private var present: [NoticeID: Entry] = [:]
    /// What is no longer on its phone and was told of all the same.
    private var gone: [NoticeID: Entry] = [:]

    /// Takes an event; what is not about a notice is passed over.
    mutating func take(_ event: BoardEvent) {
        guard case .notice(let change, let notice, _) = event else { return }
        let entry = Entry(event: event, notice: notice)
        switch change {
        case .removed, .forgotten, .ended:
            present[notice.id] = nil
            gone[notice.id] = entry
        case .added, .modified, .ringing, .answered, .missed: present[notice.id] = entry
        }
    }

    /// The events of what is there: calls first, and then what is newest.
    var events: [BoardEvent] {
        present.values.sorted { Self.stands($0.notice, before: $1.notice) }.map(\.event)
    }

    /// The notices that are there, in the same order.
    var notices: [Notice] {
        present.values.map(\.notice).sorted { Self.stands($0, before: $1) }
    }

    /// A short name for each notice that is there.
    var handles: [NoticeID: String] { NoticeHandle.all(of: present.keys) }

    /// What a handle fits, the last event of each: among what is there, else among what is gone.
    func events(named handle: NoticeHandle) -> [BoardEvent] {
        let found = present.filter { handle.fits($0.key) }
        return (found.isEmpty ? gone.filter { handle.fits($0.key) } : found).values.map(\.event)
    }

    private static func stands(_ one: Notice, before other: Notice) -> Bool {
        let calls = (one.isUnfinishedCall, other.isUnfinishedCall)
        if calls.0 != calls.1 { return calls.0 }
        let times = (one.time.milliseconds, other.time.milliseconds)
        return times.0 == times.1
            ? one.id.rawValue > other.id.rawValue : times.0 > times.1
    }
}
