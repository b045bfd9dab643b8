package import Linux

/// Runs a bearer on a packet socket: owns the socket and the client's timer, and has no say in what
/// client and server do.
@LoopActor
package final class ATTChannel {
    /// PDUs that wait for room in the socket.
    ///
    /// A peer that follows the protocol leaves at most three (a request, a response, a
    /// confirmation), so one that leaves more does not take them.
    package static let maximumUnsentPDUs = 32
    /// Packets taken off the socket before others get their turn on the loop.
    private static let readBatch = 64

    private let pace: Pace
    private var socket: FileDescriptor?
    private var bearer: Bearer
    private var handler: (@LoopActor (GATTEvent) -> Void)?
    private var watch: EventLoop.WatchID?
    private let alarm: Alarm
    private var unsent: [[UInt8]] = []
    private var actions: [GATTAction] = []
    private var isCarryingOut = false
    private var wasReset = false

    /// - Parameters:
    ///   - socket: a packet socket that does not block.
    ///   - server: what the peer may ask; without one it is refused everything.
    package init(
        owning socket: consuming FileDescriptor, running client: GATTClient,
        server: GATTServer? = nil, pace: Pace
    ) {
        self.socket = consume socket
        bearer = Bearer(client, server: server)
        self.pace = pace
        alarm = Alarm(on: pace)
    }

    isolated deinit {
        closeSocket()
    }

    /// Begins to talk to the peer, and reports what the client reports.
    ///
    /// The handler may also be called from within the calls below, and may itself make them. With
    /// `ended` the socket is closed, and nothing more is reported.
    package func open(_ handler: @escaping @LoopActor (GATTEvent) -> Void) {
        guard serve(handler) else { return }
        begin()
    }

    /// Answers the peer and reports what happens, as `open` does, but asks nothing until `begin`;
    /// false if that was done before.
    @discardableResult
    package func serve(_ handler: @escaping @LoopActor (GATTEvent) -> Void) -> Bool {
        guard let descriptor = socket?.rawValue, watch == nil else { return false }
        self.handler = handler
        do throws(Errno) {
            watch = try EventLoop.shared.watch(descriptor, for: .readable) { [weak self] in
                self?.socketBecame($0)
            }
        } catch {
            carryOut(bearer.end(because: .lost))
        }
        return true
    }

    /// Lets the client begin; once, after `serve`.
    package func begin() {
        guard watch != nil else { return }
        carryOut(bearer.start(at: pace.now))
    }

    /// Whether the link is encrypted with a key as long as keys can be, for the server to go by.
    package var isSecure: Bool {
        get { bearer.isSecure }
        set { bearer.isSecure = newValue }
    }

    /// Looks whether the link is that by now; asked before a request is refused because it is not.
    package var isEncrypted: (@LoopActor () -> Bool)?

    /// Tells the client, before it begins, what was found at this peer the last time.
    package func remember(_ known: KnownServices?) {
        bearer.remember(known)
    }

    /// Hands an operation to the client.
    package func perform(_ operation: GATTOperation, as id: OperationID) {
        carryOut(bearer.perform(operation, as: id, at: pace.now))
    }

    /// Lets go of the peer, or takes note that it has gone.
    package func close(because end: BearerEnd = .closed) {
        carryOut(bearer.end(because: end))
    }

    /// PDUs that wait for room in the socket.
    package var unsentCount: Int { unsent.count }

    // MARK: Actions

    /// Carries out actions one after another, those that the handler causes after those that were
    /// there before.
    private func carryOut(_ new: [GATTAction]) {
        actions += new
        guard !isCarryingOut else { return }
        isCarryingOut = true
        while !actions.isEmpty {
            switch actions.removeFirst() {
            case .send(let pdu): send(pdu)
            case .report(let event): report(event)
            }
        }
        isCarryingOut = false
        setTimer()
    }

    private func report(_ event: GATTEvent) {
        let handler = handler
        if case .ended = event {
            closeSocket()
            self.handler = nil
        }
        handler?(event)
    }

    private func closeSocket() {
        if let watch { EventLoop.shared.unwatch(watch) }
        alarm.cancel()
        watch = nil
        unsent = []
        socket = nil
    }

    // MARK: The timer

    private func setTimer() {
        guard bearer.client.deadline != alarm.moment else { return }
        alarm.set(at: bearer.client.deadline, for: self) { $0.timerFired() }
    }

    private func timerFired() {
        // What has arrived in time must not count as late because the loop was busy.
        receivePackets()
        carryOut(bearer.advance(to: pace.now))
    }

    // MARK: The socket

    private func socketBecame(_ readiness: EventLoop.Readiness) {
        if readiness.contains(.writable) { sendUnsent() }
        if !readiness.isDisjoint(with: [.readable, .hungUp]) {
            receivePackets(isHungUp: readiness.contains(.hungUp))
        }
    }

    /// - Parameter isHungUp: whether nothing will come after what is there.
    private func receivePackets(isHungUp: Bool = false) {
        for _ in 0..<Self.readBatch {
            do throws(Errno) {
                switch try socket?.receivePacket(upTo: GATTClient.ourMTU) {
                case .packet(let pdu):
                    let isEncrypted = isEncrypted
                    carryOut(bearer.receive(pdu, at: pace.now) { isEncrypted?() == true })
                case .tooLong(let length):
                    carryOut(bearer.receiveUnreadable(length: length))
                case .closed:
                    carryOut(bearer.end(because: .lost))
                case nil:
                    return
                }
            } catch .wouldBlock {
                // Of a peer that has hung up by itself a Bluetooth socket never says more than this.
                if isHungUp || wasReset { carryOut(bearer.end(because: .lost)) }
                return
            } catch .connectionReset where !wasReset {
                // Reported once, and ahead of the packets that came before it.
                wasReset = true
            } catch {
                carryOut(bearer.end(because: .lost))
            }
        }
    }

    private func send(_ pdu: [UInt8]) {
        guard unsent.isEmpty else { return queue(pdu) }
        do throws(Errno) {
            try socket?.sendPacket(pdu)
        } catch .wouldBlock {
            queue(pdu)
        } catch .notConnected {
            // The kernel takes nothing while the peer is asked to encrypt, and then says that there is room.
            queue(pdu)
        } catch {
            sendFailed(error)
        }
    }

    private func queue(_ pdu: [UInt8]) {
        guard unsent.count < Self.maximumUnsentPDUs else {
            return carryOut(bearer.end(because: .congested))
        }
        unsent.append(pdu)
        awaitRoom()
    }

    private func sendUnsent() {
        while let pdu = unsent.first {
            do throws(Errno) {
                try socket?.sendPacket(pdu)
            } catch .wouldBlock {
                return
            } catch .notConnected {
                return
            } catch {
                return sendFailed(error)
            }
            unsent = Array(unsent.dropFirst())
        }
        awaitRoom()
    }

    private func awaitRoom() {
        guard let watch else { return }
        let readiness: EventLoop.Readiness = unsent.isEmpty ? .readable : [.readable, .writable]
        do throws(Errno) {
            try EventLoop.shared.change(watch, to: readiness)
        } catch {
            carryOut(bearer.end(because: .lost))
        }
    }

    private func sendFailed(_ error: Errno) {
        unsent = []
        // The peer may have sent more before it went: reading finds that first, and then the end.
        if error == .brokenPipe || error == .connectionReset { return awaitRoom() }
        carryOut(bearer.end(because: .lost))
    }
}
