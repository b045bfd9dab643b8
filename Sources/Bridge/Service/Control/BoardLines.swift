import Control
import Linux
import Notices

/// The lines that give a client the current state: made once for all, and again only for what has
/// changed since.
@LoopActor
final class BoardLines {
    /// A line, and what it is about.
    struct Line {
        let bytes: SharedBytes
        let tags: ControlTags
    }

    /// What there is one event of.
    private struct Key: Hashable {
        let notice: NoticeID
        let isRemoval: Bool

        init?(_ event: BridgeEvent) {
            guard case .notice(let change, let notice, _) = event else { return nil }
            self.notice = notice.id
            isRemoval = change == .removed
        }
    }

    private var known: [Key: (event: BridgeEvent, line: Line)] = [:]
    private var current: [Line]?

    /// Takes note that something has happened.
    func change() {
        current = nil
    }

    /// The lines of all events that hold.
    ///
    /// - Parameter make: makes the line of one event.
    func lines(of events: @autoclosure () -> [BridgeEvent], _ make: (BridgeEvent) -> Line) -> [Line]
    {
        if let current { return current }
        var still: [Key: (event: BridgeEvent, line: Line)] = [:]
        let lines = events().map { event in
            guard let key = Key(event) else { return make(event) }
            let old = known[key]
            let line = old?.event == event ? old?.line ?? make(event) : make(event)
            still[key] = (event, line)
            return line
        }
        (known, current) = (still, lines)
        return lines
    }
}
