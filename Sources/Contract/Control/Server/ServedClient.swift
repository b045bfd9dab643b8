import Contract
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

    private struct OpenExchange {
        weak let it: ControlExchange?

        init(_ exchange: ControlExchange) {
            it = exchange
        }
    }

    private enum Phase {
        case open
        /// Pending requests are being refused; new ones are not read.
        case leaving
        /// Remaining output is being sent.
        case parting
        case gone
    }

    let number: UInt64
    let peer: PeerCredentials
    private weak let owner: (any Owner)?

    private var phase = Phase.open
    private var socket: StreamSocket?
    private var watch: EventLoop.WatchID?
    private var awaited: EventLoop.Readiness = []
    private var output: OutputQueue
    private let deadline = Alarm()
    private var goneHandlers: [String: @LoopActor () -> Void] = [:]

    private var input = LineSplitter(limit: ControlLimits.requestLine)
    private var hasSentAll = false
    private var lineNumber = 0
    private var mistakes = 0
    /// Requests that wait for their answers.
    private var open: [ObjectIdentifier: OpenExchange] = [:]
    private var isTakingRequests = false

    /// Byte count of all clients, to which `ownBytes` contributes.
    private let tally: ByteTally
    private var ownBytes = 0

    /// Filter of followed events; nil until the client follows any.
    private(set) var wants: (@LoopActor (ControlTags) -> Bool)?

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
    private var takesLines: Bool { phase == .open || phase == .leaving }

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

    private func read() {
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

    private var mayTakeRequests: Bool {
        phase == .open && open.count < ControlLimits.openRequests
            && output.unreadKeptBytes < ControlLimits.unreadAnswers
    }

    /// Processes received requests unless the client is slow to read answers.
    private func takeRequests() {
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
                    ControlRefusal(.garbage, "\(mistakes) lines in a row were no requests"))
            }
        }
    }

    // MARK: Writing

    func answer(_ exchange: ObjectIdentifier, _ line: [UInt8]) {
        answer(exchange, [share(line)])
    }

    private func answer(_ exchange: ObjectIdentifier, _ parts: [SharedBytes]) {
        open[exchange] = nil
        keep(parts)
        if !isTakingRequests, takesLines {
            takeRequests()
            settle()
        }
    }

    /// Sends an answer of any length, for which the output limit is raised.
    func answerAtLength(_ exchange: ObjectIdentifier, _ parts: [SharedBytes]) {
        let size = parts.reduce(0) { $0 + $1.bytes.count }
        output.limit = max(output.limit, output.count + size + ControlLimits.output)
        answer(exchange, parts)
    }

    /// Sends a line that must not be dropped; a client without room for it is disconnected.
    func keep(_ line: [UInt8]) {
        keep([share(line)])
    }

    private func keep(_ parts: [SharedBytes]) {
        guard takesLines else { return }
        guard let lost = output.appendKept(parts) else {
            owner?.noteCutOff()
            return end()
        }
        if lost > 0 { owner?.noteLoss(of: lost) }
        settle()
    }

    /// Whether no output is waiting.
    var hasReadAll: Bool { output.isEmpty }

    /// Sends an event as far as the system accepts it now; the loop sends the rest.
    func send(_ line: SharedBytes) {
        guard takesLines else { return }
        let lost = output.append(line)
        if lost > 0 { owner?.noteLoss(of: lost) }
        // A connection that has failed is ended by the loop.
        let portion = output.next(upTo: ControlLimits.portion)
        if let sent = try? socket?.send(portion) { output.removeFirst(sent) }
        settle()
    }

    /// Queues an event; if the client is slow, older events are dropped.
    func offer(_ line: SharedBytes) {
        guard takesLines else { return }
        let lost = output.append(line)
        if lost > 0 { owner?.noteLoss(of: lost) }
        if awaited.contains(.writable) { count() } else { settle() }
    }

    func follow(recent: [SharedBytes], _ wants: @escaping @LoopActor (ControlTags) -> Bool) {
        guard takesLines else { return }
        self.wants = wants
        // Past events are shared with their owner and raise the limit until all output is read.
        let earlier = min(output.count, ControlLimits.earlierEvents)
        output.limit = ControlLimits.output + earlier + recent.reduce(0) { $0 + $1.bytes.count }
        output.reserve(recent.count + 1)
        var lost = 0
        for line in recent { lost += output.append(line) }
        if lost > 0 { owner?.noteLoss(of: lost) }
        settle()
    }

    private func write() {
        do throws(Errno) {
            let portion = output.next(upTo: ControlLimits.portion)
            output.removeFirst(try socket?.send(portion) ?? 0)
        } catch .wouldBlock {
            return
        } catch {
            return end()
        }
        if output.isEmpty { output.limit = ControlLimits.output }
        takeRequests()
    }

    /// Updates the readiness to wait for, and ends the connection if nothing is left to do.
    private func settle() {
        guard let watch else { return }
        count()
        let isIdle =
            open.isEmpty && wants == nil && !input.hasNext && owner?.hasTurnToCome(self) != true
        if output.isEmpty, phase == .parting || hasSentAll && isIdle { return end() }
        var wanted: EventLoop.Readiness = []
        if mayTakeRequests, !hasSentAll, !input.hasNext { wanted.insert(.readable) }
        if !output.isEmpty { wanted.insert(.writable) }
        guard wanted != awaited else { return }
        awaited = wanted
        do throws(Errno) {
            try EventLoop.shared.change(watch, to: wanted)
        } catch {
            end()
        }
    }

    private func count() {
        let bytes = isGone ? 0 : output.ownBytes + input.heldBytes
        if bytes != ownBytes { tally.add(bytes - ownBytes) }
        ownBytes = bytes
        owner?.noteWaiting()
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
