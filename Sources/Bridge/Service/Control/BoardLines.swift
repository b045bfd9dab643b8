import Control
import Linux
import Notices

/// Cache of the lines that describe the current state, shared by clients; only changed events are formatted again.
@LoopActor
final class BoardLines {
    /// A line with its tags.
    struct Line {
        let bytes: SharedBytes
        let tags: ControlTags
    }

    /// Identity of an event within the current state.
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

    /// Marks the list of lines as outdated; lines of unchanged events are reused.
    func change() {
        current = nil
    }

    /// Returns the lines of all events of the current state.
    ///
    /// - Parameter make: formats one event.
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
