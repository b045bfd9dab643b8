internal import Linux

/// One connection of a stranger: requests come in, each is answered before the next is read.
@LoopActor
final class WebConnection {
    /// What the server does about a connection.
    @LoopActor
    protocol Owner: AnyObject {
        var patience: WebPatience { get }
        /// The clock that limits go by; the machine's own where there is none.
        var pace: Pace? { get }
        func take(_ request: WebRequest, _ exchange: WebExchange)
        func noteAnswer(_ status: WebStatus)
        /// Whether there is room for one more long answer to wait for its reader.
        func hasRoom(for claim: WebClaim) -> Bool
        /// A long answer waits for its reader, or no longer does.
        func note(_ claim: WebClaim, isWaiting: Bool)
        func noteStream(_ change: Int)
        func noteCut(isStream: Bool)
        func forget(_ connection: WebConnection)
    }

    private enum Phase {
        /// A request is waited for, or comes.
        case reading
        /// Somebody thinks about an answer.
        case thinking
        /// An answer is sent.
        case answering(keepsConnection: Bool)
        /// A stream goes on.
        case streaming
        /// What waits is still sent, and then it ends.
        case parting
        /// Nothing more is sent; what still comes is thrown away, so that the answer arrives.
        case draining
        case gone
    }

    /// Of how much use a connection is; the smallest goes first.
    struct Use: Comparable {
        let rank: Int
        let since: Duration

        static func < (left: Use, right: Use) -> Bool {
            (left.rank, left.since) < (right.rank, right.since)
        }
    }

    let number: UInt64
    /// The network of its other end; nil for a socket of this machine.
    let origin: PeerNetwork?
    private weak let owner: (any Owner)?
    private var phase = Phase.reading
    private var socket: StreamSocket?
    private var watch: EventLoop.WatchID?
    private var awaited: EventLoop.Readiness = .readable
    private var reader = RequestReader()
    private var output = WebOutput()
    private var stream: WebStream?
    /// The request that is being thought about.
    private weak var exchange: WebExchange?
    private let deadline: Alarm
    /// Since when it is as it is.
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
            // An answer that nobody reads is of as little use as one that is over.
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
            // Whoever sends no more wants no more: no browser closes one side alone.
            guard !bytes.isEmpty else { return end() }
            // What comes while a stream goes on, or after the end, is of no interest.
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

    /// What waits too long for a request ends, with words where one has begun.
    private func giveUp() {
        if reader.hasPart {
            refuse(WebResponse(.timedOut, "the request did not come whole"))
            owner?.noteCut(isStream: false)
            settle()
        } else {
            end()
        }
    }

    /// Takes what has come, one request after the other.
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
        // A socket that is watched for nothing does not tell that nobody waits any more.
        settle()
    }

    /// Whether requests are being taken; each may be answered at once.
    private var isTaking = false
    /// Whether whoever asked wants to ask more.
    private var keepsConnection = false

    // MARK: Answering

    func answer(_ response: WebResponse, hasBody: Bool, for holder: String?) {
        guard case .thinking = phase else { return }
        send(response, hasBody: hasBody, keepsConnection: keepsConnection, for: holder)
        settle()
    }

    /// Answers what is no request, of which more may be on its way.
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
        // Those who get the same picture share its bytes.
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

    /// The long answer that was reported to the owner.
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
        // However long a single message is, it may take its time.
        guard output.countBehindFirst <= patience.stream else {
            owner?.noteCut(isStream: true)
            return end()
        }
        let wasEmpty = output.isEmpty
        output.append(bytes)
        // Most of the time there is room at once.
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

    /// Whoever takes nothing of an answer for long does not get the rest.
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
            // Another one may have come already.
            takeRequests()
        case .answering(keepsConnection: false) where isRefused: drain()
        case .answering(keepsConnection: false), .parting: end()
        case .reading, .thinking, .streaming, .draining, .gone: break
        }
    }

    /// Waits for a while until the other side has read that it is over.
    ///
    /// A connection that is closed while something unread is there takes the answer with it on some systems.
    private func drain() {
        phase = .draining
        do throws(Errno) {
            try socket?.endSending()
        } catch {
            return end()
        }
        deadline.set(after: patience.parting, for: self) { $0.end() }
    }

    /// Decides what to wait for.
    private func settle() {
        guard let watch else { return }
        var wanted: EventLoop.Readiness = []
        // Of a stream too, since that tells that its reader is gone.
        switch phase {
        case .reading, .streaming, .draining: wanted.insert(.readable)
        // Further requests wait their turn; that nobody waits for the answer is noticed.
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

    // MARK: Parting

    /// Ends once what waits is sent.
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
