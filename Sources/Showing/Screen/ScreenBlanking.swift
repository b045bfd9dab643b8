internal import Board
internal import Linux
internal import Outlets

/// Rule for blanking a screen without news.
struct ScreenBlanking {
    /// Time after the last news; nil for never.
    let after: Duration?
    /// Time of the last news or key.
    var lastNews: Duration

    func isBlank(_ board: DayBoard, at now: Duration) -> Bool {
        guard let after, board.calls.isEmpty else { return false }
        return now - lastNews >= after
    }

    /// Returns the time until the clock alone changes a screen: each minute, each second of a call,
    /// and the time to go blank.
    func untilLook(_ board: DayBoard, at now: Duration, _ wall: WallTime) -> Duration {
        // A blank screen only waits for news, which quiet hours may delay.
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
