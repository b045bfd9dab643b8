package import Linux

/// Tells a person of each trouble of an outlet once, and that it is over once it has been for some time:
/// what comes and goes is not worth a line each time.
@LoopActor
package final class Troubles {
    /// How long all has to go well until that is said.
    nonisolated static let steadiness: Duration = .seconds(10)

    /// Sentences that are told until all goes well again; further ones are not.
    private nonisolated static let mostTold = 16

    private let pace: Pace
    private let tell: @LoopActor (String) -> Void
    private var told: Set<String> = []
    private var steadying: TimerID?

    package init(pace: Pace, tell: @escaping @LoopActor (String) -> Void) {
        self.pace = pace
        self.tell = tell
    }

    isolated deinit {
        rest()
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
        guard steadying == nil else { return }
        steadying = pace.after(Self.steadiness) { [weak self] in
            guard let self else { return }
            steady()
            if !told.isEmpty { tell(relief) }
            told = []
        }
    }

    /// Waits for nothing any more.
    package func rest() {
        if let steadying { pace.cancel(steadying) }
        steadying = nil
    }
}
