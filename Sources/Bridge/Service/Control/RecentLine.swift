import Control
import Linux
import Notices

/// An event for those who come later, and its line while somebody has yet to read that.
@LoopActor
final class RecentLine {
    private let event: BridgeEvent
    private weak var line: SharedBytes?

    init(_ event: BridgeEvent) {
        self.event = event
    }

    /// The line, the same for all who have not read it.
    ///
    /// - Parameter make: makes it of the event.
    func line(_ make: (BridgeEvent) -> SharedBytes) -> SharedBytes {
        let line = line ?? make(event)
        self.line = line
        return line
    }
}
