package import Board
internal import Linux
package import Notices
internal import Outlets
package import Scenes

/// Options of an image display.
package struct ImageOptions: Hashable, Sendable {
    /// Longest pause between images with a clock by default; displays with a longer one are taken
    /// for ones that wear.
    package static let slowPause: Duration = .seconds(10)

    package var board: BoardOptions
    /// Settings of the drawing program.
    package var job: DrawingJob
    package var look: SceneTheme
    /// Hours of the dark red night colours.
    package var nightHours: Hours?
    /// Minimum time between two images; nil for the default of the destination.
    package var minInterval: Duration?
    /// Whether the clock is shown; nil for a default that depends on the pause.
    package var hasClock: Bool?

    /// - Parameter look: the theme; nil for dark on a framebuffer and light elsewhere.
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

    /// Minimum time between two images.
    var pause: Duration {
        if let minInterval { return minInterval }
        if case .framebuffer = job.output { return .milliseconds(100) }
        return .seconds(1)
    }

    /// Whether the time of day is shown.
    var showsClock: Bool { hasClock ?? (pause <= Self.slowPause) }

    /// Time limit for an image: longer than any limit that the drawing program applies itself.
    var patience: Duration {
        switch job.output {
        case .command(_, let limit), .stream(_, let limit): limit + .seconds(15)
        case .file, .framebuffer: .seconds(30)
        }
    }
}

extension ImageOptions {
    /// Maximum minutes between checks of the board, because the system clock may have been set.
    private static let mostMinutes: Int64 = 60

    /// Returns the theme at this time.
    func look(at time: WallTime) -> SceneTheme {
        nightHours?.contains(time) ?? false ? .night : look
    }

    /// Returns the time until the clock alone may change the image.
    ///
    /// That is the next minute if the clock is shown. Otherwise, it is midnight or the start or end
    /// of quiet or night hours, but an hour at most.
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
