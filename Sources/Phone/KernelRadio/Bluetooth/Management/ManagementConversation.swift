/// Identifier of a command in a conversation.
package struct CommandID: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }
}

/// Action requested by a conversation.
package enum ManagementAction: Hashable, Sendable {
    case send(CommandID, [UInt8])
    case complete(CommandID, Result<[UInt8], ManagementFailure>)
    case report(ControllerIndex, ManagementEvent)

    /// Whether the action is obsolete after the socket is closed.
    var isForOpenSocket: Bool {
        if case .complete = self { return false }
        return true
    }
}

/// Pending commands, matched with the kernel's answers.
///
/// Answers carry only the opcode of their command. So one command of each kind is sent to an
/// adapter at a time, and others of its kind wait in order. Commands of other kinds overtake them:
/// a disconnection is answered only when the link has ended, which a silent peer delays for half a
/// minute.
package struct ManagementConversation: Sendable {
    /// Maximum number of commands sent to the kernel; further ones wait.
    package static let maximumOutstanding = 8
    /// Maximum number of waiting commands; a further one fails as busy.
    package static let maximumWaiting = 64
    /// Maximum number of waiting disconnections, regardless of the number of peers; a further one
    /// fails as busy.
    package static let maximumWaitingDisconnections = 16
    /// Time limit of an answer; longer than the kernel's own timeouts for controllers.
    package static let patience: Duration = .seconds(20)
    /// Time limit of commands that are answered only when a link has ended.
    ///
    /// A silent central can delay that for 32 s; until then the kernel refuses the next
    /// disconnection as busy.
    package static let patienceForLinks: Duration = .seconds(40)

    private struct Entry {
        let id: CommandID
        let command: ManagementCommand
        let index: ControllerIndex
    }

    private var outstanding: [(entry: Entry, deadline: Duration)] = []
    private var waiting: [Entry] = []

    package init() {}

    /// Time at which the first answer is overdue; nil if no command was sent.
    package var deadline: Duration? { outstanding.map(\.deadline).min() }
    /// Number of commands sent to the kernel.
    package var outstandingCount: Int { outstanding.count }
    /// Number of waiting commands.
    package var waitingCount: Int { waiting.count }

    /// Queues a command, and sends it as soon as possible.
    package mutating func send(
        _ command: ManagementCommand, to index: ControllerIndex, as id: CommandID, at now: Duration
    ) -> [ManagementAction] {
        guard waiting.count < Self.maximumWaiting, mayWait(command, for: index) else {
            return [.complete(id, .failure(.status(.busy)))]
        }
        waiting.append(Entry(id: id, command: command, index: index))
        return sendWaiting(at: now)
    }

    /// Handles a message of the kernel; unreadable ones are ignored.
    package mutating func receive(_ bytes: [UInt8], at now: Duration) -> [ManagementAction] {
        do throws(ManagementFormatError) {
            let (index, message) = try ManagementMessage.parse(bytes)
            switch message {
            case .event(let event): return [.report(index, event)]
            // The command is in progress, and another message reports its end.
            case .status(_, .success): return []
            case .status(let opcode, let status):
                return finish(opcode, index, .failure(.status(status)), at: now)
            case .answer(let opcode, .success, let values):
                return finish(opcode, index, .success(values), at: now)
            case .answer(let opcode, let status, _):
                return finish(opcode, index, .failure(.status(status)), at: now)
            }
        } catch {
            return []
        }
    }

    /// Gives up overdue commands.
    package mutating func advance(to now: Duration) -> [ManagementAction] {
        let overdue = outstanding.filter { $0.deadline <= now }
        outstanding.removeAll { $0.deadline <= now }
        return overdue.map { .complete($0.entry.id, .failure(.noAnswer)) } + sendWaiting(at: now)
    }

    /// Handles a command that could not be sent.
    package mutating func sendFailed(
        _ id: CommandID, _ failure: ManagementFailure, at now: Duration
    ) -> [ManagementAction] {
        guard let place = outstanding.firstIndex(where: { $0.entry.id == id }) else { return [] }
        outstanding.remove(at: place)
        return [.complete(id, .failure(failure))] + sendWaiting(at: now)
    }

    /// Ends the conversation: all commands fail as lost.
    package mutating func end() -> [ManagementAction] {
        let ids = outstanding.map(\.entry.id) + waiting.map(\.id)
        outstanding = []
        waiting = []
        return ids.map { .complete($0, .failure(.lost)) }
    }

    /// Completes a command; an answer without a command is late, and ignored.
    private mutating func finish(
        _ opcode: ManagementOpcode, _ index: ControllerIndex,
        _ result: Result<[UInt8], ManagementFailure>, at now: Duration
    ) -> [ManagementAction] {
        let place = outstanding.firstIndex {
            $0.entry.command.opcode == opcode && $0.entry.index == index
        }
        guard let place else { return [] }
        let id = outstanding.remove(at: place).entry.id
        return [.complete(id, result)] + sendWaiting(at: now)
    }

    private mutating func sendWaiting(at now: Duration) -> [ManagementAction] {
        var actions: [ManagementAction] = []
        while outstanding.count < Self.maximumOutstanding,
            let place = waiting.firstIndex(where: maySend)
        {
            let next = waiting.remove(at: place)
            outstanding.append((next, now + Self.patience(for: next.command)))
            actions.append(.send(next.id, next.command.bytes(to: next.index)))
        }
        return actions
    }

    private static func patience(for command: ManagementCommand) -> Duration {
        if case .disconnect = command { patienceForLinks } else { patience }
    }

    private func maySend(_ next: Entry) -> Bool {
        !outstanding.contains {
            $0.entry.command.opcode == next.command.opcode && $0.entry.index == next.index
        }
    }

    /// Returns whether a command may wait.
    ///
    /// Peers determine the number of disconnections, and a second one of the same peer is
    /// redundant.
    private func mayWait(_ command: ManagementCommand, for index: ControllerIndex) -> Bool {
        guard case .disconnect = command else { return true }
        let isAsked = (outstanding.map(\.entry) + waiting).contains {
            $0.command == command && $0.index == index
        }
        let count = waiting.count { $0.command.opcode == command.opcode }
        return !isAsked && count < Self.maximumWaitingDisconnections
    }
}
