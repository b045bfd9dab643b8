package import Linux

/// Tells a person of each trouble of an outlet once, and that it is over once it has been for some time:
/// what comes and goes is not worth a line each time.
@LoopActor
package final class TroubleReporter {
    /// How long all has to go well until that is said.
    nonisolated static let steadiness: Duration = .seconds(10)

    /// Sentences that are told until all goes well again; further ones are not.
    private nonisolated static let mostTold = 16

    private let tell: @LoopActor (String) -> Void
    private var told: Set<String> = []
    private let steadying: Alarm
    /// Whether all goes well, as far as is known.
    private var works = false

    /// Tells sentences; how long all goes well is measured by a clock.
    package init(pace: Pace, tell: @escaping @LoopActor (String) -> Void) {
        self.tell = tell
        steadying = Alarm(on: pace)
    }

    /// Takes a trouble, as a sentence without content.
    package func fail(_ sentence: String) {
        rest()
        guard told.count < Self.mostTold else { return }
        if told.insert(sentence).inserted { tell(sentence) }
    }

    /// Takes note that all goes well.
    ///
    /// - Parameters:
    ///   - relief: what is told after some time where there was trouble.
    ///   - steady: called after that time in any case.
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

    /// Waits for nothing any more.
    package func rest() {
        works = false
        steadying.cancel()
    }
}
