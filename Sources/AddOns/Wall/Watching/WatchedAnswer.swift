import AddOnRuntime
import Contract
import Control
import Linux

/// An answer of the bridge for those who watch machines: however many of them ask, and how often, the bridge is asked once in a while.
@LoopActor
final class WatchedAnswer<Request: ControlRequest> {
    typealias Answer = Answered<Request.Answer>
    typealias Take = @LoopActor (Answer?) -> Void

    /// How long the bridge may think.
    private nonisolated static var patience: Duration { .seconds(5) }

    private let request: Request
    private let lifetime: Duration
    private let pace: Pace?
    private var known: (value: Answer?, at: Duration)?
    private var waiting: [Take] = []

    /// - Parameters:
    ///   - lifetime: how long an answer is good enough.
    ///   - pace: the clock for that; the machine's own where there is none.
    init(_ request: Request, for lifetime: Duration, pace: Pace? = nil) {
        self.request = request
        self.lifetime = lifetime
        self.pace = pace
    }

    private var now: Duration { pace?.now ?? EventLoop.now }

    /// Hands over what the bridge says, or said lately; nil where it says nothing.
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
