import Control
import Linux
import Notices

/// A recent event, with its line cached while a client has still to read it.
@LoopActor
final class RecentLine {
    private let event: BridgeEvent
    private weak var line: SharedBytes?

    init(_ event: BridgeEvent) {
        self.event = event
    }

    /// Returns the line, shared by all clients that have not read it.
    ///
    /// - Parameter make: formats the event.
    func line(_ make: (BridgeEvent) -> SharedBytes) -> SharedBytes {
        let line = line ?? make(event)
        self.line = line
        return line
    }
}
