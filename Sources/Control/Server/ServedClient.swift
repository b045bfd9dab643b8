internal import Linux

/// One connection of a client, as the server has it.
@LoopActor
final class ServedClient {
    /// What the server does about a client.
    @LoopActor
    protocol Owner: AnyObject {
        func take(_ request: ControlRequest, _ exchange: ControlExchange)
        func noteLoss(of events: Int)
        func noteCutOff()
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
        /// Requests that are open are refused, and no more are taken.
        case leaving
        /// What waits is still sent.
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
    private var goneHandlers: [@LoopActor () -> Void] = []

    private var input = LineSplitter(limit: ControlLimits.requestLine)
    private var hasSentAll = false
    private var lineNumber = 0
    private var mistakes = 0
    /// Requests that wait for their answers.
    private var open: [ObjectIdentifier: OpenExchange] = [:]
    private var isTakingRequests = false
    /// Takes up requests that have to let others have their turn first.
    private let turn = Alarm()

    /// Which events the client follows; nil before it has asked for any.
    private(set) var wants: (@LoopActor (ControlTags) -> Bool)?

    init(
        _ socket: consuming StreamSocket, number: UInt64, greeting: [UInt8], owner: any Owner
    ) throws(Errno) {
        self.number = number
        self.owner = owner
        peer = try socket.peer()
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
    }

    var isGone: Bool { phase == .gone }
    private var takesLines: Bool { phase == .open || phase == .leaving }

    func whenGone(_ handler: @escaping @LoopActor () -> Void) {
        if isGone { handler() } else { goneHandlers.append(handler) }
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
            && output.keptBytes < ControlLimits.unreadAnswers
    }

    /// Takes the requests that have come, unless the client is slow to read the answers.
    private func takeRequests() {
        guard !isTakingRequests else { return }
        isTakingRequests = true
        defer { isTakingRequests = false }
        var taken = 0
        while mayTakeRequests, input.hasNext || hasSentAll {
            guard taken < ControlLimits.requestsPerTurn else { return continueLater() }
            taken += 1
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

    private func continueLater() {
        guard !turn.isSet else { return }
        turn.set(after: .zero) { [weak self] in
            self?.takeRequests()
            self?.settle()
        }
    }

    private func take(_ line: [UInt8]) {
        lineNumber += 1
        if line.allSatisfy({ [0x09, 0x0D, 0x20].contains($0) }) { return }
        do throws(ControlMessage.Mistake) {
            let message = try ControlMessage(parsing: line, number: lineNumber)
            mistakes = 0
            let exchange = ControlExchange(message.id, of: self)
            open[ObjectIdentifier(exchange)] = OpenExchange(exchange)
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
        open[exchange] = nil
        keep(line)
        if !isTakingRequests, takesLines {
            takeRequests()
            settle()
        }
    }

    /// Answers with a line that may be longer than any other, and is no reason to cut off a client.
    func answerAtLength(_ exchange: ObjectIdentifier, _ line: [UInt8]) {
        output.limit = max(output.limit, output.count + line.count + ControlLimits.output)
        answer(exchange, line)
    }

    /// Sends a line that must not be lost; a client that has no room for it is cut off.
    func keep(_ line: [UInt8]) {
        guard takesLines else { return }
        guard let lost = output.appendKept(line) else {
            owner?.noteCutOff()
            return end()
        }
        if lost > 0 { owner?.noteLoss(of: lost) }
        settle()
    }

    /// Sends an event, for which older ones give way where the client is slow.
    func offer(_ line: [UInt8]) {
        guard takesLines else { return }
        let lost = output.append(line)
        if lost > 0 { owner?.noteLoss(of: lost) }
        settle()
    }

    func follow(recent: [[UInt8]], _ wants: @escaping @LoopActor (ControlTags) -> Bool) {
        guard takesLines else { return }
        self.wants = wants
        // They are shared with whoever keeps them, and do not count until all is read.
        let earlier = min(output.count, ControlLimits.earlierEvents)
        output.limit = ControlLimits.output + earlier + recent.reduce(0) { $0 + $1.count }
        for line in recent { offer(line) }
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

    /// Decides what to wait for, and whether there is anything left to wait for.
    private func settle() {
        guard let watch else { return }
        let isIdle = open.isEmpty && wants == nil && !input.hasNext && !turn.isSet
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

    // MARK: Parting

    func cutOff(_ refusal: ControlRefusal) {
        keep(ControlReply.refused(nil, refusal))
        owner?.noteCutOff()
        part(within: ControlLimits.parting)
    }

    /// Takes no more requests and ends once what waits is sent.
    func part(within limit: Duration, saying last: [UInt8] = []) {
        guard phase == .open else { return }
        phase = .leaving
        for exchange in open.values {
            exchange.it?.refuse(ControlRefusal(.stopping, "the connection ends"))
        }
        guard !isGone else { return }
        if !last.isEmpty { _ = output.appendKept(last) }
        phase = .parting
        deadline.set(after: limit) { [weak self] in self?.end() }
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
        let handlers = goneHandlers
        goneHandlers = []
        for handler in handlers { handler() }
        owner?.forget(self)
    }
}
