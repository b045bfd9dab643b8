/// Commands of the user that the phone has not answered.
struct CommandQueue: Sendable {
    private struct Entry: Sendable {
        let command: MediaCommandID
        let deadline: Duration
    }

    private var waiting: [Entry] = []
    /// Command that was sent; nil also if it was reported as unanswered since.
    private var sent: Entry?

    /// Time at which the next command is reported as unanswered.
    var deadline: Duration? { (sent ?? waiting.first)?.deadline }

    /// Appends a command, and returns false if too many wait.
    mutating func add(_ command: MediaCommandID, at now: Duration) -> Bool {
        guard waiting.count < MediaLimits.commands else { return false }
        waiting.append(Entry(command: command, deadline: now + MediaLimits.command))
        return true
    }

    /// Removes and returns the command to send next.
    mutating func next() -> MediaCommandID? {
        guard !waiting.isEmpty else { return nil }
        sent = waiting.removeFirst()
        return sent?.command
    }

    /// Returns the sent command after its answer; nil if it was reported before.
    mutating func takeSent() -> MediaCommandID? {
        defer { sent = nil }
        return sent?.command
    }

    /// Removes and returns the commands that have waited too long.
    mutating func takeOverdue(at now: Duration) -> [MediaCommandID] {
        var overdue: [Entry] = []
        if let entry = sent, entry.deadline <= now {
            sent = nil
            overdue.append(entry)
        }
        let late = waiting.prefix { $0.deadline <= now }
        waiting.removeFirst(late.count)
        return (overdue + late).map(\.command)
    }

    /// Removes and returns all commands.
    mutating func takeAll() -> [MediaCommandID] {
        defer { self = CommandQueue() }
        return ([sent].compactMap(\.self) + waiting).map(\.command)
    }
}
