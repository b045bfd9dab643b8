internal import Linux

/// One connection of an untrusted client; each request is answered before the next is read.
@LoopActor
final class WebConnection {
    /// The owner of a connection.
    @LoopActor
    protocol Owner: AnyObject {
        var patience: WebPatience { get }
        /// The clock of the limits; nil for the clock of the host.
        var pace: Pace? { get }
        func take(_ request: WebRequest, _ exchange: WebExchange)
        func noteAnswer(_ status: WebStatus)
        /// Returns whether another long response may wait for its reader.
        func hasRoom(for claim: WebClaim) -> Bool
        /// Called when a long response starts or stops waiting for its reader.
        func note(_ claim: WebClaim, isWaiting: Bool)
        func noteStream(_ change: Int)
        func noteCut(isStream: Bool)
        func forget(_ connection: WebConnection)
    }

    enum Phase {
        /// Waiting for a request or receiving one.
        case reading
        /// Waiting for the handler's response.
        case thinking
        /// Sending a response.
        case answering(keepsConnection: Bool)
        /// Sending a stream.
        case streaming
        /// Sending the rest of a stream that was ended.
        case parting
        /// Sending is finished; input is discarded so that the response arrives.
        case draining
        case gone
    }

    /// Usefulness of a connection; the lowest is closed first.
    struct Use: Comparable {
        let rank: Int
        let since: Duration

        static func < (left: Use, right: Use) -> Bool {
            (left.rank, left.since) < (right.rank, right.since)
        }
    }

    let number: UInt64
    /// Network of the peer; nil for a local socket.
    let origin: PeerNetwork?
    weak let owner: (any Owner)?
    var phase = Phase.reading
    var socket: StreamSocket?
    var watch: EventLoop.WatchID?
    var awaited: EventLoop.Readiness = .readable
    var reader = RequestReader()
    var output = WebOutput()
    var stream: WebStream?
    /// The request that is being handled.
    private weak var exchange: WebExchange?
    /// The long response that was reported to the owner.
    var waiting: WebClaim?
    var isRefused = false
    let deadline: Alarm
    /// Start of the current phase.
    var since: Duration
    private var hasAsked = false

    init(
        _ socket: consuming StreamSocket, number: UInt64, owner: any Owner
    ) throws(Errno) {
        self.number = number
        self.owner = owner
        deadline = Alarm(on: owner.pace)
        since = owner.pace?.now ?? EventLoop.now
        origin = PeerNetwork(of: socket)
        let descriptor = socket.rawValue
        self.socket = consume socket
        watch = try EventLoop.shared.watch(descriptor, for: .readable) { [weak self] readiness in
            self?.take(readiness)
        }
        waitForRequest(within: patience.request)
    }

    isolated deinit {
        if let watch { EventLoop.shared.unwatch(watch) }
    }

    var patience: WebPatience { owner?.patience ?? WebPatience() }
    var isGone: Bool { if case .gone = phase { true } else { false } }
    var now: Duration { owner?.pace?.now ?? EventLoop.now }
    var isStream: Bool { if case .streaming = phase { true } else { false } }

    var use: Use {
        let rank =
            switch phase {
            case .gone, .parting, .draining: 0
            case .reading: hasAsked && !reader.hasPart ? 1 : 2
            // A response that is not being read is as useless as a finished one.
            case .answering where now - since >= patience.progress: 0
            case .thinking, .answering: 3
            case .streaming: 4
            }
        return Use(rank: rank, since: since)
    }

    // MARK: Reading

    private func take(_ readiness: EventLoop.Readiness) {
        if readiness.contains(.readable), awaited.contains(.readable) {
            read()
        } else if readiness.contains(.hungUp) || readiness.contains(.ended) {
            return end()
        }
        if readiness.contains(.writable) { write() }
        settle()
    }

    func read() {
        do throws(Errno) {
            let bytes = try socket?.receive(upTo: WebLimits.portion) ?? []
            // A client that sends no more expects no more: no browser half-closes a connection.
            guard !bytes.isEmpty else { return end() }
            // Input during a stream, or after the end, is ignored.
            guard case .reading = phase else { return }
            let isFirst = hasAsked && !reader.hasPart
            reader.append(bytes)
            if isFirst { waitForRequest(within: patience.request) }
        } catch .wouldBlock {
            return
        } catch {
            return end()
        }
        takeRequests()
    }

    func waitForRequest(within limit: Duration) {
        since = now
        deadline.set(after: limit, for: self) { $0.giveUp() }
    }

    /// Closes a connection that waits too long for a request; one that has begun gets an error.
    private func giveUp() {
        if reader.hasPart {
            refuse(WebResponse(.timedOut, "the request was not complete in time"))
            owner?.noteCut(isStream: false)
            settle()
        } else {
            end()
        }
    }

    /// Handles the received requests in order.
    func takeRequests() {
        guard !isTaking else { return }
        isTaking = true
        defer { isTaking = false }
        do throws(WebFault) {
            while case .reading = phase, let request = try reader.next() { take(request) }
        } catch {
            refuse(WebResponse(error))
        }
    }

    private func take(_ request: WebRequest) {
        deadline.cancel()
        hasAsked = true
        since = now
        keepsConnection = request.keepsConnection
        phase = .thinking
        let exchange = WebExchange(self, hasBody: request.method != .head)
        self.exchange = exchange
        owner?.take(request, exchange)
        // A socket without watched events does not report that the client is gone.
        settle()
    }

    /// Whether requests are being taken, which prevents recursion: each may be answered at once.
    private var isTaking = false
    /// Whether the client keeps the connection open.
    var keepsConnection = false

    // MARK: Closing

    /// Closes the connection once all output is sent.
    func part() {
        switch phase {
        case .gone: break
        case .answering: phase = .answering(keepsConnection: false)
        case .reading, .thinking, .parting, .draining: end()
        case .streaming:
            guard !output.isEmpty else { return end() }
            owner?.noteStream(-1)
            phase = .parting
            deadline.set(after: patience.parting, for: self) { $0.end() }
            settle()
        }
    }

    func end() {
        guard !isGone else { return }
        if isStream { owner?.noteStream(-1) }
        forgetWaiting()
        phase = .gone
        if let watch { EventLoop.shared.unwatch(watch) }
        watch = nil
        socket = nil
        output = WebOutput()
        deadline.cancel()
        let gone = [stream?.gone, exchange?.gone].compactMap(\.self)
        stream = nil
        exchange = nil
        owner?.forget(self)
        for gone in gone { gone() }
    }
}
