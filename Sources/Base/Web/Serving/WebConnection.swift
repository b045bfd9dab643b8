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

    private enum Phase {
        /// Waiting for a request or receiving one.
        case reading
        /// Waiting for the handler's response.
        case thinking
        /// Sending a response.
        case answering(keepsConnection: Bool)
        /// Sending a stream.
        case streaming
        /// Sending the rest before the end.
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
    private weak let owner: (any Owner)?
    private var phase = Phase.reading
    private var socket: StreamSocket?
    private var watch: EventLoop.WatchID?
    private var awaited: EventLoop.Readiness = .readable
    private var reader = RequestReader()
    private var output = WebOutput()
    private var stream: WebStream?
    /// The request that is being handled.
    private weak var exchange: WebExchange?
    private let deadline: Alarm
    /// Start of the current phase.
    private var since: Duration
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

    private var patience: WebPatience { owner?.patience ?? WebPatience() }
    var isGone: Bool { if case .gone = phase { true } else { false } }
    private var now: Duration { owner?.pace?.now ?? EventLoop.now }
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

    private func read() {
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

    private func waitForRequest(within limit: Duration) {
        since = now
        deadline.set(after: limit, for: self) { $0.giveUp() }
    }

    /// Closes a connection that waits too long for a request, with a response if one has begun.
    private func giveUp() {
        if reader.hasPart {
            refuse(WebResponse(.timedOut, "the request did not come whole"))
            owner?.noteCut(isStream: false)
            settle()
        } else {
            end()
        }
    }

    /// Handles the received requests in order.
    private func takeRequests() {
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
    private var keepsConnection = false

    // MARK: Answering

    func answer(_ response: WebResponse, hasBody: Bool, for holder: String?) {
        guard case .thinking = phase else { return }
        send(response, hasBody: hasBody, keepsConnection: keepsConnection, for: holder)
        settle()
    }

    /// Answers an invalid request, of which more bytes may be on their way.
    private func refuse(_ response: WebResponse) {
        isRefused = true
        send(response, hasBody: true, keepsConnection: false, for: nil)
    }

    private var isRefused = false

    private func send(
        _ response: WebResponse, hasBody: Bool, keepsConnection: Bool, for holder: String?
    ) {
        let isLong = hasBody && response.body.count > WebLimits.shortAnswer
        let claim = WebClaim(holder: holder, load: response.load, bytes: response.body.count)
        let hasRoom = !isLong || owner?.hasRoom(for: claim) ?? false
        let response = hasRoom ? response : Self.noRoom
        owner?.noteAnswer(response.status)
        output.append(response.head(at: WallTime.now, keepsConnection: keepsConnection))
        // Clients that get the same image share its bytes.
        if hasBody { output.append(response.body) }
        if isLong, hasRoom {
            waiting = claim
            owner?.note(claim, isWaiting: true)
        }
        phase = .answering(keepsConnection: keepsConnection)
        watchProgress()
        write()
    }

    private static let noRoom = WebResponse(
        .unavailable, "earlier long answers have not been read yet; ask again soon")

    /// The long response that was reported to the owner.
    private var waiting: WebClaim?

    private func forgetWaiting() {
        guard let claim = waiting else { return }
        waiting = nil
        owner?.note(claim, isWaiting: false)
    }

    func stream(_ response: WebResponse) -> WebStream? {
        guard case .thinking = phase else { return nil }
        owner?.noteAnswer(response.status)
        output.append(
            response.head(at: WallTime.now, keepsConnection: false, isEndless: true))
        reader = RequestReader()
        phase = .streaming
        since = now
        owner?.noteStream(1)
        let stream = WebStream(self)
        self.stream = stream
        write()
        settle()
        return isGone ? nil : stream
    }

    func send(_ bytes: [UInt8]) {
        guard case .streaming = phase else { return }
        // A single message may be of any length.
        guard output.countBehindFirst <= patience.stream else {
            owner?.noteCut(isStream: true)
            return end()
        }
        let wasEmpty = output.isEmpty
        output.append(bytes)
        // Usually there is room at once.
        if wasEmpty { write() }
        settle()
    }

    private func write() {
        do throws(Errno) {
            while !output.isEmpty {
                let sent = try socket?.send(output.next) ?? 0
                output.removeFirst(sent)
                if case .answering = phase { watchProgress() }
            }
        } catch .wouldBlock {
            return
        } catch {
            return end()
        }
        finishAnswer()
    }

    /// Closes the connection if the client reads nothing of a response for too long.
    private func watchProgress() {
        since = now
        deadline.set(after: patience.stall) { [weak self] in
            self?.owner?.noteCut(isStream: false)
            self?.end()
        }
    }

    private func finishAnswer() {
        forgetWaiting()
        switch phase {
        case .answering(keepsConnection: true):
            phase = .reading
            waitForRequest(within: reader.hasPart ? patience.request : patience.idle)
            // Another request may have arrived already.
            takeRequests()
        case .answering(keepsConnection: false) where isRefused: drain()
        case .answering(keepsConnection: false), .parting: end()
        case .reading, .thinking, .streaming, .draining, .gone: break
        }
    }

    /// Waits briefly until the client has read the end.
    ///
    /// Closing a connection with unread input discards the response on some systems.
    private func drain() {
        phase = .draining
        do throws(Errno) {
            try socket?.endSending()
        } catch {
            return end()
        }
        deadline.set(after: patience.parting, for: self) { $0.end() }
    }

    /// Updates the watched events.
    private func settle() {
        guard let watch else { return }
        var wanted: EventLoop.Readiness = []
        // Reading is also watched during streams, since it reports that the reader is gone.
        switch phase {
        case .reading, .streaming, .draining: wanted.insert(.readable)
        // Further requests wait; the end of the client is noticed.
        case .thinking: wanted.insert(.ended)
        case .answering, .parting, .gone: break
        }
        if !output.isEmpty { wanted.insert(.writable) }
        guard wanted != awaited else { return }
        awaited = wanted
        do throws(Errno) {
            try EventLoop.shared.change(watch, to: wanted)
        } catch {
            end()
        }
    }

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
