internal import Linux

/// State machine of the bus connection: opens, greets and reopens it after a loss.
@LoopActor
final class Line {
    private enum Phase {
        case stopped
        case opening
        case greeting(Link, call: UInt32)
        case up(Link, since: Duration)
        case pausing
    }

    private let address: BusAddress
    private let patience: BusPatience
    private var phase = Phase.stopped
    private var pause: Duration
    private let alarm = Alarm()
    private var hasToldLoss = false
    /// Number of the attempt, which identifies stale callbacks.
    private(set) var round = 0

    /// Receives messages while we have a name, and learns about connection and loss.
    weak var owner: (any LineOwner)?

    init(_ address: BusAddress, _ patience: BusPatience) {
        self.address = address
        self.patience = patience
        pause = patience.firstPause
    }

    var isUp: Bool {
        if case .up = phase { true } else { false }
    }

    func start() {
        guard case .stopped = phase else { return }
        pause = patience.firstPause
        hasToldLoss = false
        open()
    }

    func stop() {
        leavePhase()
        phase = .stopped
        round += 1
    }

    /// Sends a message and returns its serial number.
    func send(_ message: borrowing Message) throws(BusError) -> UInt32 {
        guard case .up(let link, _) = phase else { throw .disconnected }
        return try link.send(message)
    }

    private func open() {
        phase = .opening
        round += 1
        let (round, text) = (round, address.text)
        // The attempt continues however long it takes: a second one in parallel would hang, too.
        alarm.set(after: patience.greeting, for: self) { $0.tell(.silent) }
        WorkQueue().run {
            OpenedConnection.open(text)
        } then: { [weak self] connection in
            if self?.round == round { self?.greet(over: connection) }
        }
    }

    private func greet(over connection: OpenedConnection?) {
        guard let connection, let link = Link(connection) else { return fail(.unreachable) }
        link.owner = self
        do throws(BusError) {
            let hello = try Message.call(BusDriver.call("Hello"), wantsReply: true)
            phase = .greeting(link, call: try link.send(hello))
            alarm.set(after: patience.greeting, for: self) { $0.fail(.silent) }
        } catch {
            link.close()
            fail(.closed)
        }
    }

    func take(_ message: borrowing Message) {
        switch phase {
        case .up: owner?.take(message)
        case .greeting(let link, let call) where message.replySerial == call:
            guard message.kind == .reply,
                let name = (try? message.arguments())?.first?.asString
            else { return fail(.refused) }
            alarm.cancel()
            phase = .up(link, since: EventLoop.now)
            hasToldLoss = false
            owner?.connect(as: name)
        default: break
        }
    }

    func fail(_ loss: BusLoss) {
        // Only a connection that lasted longer than the pause resets it: a bus that closes each
        // connection at once must not be called often.
        if case .up(_, let start) = phase, EventLoop.now - start > pause {
            pause = patience.firstPause
        }
        leavePhase()
        phase = .pausing
        round += 1
        alarm.set(after: pause, for: self) { $0.open() }
        pause = min(pause * 2, patience.longestPause)
        tell(loss)
    }

    private func tell(_ loss: BusLoss) {
        guard !hasToldLoss else { return }
        hasToldLoss = true
        owner?.disconnect(loss)
    }

    private func leavePhase() {
        alarm.cancel()
        switch phase {
        case .greeting(let link, _), .up(let link, _): link.close()
        case .stopped, .opening, .pausing: break
        }
    }
}

/// Receiver of the events of a line.
@LoopActor
protocol LineOwner: AnyObject {
    /// Called when the bus has assigned a unique name.
    func connect(as name: String)

    /// Called when the connection is lost, or when the first of several attempts failed.
    func disconnect(_ loss: BusLoss)

    /// Called for each message received while we have a name.
    func take(_ message: borrowing Message)
}
