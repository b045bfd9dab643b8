import AMS
import Linux

/// Commands to the media player of one phone that are not finished.
@LoopActor
struct PendingMediaCommands {
    /// A requested command and its completion handler.
    private struct PendingCommand {
        let command: MediaCommandID
        let done: @LoopActor (MediaOutcome) -> Void
    }

    private var pending: [PendingCommand] = []

    /// Adds a command that the phone is about to be asked for.
    mutating func add(
        _ command: MediaCommandID, _ done: @escaping @LoopActor (MediaOutcome) -> Void
    ) {
        pending.append(PendingCommand(command: command, done: done))
    }

    /// Removes the oldest command that matches an outcome, and returns the call that reports it.
    mutating func take(
        _ command: MediaCommandID, _ outcome: MediaOutcome
    ) -> (@LoopActor () -> Void)? {
        let index = pending.firstIndex { $0.command == command }
        guard let found = index.map({ pending.remove(at: $0) }) else { return nil }
        return { found.done(outcome) }
    }
}
