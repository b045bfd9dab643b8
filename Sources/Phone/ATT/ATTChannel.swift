package import Linux

/// Bearer on a packet socket.
///
/// The channel owns the socket and the client's timer, and leaves the protocol to client and
/// server.
@LoopActor
package final class ATTChannel {
    /// Limit of PDUs that wait for room in the socket.
    ///
    /// A peer that follows the protocol leaves at most three (a request, a response, a
    /// confirmation); a peer that exceeds the limit does not accept PDUs.
    package static let maximumUnsentPDUs = 32
    /// Maximum number of packets read from the socket before other work on the loop gets its turn.
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
    ///   - socket: a non-blocking packet socket.
    ///   - server: server for the peer's requests; if nil, all requests are refused.
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

    /// Starts the client, and reports its events.
    ///
    /// The handler may also be called from within the calls below, and may itself make them. With
    /// `ended` the socket is closed, and nothing more is reported.
    package func open(_ handler: @escaping @LoopActor (GATTEvent) -> Void) {
        guard serve(handler) else { return }
        begin()
    }

    /// Serves the peer and reports events like `open`, but sends no requests until `begin`.
    ///
    /// Returns false if the channel is already open, or closed.
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

    /// Starts the client; to be called once, after `serve`.
    package func begin() {
        guard watch != nil else { return }
        carryOut(bearer.start(at: pace.now))
    }

    /// Whether the link is encrypted with a key of maximum length; the server depends on it.
    package var isSecure: Bool {
        get { bearer.isSecure }
        set { bearer.isSecure = newValue }
    }

    /// Checks whether the link is encrypted by now; called before a request is refused for lack of
    /// encryption.
    package var isEncrypted: (@LoopActor () -> Bool)?

    /// Sets the services found at this peer the last time; to be called before the client starts.
    package func remember(_ known: KnownServices?) {
        bearer.remember(known)
    }

    /// Performs an operation of the client.
    package func perform(_ operation: GATTOperation, as id: OperationID) {
        carryOut(bearer.perform(operation, as: id, at: pace.now))
    }

    /// Closes the channel, or records that the peer is gone.
    package func close(because end: BearerEnd = .closed) {
        carryOut(bearer.end(because: end))
    }

    /// Number of PDUs that wait for room in the socket.
    package var unsentCount: Int { unsent.count }

    // MARK: Actions

    /// Performs actions in order; those caused by the handler follow those that were queued before.
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

    // MARK: Timer

    private func setTimer() {
        guard bearer.client.deadline != alarm.moment else { return }
        alarm.set(at: bearer.client.deadline, for: self) { $0.timerFired() }
    }

    private func timerFired() {
        // A PDU that arrived in time must not count as late because the loop was busy.
        receivePackets()
        carryOut(bearer.advance(to: pace.now))
    }

    // MARK: Socket

    private func socketBecame(_ readiness: EventLoop.Readiness) {
        if readiness.contains(.writable) { sendUnsent() }
        if !readiness.isDisjoint(with: [.readable, .hungUp]) {
            receivePackets(isHungUp: readiness.contains(.hungUp))
        }
    }

    /// - Parameter isHungUp: whether no further packets will arrive.
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
                // If the peer closed the link itself, a Bluetooth socket reports only a hang-up or
                // a reset, and never the end of the packets.
                if isHungUp || wasReset { carryOut(bearer.end(because: .lost)) }
                return
            } catch .connectionReset where !wasReset {
                // The kernel reports a reset once, before it delivers the packets that arrived
                // earlier.
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
            // The kernel accepts nothing while encryption is being started, and then reports the
            // socket as writable.
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
        // The peer may have sent more before it closed: reading finds those packets first, and then
        // the end.
        if error == .brokenPipe || error == .connectionReset { return awaitRoom() }
        carryOut(bearer.end(because: .lost))
    }
}
