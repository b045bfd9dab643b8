import Formats
import JSON
package import Linux
import Notices

/// Subscription to a bridge: the current state, then live events, each reported as news once, across reconnections.
@LoopActor
package final class BridgeFollower {
    /// Pauses between attempts to reconnect.
    private nonisolated static let pauses: ClosedRange<Duration> =
        .milliseconds(500) ... .seconds(2)
    /// Delay before the current state is requested again after a loss of events.
    package nonisolated static let renewal: Duration = .seconds(1)

    /// Progress of the last request for the current state.
    private enum Stage {
        /// Not answered yet; events lost until then are part of the answer.
        case asked
        /// The current state is being received.
        case catchingUp(hasLost: Bool)
        /// Events are live.
        case following
    }

    /// The interval between two health checks of the bridge, and the time limit for each answer.
    ///
    /// A bridge that hangs is reported after the sum of both at the latest.
    package nonisolated static let check: Duration = .seconds(7)

    private let path: String
    /// Number of past events requested on the first connection.
    private var recent: Int
    private let filter: TailRequest
    private let renews: Bool
    private let check: Duration?
    private let limit: Duration
    private let renewal: Duration
    private let take: @LoopActor (BridgeNews) -> Void
    private var stage = Stage.asked
    private var phase = NewsPhase()
    private var client: ControlClient?
    private var pause = GrowingPause(BridgeFollower.pauses)
    private let next = Alarm()
    private let checking = Alarm()

    /// - Parameters:
    ///   - path: path of the control socket.
    ///   - recent: number of past events sent before the current state, on the first connection only.
    ///   - filter: selection of events.
    ///   - renews: whether the current state is requested again after a loss of events.
    ///   - check: interval between health checks, each of which wakes the bridge; nil for none.
    ///   - limit: time limit for the answer to a health check.
    ///   - renewal: delay before the current state is requested again.
    ///   - take: receives news, never before this initialiser returns.
    package init(
        path: String, recent: Int = 0, _ filter: TailRequest = TailRequest(),
        renews: Bool = true, check: Duration? = check, within limit: Duration = check,
        renewal: Duration = renewal,
        _ take: @escaping @LoopActor (BridgeNews) -> Void
    ) {
        self.path = path
        self.recent = recent
        self.filter = filter
        self.renews = renews
        self.check = check
        self.limit = limit
        self.renewal = renewal
        self.take = take
        connect()
    }

    isolated deinit {
        stop()
    }

    /// Sends a request to the bridge and waits for the answer.
    package func ask<Request: ControlRequest>(
        _ request: Request, within limit: Duration? = ControlLimits.answer
    ) async throws(AskFailure) -> Answered<Request.Answer> {
        guard let client else { throw .failed(.gone) }
        return try await client.ask(request, within: limit)
    }

    /// Sends a request to the bridge.
    package func ask<Request: ControlRequest>(
        _ request: Request, within limit: Duration? = ControlLimits.answer,
        _ answered: @escaping @LoopActor (Result<Answered<Request.Answer>, AskFailure>) -> Void
    ) {
        guard let client else { return answered(.failure(.failed(.gone))) }
        client.ask(request, within: limit, answered)
    }

    /// Ends the subscription; no further news is reported.
    package func stop() {
        client?.stop()
        forget()
    }

    private func forget() {
        client = nil
        next.cancel()
        checking.cancel()
    }

    private func connect() {
        client = ControlClient(path: path) { [weak self] in self?.read($0) }
        begin()
    }

    private func begin() {
        var held = filter
        if recent > 0 {
            held.recent = recent
            client?.ask(held) { _ in }
            recent = 0
        }
        (held.recent, held.board) = (0, true)
        stage = .asked
        client?.ask(held) { [weak self] result in
            guard let self else { return }
            switch result {
            case .failure(.refused(let refusal)): lose(.turnedAway(refusal))
            case .success:
                pause.reset()
                stage = .catchingUp(hasLost: false)
                if !checking.isSet { checkLater() }
                phase.begin()
                take(.begun)
            // A connection that ended is reported by `lose`, with its own reason.
            case .failure(.failed(.noAnswer)): lose(.noAnswer)
            case .failure: break
            }
        }
    }

    /// Requests the status of the bridge, which is reported as news.
    package func askStatus() {
        ask(StatusRequest()) { [weak self] result in
            if case .success(let answer) = result { self?.take(.status(answer.value)) }
        }
    }

    /// Without this check, a bridge that hangs would freeze a board forever.
    private func checkLater() {
        guard let check else { return }
        checking.set(after: check) { [weak self] in
            guard let self else { return }
            client?.ask(StatusRequest(), within: limit) { [weak self] result in
                switch result {
                case .failure(.failed(.noAnswer)): self?.lose(.noAnswer)
                case .success(let answer): self?.take(.status(answer.value))
                case .failure: break
                }
            }
            checkLater()
        }
    }

    private func read(_ news: ControlClient.News) {
        switch news {
        case .hello: break
        case .event(let value, _):
            switch value.text("event") {
            case ControlLines.caughtUp: return catchUp()
            case "lost":
                take(.leftOut(value.number("count") ?? 0))
                return noteLoss()
            default: break
            }
            // An event that cannot be read is of a later version.
            if let event = try? EventReader.event(value) {
                take(.event(event, news: phase.news(in: event)))
            }
        case .ended(let failure): lose(failure)
        }
    }

    private func catchUp() {
        if case .catchingUp(hasLost: true) = stage { renew() }
        stage = .following
        phase.end()
        take(.caughtUp)
    }

    /// Requests the current state again after a loss of events, since it includes the lost ones.
    ///
    /// During an answer the request waits: repeating it early would drop the rest of the answer, so that a slow reader
    /// would never catch up.
    private func noteLoss() {
        switch stage {
        case .asked: break
        case .catchingUp: stage = .catchingUp(hasLost: true)
        case .following: renew()
        }
    }

    private func renew() {
        guard renews, !next.isSet else { return }
        next.set(after: renewal, for: self) { $0.begin() }
    }

    private func lose(_ failure: ControlFailure) {
        guard let client else { return }
        forget()
        client.giveUp(failure)
        next.set(after: pause.take(), for: self) { $0.connect() }
        phase.end()
        take(.lost(failure))
    }
}
