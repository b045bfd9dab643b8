package import JSON
package import Linux

/// Client of the control socket: one connection to a bridge, for requests and events.
@LoopActor
package final class ControlClient {
    /// News from the bridge other than answers.
    package enum News: Sendable {
        /// The bridge sent its greeting, with its version.
        case hello(version: String)
        /// An event and its raw line; `lost` is reported as an event, too.
        case event(JSONValue, line: [UInt8])
        /// The connection failed or ended; nothing follows.
        case ended(ControlFailure)
    }

    /// Delay before the next attempt if the bridge is too busy to accept connections.
    private static let retry = Duration.milliseconds(20)
    private static let portion = 64 << 10

    @LoopActor private struct Question {
        let answered: @LoopActor (Result<JSONValue, AskFailure>) -> Void
        /// Whether a task awaits the answer; such a task would never end without one.
        let isAwaited: Bool
        let deadline = Alarm()
    }

    private let path: String
    private let helloDeadline: Duration
    private let take: @LoopActor (News) -> Void
    private let ending = Mailbox<ControlFailure>()
    private var socket: StreamSocket?
    private var watch: EventLoop.WatchID?
    private let alarm = Alarm()
    private var input = LineSplitter(limit: ControlLimits.eventLine)
    private var output: [UInt8] = []
    private var questions: [Int: Question] = [:]
    private var nextQuestion = 1
    private var isGreeted = false
    private var hasSaidGoodbye = false
    private var hasEnded = false

    /// Connects to the bridge at a path.
    ///
    /// - Parameters:
    ///   - limit: time limit for the greeting of the bridge.
    ///   - take: receives news, never before this initialiser returns.
    package init(
        path: String, within limit: Duration = ControlLimits.hello,
        _ take: @escaping @LoopActor (News) -> Void = { _ in }
    ) {
        self.path = path
        self.take = take
        helloDeadline = EventLoop.now + limit
        alarm.set(after: .zero, for: self) { $0.connect() }
    }

    isolated deinit {
        close()
    }

    /// Sends a request.
    ///
    /// - Parameters:
    ///   - limit: time limit for the answer; nil for none.
    ///   - answered: receives the answer or the error.
    package func ask<Request: ControlRequest>(
        _ request: Request, within limit: Duration? = ControlLimits.answer,
        _ answered: @escaping @LoopActor (Result<Answered<Request.Answer>, AskFailure>) -> Void
    ) {
        _ = send(request, within: limit) { answered($0.map(Answered.init)) }
    }

    /// Sends a request and waits until it is answered or the task is cancelled.
    ///
    /// - Parameter limit: time limit for the answer; nil for none.
    package func ask<Request: ControlRequest>(
        _ request: Request, within limit: Duration? = ControlLimits.answer
    ) async throws(AskFailure) -> Answered<Request.Answer> {
        let answer = Mailbox<Result<JSONValue, AskFailure>>()
        let number = send(request, within: limit, isAwaited: true) { answer.post($0) }
        guard let result = await answer.next() else {
            if let number { questions[number] = nil }
            throw .failed(.gone)
        }
        return Answered(try result.get())
    }

    private func send(
        _ request: some ControlRequest, within limit: Duration?, isAwaited: Bool = false,
        _ answered: @escaping @LoopActor (Result<JSONValue, AskFailure>) -> Void
    ) -> Int? {
        guard !hasEnded else {
            answered(.failure(.failed(.gone)))
            return nil
        }
        let number = nextQuestion
        nextQuestion += 1
        let question = Question(answered: answered, isAwaited: isAwaited)
        if let limit {
            question.deadline.set(after: limit) { [weak self] in
                self?.questions.removeValue(forKey: number)?
                    .answered(.failure(.failed(.noAnswer)))
            }
        }
        questions[number] = question
        output += ControlMessage(request, id: .number(number)).line
        settle()
        return number
    }

    /// Waits for the end of the connection and returns the reason.
    ///
    /// - Returns: nil if the connection still exists at the time limit, or if the task is cancelled.
    package func end(within limit: Duration? = nil) async -> ControlFailure? {
        await ending.next(within: limit)
    }

    /// Closes the connection and stops all news; pending requests of tasks fail, pending callbacks are dropped.
    package func stop() {
        hasEnded = true
        close()
        ending.post(.gone)
        let awaited = questions.values.filter(\.isAwaited)
        questions = [:]
        for question in awaited { question.answered(.failure(.failed(.gone))) }
    }

    /// Closes the connection and stops all news; every pending request fails with this error.
    package func giveUp(_ failure: ControlFailure) {
        guard !hasEnded else { return }
        hasEnded = true
        close()
        ending.post(failure)
        let open = questions.sorted { $0.key < $1.key }
        questions = [:]
        for (_, question) in open { question.answered(.failure(.failed(failure))) }
    }

    private func connect() {
        do throws(Errno) {
            let socket = try StreamSocket.connect(to: path)
            let descriptor = socket.rawValue
            self.socket = consume socket
            watch = try EventLoop.shared.watch(
                descriptor, for: wanted
            ) { [weak self] in self?.takeReadiness($0) }
            alarm.set(at: helloDeadline, for: self) { $0.end(.noAnswer) }
        } catch .wouldBlock where EventLoop.now < helloDeadline {
            alarm.set(after: Self.retry, for: self) { $0.connect() }
        } catch {
            end(ControlFailure(connecting: path, error))
        }
    }

    private var wanted: EventLoop.Readiness {
        output.isEmpty ? .readable : [.readable, .writable]
    }

    private func settle() {
        guard let watch else { return }
        do throws(Errno) {
            try EventLoop.shared.change(watch, to: wanted)
        } catch {
            end(.failed(path: path, error))
        }
    }

    private func takeReadiness(_ readiness: EventLoop.Readiness) {
        if readiness.contains(.writable) { write() }
        if readiness.contains(.readable) {
            read()
        } else if readiness.contains(.hungUp) {
            endOfInput()
        }
    }

    private func write() {
        do throws(Errno) {
            output.removeFirst(try socket?.send(output[...]) ?? 0)
            settle()
        } catch .wouldBlock {
            return
        } catch {
            // The peer has closed its end, but its last lines are still to be read.
            output = []
            settle()
        }
    }

    private func read() {
        do throws(Errno) {
            let bytes = try socket?.receive(upTo: Self.portion) ?? []
            if bytes.isEmpty { return endOfInput() }
            input.append(bytes)
        } catch .wouldBlock {
            return
        } catch {
            return endOfInput()
        }
        while !hasEnded {
            switch input.next() {
            case .line(let line): take(line)
            case .incomplete: return
            case .tooLong: end(.notABridge(path: path))
            }
        }
    }

    private func endOfInput() {
        if !isGreeted, !hasSaidGoodbye { return end(.notABridge(path: path)) }
        end(hasSaidGoodbye ? .stopped : .gone)
    }

    private func take(_ line: [UInt8]) {
        guard let value = try? JSONValue(parsing: line) else {
            return end(.notABridge(path: path))
        }
        if value["ok"] != nil {
            take(reply: value)
        } else if !isGreeted {
            greet(value)
        } else if case .string(let event) = value["event"]?.content {
            if event == "bye" { hasSaidGoodbye = true } else { take(.event(value, line: line)) }
        }
        // Any other line belongs to a later version of the protocol.
    }

    private func greet(_ value: JSONValue) {
        guard case .string(ControlLines.name) = value["hello"]?.content,
            case .integer(let spoken) = value["v"]?.content,
            case .string(let version) = value["version"]?.content
        else { return end(.notABridge(path: path)) }
        guard spoken == ControlLines.version else {
            return end(.otherVersion(Int(clamping: spoken)))
        }
        isGreeted = true
        alarm.cancel()
        take(.hello(version: version))
    }

    private func take(reply value: JSONValue) {
        guard let reply = try? ControlReply(value) else { return end(.notABridge(path: path)) }
        if case .number(let number) = reply.id {
            // An answer without a pending request came after its time limit.
            guard let question = questions.removeValue(forKey: number) else { return }
            question.answered(reply.result)
        } else if case .failure(.refused(let refusal)) = reply.result {
            end(.turnedAway(refusal))
        }
    }

    private func end(_ failure: ControlFailure) {
        guard !hasEnded else { return }
        giveUp(failure)
        take(.ended(failure))
    }

    private func close() {
        if let watch { EventLoop.shared.unwatch(watch) }
        watch = nil
        socket = nil
        alarm.cancel()
    }
}
