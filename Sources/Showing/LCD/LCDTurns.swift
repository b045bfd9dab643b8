/// Order of pages on a display.
///
/// New notifications come first, but cannot keep missed calls off the display.
struct LCDTurns {
    /// Time for which new notifications may keep the display while missed calls wait.
    static let patience: Duration = .seconds(20)

    /// Number of the present page, counted from the one with the newest notification.
    private(set) var number = 0
    private var began = Duration.zero
    /// Start of the period in which only new notifications were shown.
    private var newsSince: Duration?
    /// Whether a new notification waits for the end of a turn.
    private var hasNews = false

    /// Records a new notification, which is shown at the latest in the next turn.
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

    /// Records the page that is displayed now.
    mutating func enter(_ page: LCDLayout.Page) {
        if page.isMissed { newsSince = nil }
    }

    /// Moves on to the next page.
    mutating func pass(at now: Duration) {
        if hasNews { return restart(at: now) }
        number += 1
        began = now
    }

    /// Returns to the newest notification.
    mutating func restart(at now: Duration) {
        (number, began, hasNews) = (0, now, false)
    }

    /// Returns the remaining time of the turn.
    func rest(of page: LCDLayout.Page, at now: Duration) -> Duration {
        max(.zero, began + page.time - now)
    }
}
