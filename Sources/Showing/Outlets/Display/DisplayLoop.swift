package import Board
package import Linux
package import Notices

/// Output that shows today's board as an image.
///
/// Its members are what differs between displays; `DisplayLoop` does the rest.
@LoopActor
package protocol DisplayOutlet: Outlet {
    /// The part that all displays share.
    var loop: DisplayLoop { get }

    /// Opens the device, or retries the last image; reports failures to the loop.
    func attempt()
    /// Whether the device is open and may take an image.
    var isFree: Bool { get }
    /// Minimum time between two images.
    var redrawPause: Duration { get }
    /// Whether a change is drawn before the redraw pause has passed.
    var isUrgent: Bool { get }
    /// Handles new notifications on the board.
    func noteNews()
    /// Draws the board and returns whether the image is new.
    func draw(at wall: WallTime) -> Bool
    /// Returns the time until the clock alone changes the image.
    func untilLook(at wall: WallTime) -> Duration
}

extension DisplayOutlet {
    package var isUrgent: Bool { false }
    package func noteNews() {}
    package var board: DayBoard { loop.board }
    /// Current state in addition to live events.
    package var attention: BeaconAttention { .state }
    package func open() { loop.open() }
    package func show(_ event: BridgeEvent) { loop.take(event) }
}

/// The part that all displays share: keeps the board, redraws it after changes, retries failures
/// and reports them.
@LoopActor
package final class DisplayLoop {
    /// How a failed display is retried.
    package enum Retry {
        /// The loop retries after a growing pause.
        case loop
        /// The display retries by itself.
        case display
        /// The display is not retried, and the failure is not reported.
        case never
    }

    /// Name of the display in messages.
    package let name: String
    /// Clock of the pauses.
    package let pace: Pace
    /// Wall clock.
    package let wall: @LoopActor () -> WallTime
    package private(set) var board: DayBoard
    /// Reason why nothing is shown at the moment; nil if there is no failure.
    package private(set) var failure: String?
    /// Whether the display has shown an image without a failure since.
    package private(set) var works = false
    /// Number of recoveries after a failure.
    package var restarts = 0
    /// Whether the display has ended.
    package private(set) var isOver = false
    /// The display, which sets this itself.
    package weak var display: (any DisplayOutlet)?

    private let troubles: TroubleReporter
    private var pause: GrowingPause
    /// Time at which the image on the display, or on its way, was drawn.
    private var lastDrawn: Duration?
    /// Whether a redraw was requested that the display could not take.
    private var isOwed = false
    private let redraw: Alarm
    /// Timer for the next change that depends on time alone.
    private let look: Alarm
    private let next: Alarm

    /// - Parameters:
    ///   - name: the name of the display in messages.
    ///   - pauses: pauses between attempts.
    ///   - tell: logs a message without content.
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

    // MARK: The image

    /// Takes an event and requests a redraw if the board changes.
    package func take(_ event: BridgeEvent) {
        guard !isOver else { return }
        if change({ $0.take(event, at: pace.now - event.age(at: wall())) }) { ask() }
    }

    /// Removes from the board what has expired at this time.
    package func move(to wall: WallTime) {
        _ = change { $0.move(to: wall) }
    }

    private func change(_ change: (inout DayBoard) -> Bool) -> Bool {
        let news = board.news
        let hasChanged = change(&board)
        if board.news != news { display?.noteNews() }
        return hasChanged
    }

    /// Clears the board: the events that follow describe everything again.
    package func beginAnew() {
        board = DayBoard(board.options)
        ask()
    }

    /// Draws the board on a display that is still blank.
    package func begin() {
        lastDrawn = nil
        ask()
    }

    /// Requests a redraw as soon as the display may take an image.
    package func ask() {
        guard let display, display.isFree, !next.isSet else {
            isOwed = true
            return
        }
        guard display.isUrgent || !redraw.isSet else { return }
        let due = lastDrawn.map { $0 + display.redrawPause - pace.now } ?? .zero
        redraw.set(after: max(due, .zero), for: self) { $0.draw() }
    }

    /// Repeats a redraw request that the display could not take.
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

    /// Makes an attempt, not necessarily the first.
    package func open() {
        next.cancel()
        if !isOver { display?.attempt() }
    }

    /// Records that the display works.
    package func work() {
        next.cancel()
        if failure != nil { restarts += 1 }
        (failure, works) = (nil, true)
        troubles.work("\(name) is there again") { [weak self] in self?.pause.reset() }
    }

    /// Records that the display has appeared and therefore works.
    package func arrive() {
        (failure, works) = (nil, true)
        pause.reset()
        troubles.work("\(name) is there again")
        begin()
    }

    /// Records a failure of the display.
    ///
    /// - Parameters:
    ///   - isGone: whether the device is absent, rather than unable to take an image.
    ///   - retry: how the display is retried.
    package func fail(_ reason: String, isGone: Bool = true, retry: Retry = .loop) {
        if isGone { rest() }
        (failure, works) = (reason, false)
        redraw.cancel()
        guard retry != .never else { return }
        troubles.fail("\(name) cannot be used, and is tried again: \(reason)")
        guard retry == .loop, !isOver else { return }
        next.set(after: pause.take(), for: self) { $0.open() }
    }

    /// Stops drawing on a display that is absent or was released.
    package func rest() {
        for alarm in [redraw, look, next] { alarm.cancel() }
        (works, isOwed, lastDrawn) = (false, false, nil)
        troubles.rest()
    }

    package func end() {
        isOver = true
        rest()
    }
}

extension WallTime {
    /// Time until the clock shows the next minute.
    package var untilNextMinute: Duration {
        .milliseconds(60_000 - (milliseconds % 60_000 + 60_000) % 60_000)
    }
}
