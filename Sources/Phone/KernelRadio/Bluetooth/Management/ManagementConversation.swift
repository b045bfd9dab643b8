/// Names one command of a conversation.
package struct CommandID: RawRepresentable, Hashable, Sendable {
    /// The number itself, also of one without a name here.
    package let rawValue: UInt64

    /// Any number is one, also one without a name here.
    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }
}

/// What a conversation wants done.
package enum ManagementAction: Hashable, Sendable {
    case send(CommandID, [UInt8])
    case complete(CommandID, Result<[UInt8], ManagementFailure>)
    case report(ControllerIndex, ManagementEvent)

    /// Whether it makes no sense once the socket is closed.
    var isForOpenSocket: Bool {
        if case .complete = self { return false }
        return true
    }
}

/// Commands on their way to the kernel, and which of its answers belongs to which.
///
/// Answers carry no number, only which command they are about. So of one command only one is on its
/// way to one adapter, and others of its kind wait, in the order in which they came. Commands of
/// other kinds overtake them: a disconnection is answered only when the link has ended, which a
/// silent peer puts off for half a minute.
package struct ManagementConversation: Sendable {
    /// Commands that the kernel has at a time; further ones wait.
    package static let maximumOutstanding = 8
    /// Commands that wait; a further one is refused as busy.
    package static let maximumWaiting = 64
    /// Disconnections that wait, however many peers are there; a further one is refused as busy.
    package static let maximumWaitingDisconnections = 16
    /// How long the kernel may take; longer than its own time-outs for controllers.
    package static let patience: Duration = .seconds(20)
    /// And where it answers only when a link has ended.
    ///
    /// A silent central can have it wait for 32 s; until then it refuses the next disconnection as busy.
    package static let patienceForLinks: Duration = .seconds(40)

    private struct Entry {
        let id: CommandID
        let command: ManagementCommand
        let index: ControllerIndex
    }

    private var outstanding: [(entry: Entry, deadline: Duration)] = []
    private var waiting: [Entry] = []

    /// A conversation in which nothing has been said.
    package init() {}

    /// When the answer that is due first is overdue.
    package var deadline: Duration? { outstanding.map(\.deadline).min() }
    /// Commands that the kernel has.
    package var outstandingCount: Int { outstanding.count }
    /// Commands that it will be given later.
    package var waitingCount: Int { waiting.count }

    /// Takes a command, and sends it as soon as it may be.
    package mutating func send(
        _ command: ManagementCommand, to index: ControllerIndex, as id: CommandID, at now: Duration
    ) -> [ManagementAction] {
        guard waiting.count < Self.maximumWaiting, mayWait(command, for: index) else {
            return [.complete(id, .failure(.status(.busy)))]
        }
        waiting.append(Entry(id: id, command: command, index: index))
        return sendWaiting(at: now)
    }

    /// Takes one message of the kernel; one that cannot be read is passed over.
    package mutating func receive(_ bytes: [UInt8], at now: Duration) -> [ManagementAction] {
        do throws(ManagementFormatError) {
            let (index, message) = try ManagementMessage.parse(bytes)
            switch message {
            case .event(let event): return [.report(index, event)]
            // The command goes on, and another message tells how it ends.
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

    /// Gives up what is overdue.
    package mutating func advance(to now: Duration) -> [ManagementAction] {
        let overdue = outstanding.filter { $0.deadline <= now }
        outstanding.removeAll { $0.deadline <= now }
        return overdue.map { .complete($0.entry.id, .failure(.noAnswer)) } + sendWaiting(at: now)
    }

    /// Takes note that a command could not be sent.
    package mutating func sendFailed(
        _ id: CommandID, _ failure: ManagementFailure, at now: Duration
    ) -> [ManagementAction] {
        guard let place = outstanding.firstIndex(where: { $0.entry.id == id }) else { return [] }
        outstanding.remove(at: place)
        return [.complete(id, .failure(failure))] + sendWaiting(at: now)
    }

    /// Ends it: nothing is answered any more.
    package mutating func end() -> [ManagementAction] {
        let ids = outstanding.map(\.entry.id) + waiting.map(\.id)
        outstanding = []
        waiting = []
        return ids.map { .complete($0, .failure(.lost)) }
    }

    /// An answer to nothing that waits for one is one that comes too late.
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

    /// Whether there is room for it: peers decide how many disconnections there are, and a second one
    /// of the same peer ends nothing that the first does not.
    private func mayWait(_ command: ManagementCommand, for index: ControllerIndex) -> Bool {
        guard case .disconnect = command else { return true }
        let isAsked = (outstanding.map(\.entry) + waiting).contains {
            $0.command == command && $0.index == index
        }
        let count = waiting.count { $0.command.opcode == command.opcode }
        return !isAsked && count < Self.maximumWaitingDisconnections
    }
}
