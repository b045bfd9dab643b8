internal import Board
internal import Linux
internal import Outlets

/// When a screen goes blank because there is no news.
struct ScreenBlanking {
    /// How long after news; nil for never.
    let after: Duration?
    /// When there was news, or a key was pressed.
    var lastNews: Duration

    /// Whether nothing is shown.
    func isBlank(_ board: DayBoard, at now: Duration) -> Bool {
        guard let after, board.calls.isEmpty else { return false }
        return now - lastNews >= after
    }

    /// How long until time alone changes a screen: a clock with each minute, a call with each second, and
    /// a screen that goes blank.
    func untilLook(_ board: DayBoard, at now: Duration, _ wall: WallTime) -> Duration {
        // A screen that shows nothing waits for news alone, and these are held back in quiet hours.
        if isBlank(board, at: now) {
            return board.options.quietHours == nil ? .seconds(3_600) : wall.untilNextMinute
        }
        guard let call = board.calls.first else {
            return min(wall.untilNextMinute, after.map { lastNews + $0 - now } ?? .seconds(60))
        }
        let age = max(now - call.began, .zero)
        return min(wall.untilNextMinute, .seconds(age.components.seconds + 1) - age)
    }
}
