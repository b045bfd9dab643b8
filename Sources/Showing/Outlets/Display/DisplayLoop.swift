package import Board
package import Linux
package import Notices

/// An outlet that shows the day as a picture: what differs from display to display, beside its loop.
@LoopActor
package protocol DisplayOutlet: Outlet {
    /// What it shares with all other displays.
    var loop: DisplayLoop { get }

    /// Opens what it draws on, or tries the last picture again; what fails is reported to the loop.
    func attempt()
    /// Whether it is there and may have a picture.
    var isFree: Bool { get }
    /// The least time from one picture to the next.
    var redrawPause: Duration { get }
    /// Whether what has changed comes before a picture that waits for its time.
    var isUrgent: Bool { get }
    /// Takes note of something new on the board.
    func noteNews()
    /// Draws the board, and returns whether that made a new picture.
    func draw(at wall: WallTime) -> Bool
    /// How long until time alone changes the picture.
    func untilLook(at wall: WallTime) -> Duration
}

extension DisplayOutlet {
    /// Nothing is urgent, unless a kind says so.
    package var isUrgent: Bool { false }
    /// News are nothing special, unless a kind says so.
    package func noteNews() {}
    /// What is shown.
    package var board: DayBoard { loop.board }
    /// What holds is on it as well, whenever that began.
    package var attention: BeaconAttention { .state }
    /// Opens it, as often as it takes; what is shown until then is kept.
    package func open() { loop.open() }
    /// Takes an event, and has the picture drawn that it changes.
    package func show(_ event: BridgeEvent) { loop.take(event) }
}

/// What all displays do alike: it keeps the board, has it drawn when that or time changes it, tries again
/// what fails, and tells a person of that.
@LoopActor
package final class DisplayLoop {
    /// What tries a display again that fails.
    package enum Retry {
        /// The loop, after a growing pause.
        case loop
        /// The display itself.
        case display
        /// Nothing, and no person is told.
        case never
    }

    /// What the display is called in sentences.
    package let name: String
    /// The clock that pauses go by.
    package let pace: Pace
    /// The clock on the wall.
    package let wall: @LoopActor () -> WallTime
    /// What is shown.
    package private(set) var board: DayBoard
    /// Why nothing is shown at the moment.
    package private(set) var failure: String?
    /// Whether the display has shown what it was given, and nothing has failed since.
    package private(set) var works = false
    /// How often it failed and worked again.
    package var restarts = 0
    /// Whether nothing is shown any more.
    package private(set) var isOver = false
    /// The display; set by itself.
    package weak var display: (any DisplayOutlet)?

    private let troubles: TroubleReporter
    private var pause: GrowingPause
    /// When the picture was drawn that is on the display, or on its way.
    private var lastDrawn: Duration?
    /// Whether a picture was asked for that the display could not have.
    private var isOwed = false
    private let redraw: Alarm
    /// The next moment at which time alone changes the picture.
    private let look: Alarm
    private let next: Alarm

    /// - Parameters:
    ///   - name: what the display is called in sentences.
    ///   - pauses: between attempts.
    ///   - tell: takes what a person should know, in a sentence without content.
    package init(
        _ name: String, _ options: BoardOptions, pace: Pace,
        pauses: ClosedRange<Duration> = .seconds(1) ... .seconds(30),
        wall: @escaping @LoopActor () -> WallTime, tell: @escaping @LoopActor (String) -> Void
    ) {
        self.name = name
        self.pace = pace
        self.wall = wall
        board = DayBoard(options)
        pause = GrowingPause(pauses)
        troubles = TroubleReporter(pace: pace, tell: tell)
        redraw = Alarm(on: pace)
        look = Alarm(on: pace)
        next = Alarm(on: pace)
    }

    // MARK: The picture

    /// Takes an event, and has the picture drawn that it changes.
    package func take(_ event: BridgeEvent) {
        guard !isOver else { return }
        if change({ $0.take(event, at: pace.now - event.age(at: wall())) }) { ask() }
    }

    /// Has the board forget what is over at this time.
    package func move(to wall: WallTime) {
        _ = change { $0.move(to: wall) }
    }

    private func change(_ change: (inout DayBoard) -> Bool) -> Bool {
        let news = board.news
        let hasChanged = change(&board)
        if board.news != news { display?.noteNews() }
        return hasChanged
    }

    /// Forgets all that was shown: the events that follow describe everything again.
    package func beginAnew() {
        board = DayBoard(board.options)
        ask()
    }

    /// Has the board drawn on a display that shows nothing yet.
    package func begin() {
        lastDrawn = nil
        ask()
    }

    /// Has the board drawn as soon as the display may have another picture.
    package func ask() {
        guard let display, display.isFree, !next.isSet else {
            isOwed = true
            return
        }
        guard display.isUrgent || !redraw.isSet else { return }
        let due = lastDrawn.map { $0 + display.redrawPause - pace.now } ?? .zero
        redraw.set(after: max(due, .zero), for: self) { $0.draw() }
    }

    /// Has the board drawn if that was asked for while the display could not have another picture.
    package func goOn() {
        if isOwed { ask() }
    }

    private func draw() {
        guard let display, display.isFree else {
            isOwed = true
            return
        }
        isOwed = false
        let wall = wall()
        move(to: wall)
        look.set(after: max(display.untilLook(at: wall), .milliseconds(1)), for: self) { $0.ask() }
        let before = lastDrawn
        lastDrawn = pace.now
        if !display.draw(at: wall) { lastDrawn = before }
    }

    // MARK: Failures

    /// Makes an attempt, which need not be the first.
    package func open() {
        next.cancel()
        if !isOver { display?.attempt() }
    }

    /// Takes note that the display shows what it is given.
    package func work() {
        next.cancel()
        if failure != nil { restarts += 1 }
        (failure, works) = (nil, true)
        troubles.work("\(name) is there again") { [weak self] in self?.pause.reset() }
    }

    /// Takes note of a display that is there, and with that works.
    package func arrive() {
        (failure, works) = (nil, true)
        pause.reset()
        troubles.work("\(name) is there again")
        begin()
    }

    /// Takes note that nothing can be shown.
    ///
    /// - Parameters:
    ///   - isGone: whether the display is not there, rather than without a picture.
    ///   - retry: what tries it again.
    package func fail(_ reason: String, isGone: Bool = true, retry: Retry = .loop) {
        if isGone { rest() }
        (failure, works) = (reason, false)
        redraw.cancel()
        guard retry != .never else { return }
        troubles.fail("\(name) cannot be used, and is tried again: \(reason)")
        guard retry == .loop, !isOver else { return }
        next.set(after: pause.take(), for: self) { $0.open() }
    }

    /// Has nothing drawn on a display that is gone or was given back.
    package func rest() {
        for alarm in [redraw, look, next] { alarm.cancel() }
        (works, isOwed, lastDrawn) = (false, false, nil)
        troubles.rest()
    }

    /// Shows nothing any more.
    package func end() {
        isOver = true
        rest()
    }
}

extension WallTime {
    /// How long until a clock shows the next minute.
    package var untilNextMinute: Duration {
        .milliseconds(60_000 - (milliseconds % 60_000 + 60_000) % 60_000)
    }
}
