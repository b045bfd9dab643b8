/// Whose turn it is on a display: what is new at once, but no flood of it takes their turn from missed
/// calls.
struct LCDTurns {
    /// How long news alone may have the display while missed calls wait.
    static let patience: Duration = .seconds(20)

    /// Counts up with every turn, from what is new.
    private(set) var number = 0
    private var began = Duration.zero
    /// Since when news had the display alone.
    private var newsSince: Duration?
    /// Whether news waits for the end of a turn.
    private var hasNews = false

    /// Takes note of news, which has the next turn at the latest.
    mutating func tellNews(_ page: LCDLayout.Page, at now: Duration) {
        if page.call == nil, page.isMissed, now < began + page.time {
            hasNews = true
        } else if let missed = page.missedTurn, let newsSince, now >= newsSince + Self.patience {
            (number, began, hasNews) = (missed, now, true)
        } else {
            newsSince = newsSince ?? now
            restart(at: now)
        }
    }

    /// Takes note of what is on the display now.
    mutating func enter(_ page: LCDLayout.Page) {
        if page.isMissed { newsSince = nil }
    }

    /// The next one has its turn.
    mutating func pass(at now: Duration) {
        if hasNews { return restart(at: now) }
        number += 1
        began = now
    }

    /// What is new has its turn.
    mutating func restart(at now: Duration) {
        (number, began, hasNews) = (0, now, false)
    }

    /// How long the turn goes on.
    func rest(of page: LCDLayout.Page, at now: Duration) -> Duration {
        max(.zero, began + page.time - now)
    }
}
