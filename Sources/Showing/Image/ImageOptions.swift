package import Board
internal import Linux
package import Notices
internal import Outlets
package import Scenes

/// What goes to a display of pixels, and how.
package struct ImageOptions: Hashable, Sendable {
    /// From such a pause on a display is one that wears, and shows no clock unless asked to.
    package static let slowPause: Duration = .seconds(10)

    /// What is shown, and when.
    package var board: BoardOptions
    /// The pictures and where they go.
    package var job: DrawingJob
    /// Whether it is dark on light or light on dark.
    package var look: SceneTheme
    /// When it uses the dark red colours of the night.
    package var nightHours: Hours?
    /// The least time from one picture to the next; nil for what is usual where they go.
    package var minInterval: Duration?
    /// Whether there is a clock; nil for where that wears nothing.
    package var hasClock: Bool?

    /// - Parameter look: nil for that of paper or, on a framebuffer, of what shines.
    package init(
        board: BoardOptions = BoardOptions(), job: DrawingJob, look: SceneTheme? = nil,
        nightHours: Hours? = nil, minInterval: Duration? = nil, hasClock: Bool? = nil
    ) {
        self.board = board
        self.job = job
        if case .framebuffer = job.output {
            self.look = look ?? .dark
        } else {
            self.look = look ?? .light
        }
        self.nightHours = nightHours
        self.minInterval = minInterval
        self.hasClock = hasClock
    }

    /// The least time from one picture to the next.
    var pause: Duration {
        if let minInterval { return minInterval }
        if case .framebuffer = job.output { return .milliseconds(100) }
        return .seconds(1)
    }

    /// Whether the minute is shown.
    var showsClock: Bool { hasClock ?? (pause <= Self.slowPause) }

    /// How long a picture may take: longer than any limit that the program itself has for it.
    var patience: Duration {
        switch job.output {
        case .command(_, let limit), .stream(_, let limit): limit + .seconds(15)
        case .file, .framebuffer: .seconds(30)
        }
    }
}

extension ImageOptions {
    /// Minutes after which the board is looked at in any case: somebody may have set the clock.
    private static let mostMinutes: Int64 = 60

    /// The colours at this time.
    func look(at time: WallTime) -> SceneTheme {
        nightHours?.contains(time) ?? false ? .night : look
    }

    /// How long it takes until there may be something else to be seen, though nothing happens: another
    /// minute where it is shown, else the begin or end of hours and of a day.
    func pause(untilLookAfter time: WallTime) -> Duration {
        let rest = time.untilNextMinute
        if showsClock { return rest }
        let now = hours(at: time)
        for minutes in 0..<Self.mostMinutes {
            let pause = rest + .seconds(60 * minutes)
            if hours(at: time.advanced(by: pause)) != now { return pause }
        }
        return .seconds(60 * Self.mostMinutes)
    }

    private func hours(at time: WallTime) -> [Int64] {
        let isQuiet = board.quietHours?.contains(time) ?? false
        return [look(at: time) == .night ? 1 : 0, isQuiet ? 1 : 0, time.midnight.milliseconds]
    }
}
