internal import Linux

/// Server side of a client connection.
@LoopActor
final class ServedClient {
    /// Interface of the server to its clients.
    @LoopActor
    protocol Owner: AnyObject {
        /// Registered requests.
        var requests: RequestTable { get }
        func take(_ request: any ControlRequest, _ exchange: ControlExchange)
        /// Returns whether the client may make a request now; otherwise it gets a turn later.
        func grantsTurn(to client: ServedClient) -> Bool
        /// Returns whether a client waits for its turn.
        func hasTurnToCome(_ client: ServedClient) -> Bool
        /// Records the work of a request, in units of small requests.
        func noteWork(_ work: Int)
        /// Records a change in the number of waiting bytes.
        func noteWaiting()
        func noteLoss(of events: Int)
        func noteCutOff()
        /// Time for a disconnected client to read the reason.
        var parting: Duration { get }
        func forget(_ client: ServedClient)
    }

    struct OpenExchange {
        weak let it: ControlExchange?

        init(_ exchange: ControlExchange) {
            it = exchange
        }
    }

    enum Phase {
        case open
        /// Pending requests are being refused; new ones are not read.
        case leaving
        /// Remaining output is being sent.
        case parting
        case gone
    }

    let number: UInt64
    let peer: PeerCredentials
    weak let owner: (any Owner)?

    var phase = Phase.open
    var socket: StreamSocket?
    var watch: EventLoop.WatchID?
    var awaited: EventLoop.Readiness = []
    var output: OutputQueue
    private let deadline = Alarm()
    private var goneHandlers: [String: @LoopActor () -> Void] = [:]

    var input = LineSplitter(limit: ControlLimits.requestLine)
    /// Whether the client has closed its sending side, so that no more requests arrive.
    var hasSentAll = false
    private var lineNumber = 0
    private var mistakes = 0
    /// Requests that wait for their answers.
    var open: [ObjectIdentifier: OpenExchange] = [:]
    var isTakingRequests = false

    /// Byte count of all clients, to which `ownBytes` contributes.
    let tally: ByteTally
    var ownBytes = 0

    /// Filter of followed events; nil until the client follows any.
    var wants: (@LoopActor (ControlTags) -> Bool)?

    init(
        _ socket: consuming StreamSocket, of peer: PeerCredentials, number: UInt64,
        greeting: [UInt8], tally: ByteTally, owner: any Owner
    ) throws(Errno) {
        self.number = number
        self.owner = owner
        self.peer = peer
        self.tally = tally
        try socket.setSendBuffer(bytes: ControlLimits.unreadAnswers)
        output = OutputQueue(
            limit: ControlLimits.output, header: greeting, noticeOfLoss: ControlLines.lost)
        let descriptor = socket.rawValue
        self.socket = consume socket
        watch = try EventLoop.shared.watch(descriptor, for: []) { [weak self] readiness in
            self?.takeReadiness(readiness)
        }
        settle()
    }

    isolated deinit {
        if let watch { EventLoop.shared.unwatch(watch) }
        tally.add(-ownBytes)
    }

    /// Bytes waiting for this client, and bytes of its requests.
    var waitingBytes: Int { output.count + input.heldBytes }

    /// Returns bytes that can be sent to any number of clients and are stored once.
    func share(_ bytes: [UInt8]) -> SharedBytes {
        SharedBytes(bytes, in: tally)
    }

    var isGone: Bool { phase == .gone }
    var takesLines: Bool { phase == .open || phase == .leaving }

    func whenGone(_ key: String, _ handler: @escaping @LoopActor () -> Void) {
        if isGone { handler() } else { goneHandlers[key] = handler }
    }

    // MARK: Reading

    private func takeReadiness(_ readiness: EventLoop.Readiness) {
        if readiness.contains(.readable), awaited.contains(.readable) {
            read()
        } else if readiness.contains(.hungUp) {
            return end()
        }
        if readiness.contains(.writable) { write() }
        settle()
    }

    func read() {
        do throws(Errno) {
            let bytes = try socket?.receive(upTo: ControlLimits.portion) ?? []
            if bytes.isEmpty { hasSentAll = true } else { input.append(bytes) }
        } catch .wouldBlock {
            return
        } catch {
            return end()
        }
        takeRequests()
    }

    var mayTakeRequests: Bool {
        phase == .open && open.count < ControlLimits.openRequests
            && output.unreadKeptBytes < ControlLimits.unreadAnswers
    }

    /// Processes received requests unless the client is slow to read answers.
    func takeRequests() {
        guard !isTakingRequests else { return }
        isTakingRequests = true
        defer { isTakingRequests = false }
        while mayTakeRequests, input.hasNext || hasSentAll {
            guard owner?.grantsTurn(to: self) ?? false else { return }
            switch input.next() {
            case .line(let line): take(line)
            case .tooLong:
                cutOff(
                    ControlRefusal(
                        .tooLong,
                        "line \(lineNumber + 1): a request has at most "
                            + "\(ControlLimits.requestLine) bytes"))
            case .incomplete:
                let rest = input.rest()
                guard !rest.isEmpty else { return }
                take(rest)
            }
        }
    }

    /// Processes the request whose turn has come.
    func takeTurn() {
        takeRequests()
        settle()
    }

    private func take(_ line: [UInt8]) {
        lineNumber += 1
        owner?.noteWork(1 + line.count / ControlLimits.bytesOfWork)
        if line.allSatisfy({ [0x09, 0x0D, 0x20].contains($0) }) { return }
        do throws(ControlMessage.Mistake) {
            let message = try ControlMessage(
                parsing: line, number: lineNumber, among: owner?.requests ?? RequestTable())
            mistakes = 0
            let exchange = ControlExchange(message.id, of: self)
            open[ObjectIdentifier(exchange)] = OpenExchange(exchange)
            if message.request is TailRequest { owner?.noteWork(ControlLimits.workOfTail) }
            owner?.take(message.request, exchange)
        } catch {
            mistakes += 1
            keep(ControlReply.refused(error.id, ControlRefusal(.badRequest, error.sentence)))
            if mistakes >= ControlLimits.mistakes {
                cutOff(
                    ControlRefusal(.garbage, "\(mistakes) lines in a row were not valid requests"))
            }
        }
    }

    // MARK: Disconnecting

    /// Disconnects the client to free its output at once, after too many bytes wait for all clients.
    ///
    /// A client in the middle of a long line gets no error, which it would take for a part of the line.
    func giveWay(_ refusal: ControlRefusal) {
        guard phase == .open else { return end() }
        owner?.noteCutOff()
        wants = nil
        input = LineSplitter(limit: ControlLimits.requestLine)
        output.limit = ControlLimits.output
        guard output.abandon(keepingUpTo: ControlLimits.restOfLine) else { return end() }
        part(within: owner?.parting ?? .zero, saying: ControlReply.refused(nil, refusal))
    }

    func cutOff(_ refusal: ControlRefusal) {
        keep(ControlReply.refused(nil, refusal))
        owner?.noteCutOff()
        part(within: owner?.parting ?? .zero)
    }

    /// Stops reading requests and ends the connection once the output is sent.
    func part(within limit: Duration, saying last: [UInt8] = []) {
        guard phase == .open else { return }
        phase = .leaving
        for exchange in open.values {
            exchange.it?.refuse(ControlRefusal(.stopping, "the connection ends"))
        }
        guard !isGone else { return }
        if !last.isEmpty { _ = output.appendKept([share(last)]) }
        phase = .parting
        deadline.set(after: limit, for: self) { $0.end() }
        settle()
    }

    func end() {
        guard !isGone else { return }
        phase = .gone
        wants = nil
        if let watch { EventLoop.shared.unwatch(watch) }
        watch = nil
        socket = nil
        deadline.cancel()
        // A handler may still hold one of the client's requests.
        output = OutputQueue(limit: 0)
        input = LineSplitter(limit: ControlLimits.requestLine)
        count()
        let handlers = goneHandlers.sorted { $0.key < $1.key }
        goneHandlers = [:]
        for (_, handler) in handlers { handler() }
        for exchange in open.values { exchange.it?.leave() }
        owner?.forget(self)
    }
}
