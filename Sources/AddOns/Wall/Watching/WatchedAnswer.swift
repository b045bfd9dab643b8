import AddOnRuntime
import Control
import Linux

/// Cached answer of the bridge for monitoring: many clients cause only one request per lifetime.
@LoopActor
final class WatchedAnswer<Request: ControlRequest> {
    typealias Answer = Answered<Request.Answer>
    typealias Take = @LoopActor (Answer?) -> Void

    /// Time limit of the bridge's answer.
    private nonisolated static var patience: Duration { .seconds(5) }

    private let request: Request
    private let lifetime: Duration
    private let pace: Pace?
    private var known: (value: Answer?, at: Duration)?
    private var waiting: [Take] = []

    /// - Parameters:
    ///   - lifetime: time for which an answer is reused.
    ///   - pace: clock for the lifetime; nil uses the host's clock.
    init(_ request: Request, for lifetime: Duration, pace: Pace? = nil) {
        self.request = request
        self.lifetime = lifetime
        self.pace = pace
    }

    private var now: Duration { pace?.now ?? EventLoop.now }

    /// Calls `take` with the cached answer or a new one; with nil if the bridge does not answer.
    func get(_ frame: AddOnRunner, _ take: @escaping Take) {
        if let known, now - known.at < lifetime { return take(known.value) }
        waiting.append(take)
        guard waiting.count == 1 else { return }
        frame.ask(request, within: Self.patience) { [weak self] result in
            self?.finish(try? result.get())
        }
    }

    private func finish(_ value: Answer?) {
        known = (value, now)
        let all = waiting
        waiting = []
        for take in all { take(value) }
    }
}
