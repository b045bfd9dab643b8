package import Linux

/// Reports each problem of an output once, and its end after a steady period, so that a flapping
/// device does not flood the log.
@LoopActor
package final class TroubleReporter {
    /// Time without problems after which the recovery is reported.
    nonisolated static let steadiness: Duration = .seconds(10)

    /// Limit of problems reported before the next recovery.
    private nonisolated static let mostTold = 16

    private let tell: @LoopActor (String) -> Void
    private var told: Set<String> = []
    private let steadying: Alarm
    /// Whether the output has worked since the last problem.
    private var works = false

    /// Creates a reporter with the clock of its steady period.
    package init(pace: Pace, tell: @escaping @LoopActor (String) -> Void) {
        self.tell = tell
        steadying = Alarm(on: pace)
    }

    /// Reports a problem, as a message without content.
    package func fail(_ sentence: String) {
        rest()
        guard told.count < Self.mostTold else { return }
        if told.insert(sentence).inserted { tell(sentence) }
    }

    /// Records that the output works.
    ///
    /// - Parameters:
    ///   - relief: the message after the steady period, if a problem was reported.
    ///   - steady: called after that period in any case.
    package func work(_ relief: String, _ steady: @escaping @LoopActor () -> Void = {}) {
        guard !works else { return }
        works = true
        steadying.set(after: Self.steadiness) { [weak self] in
            guard let self else { return }
            steady()
            if !told.isEmpty { tell(relief) }
            told = []
        }
    }

    /// Cancels the steady period.
    package func rest() {
        works = false
        steadying.cancel()
    }
}
