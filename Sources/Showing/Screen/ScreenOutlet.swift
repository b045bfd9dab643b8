internal import Board
package import Linux
package import Notices
package import Outlets

/// Output that shows the board on a terminal, and reopens it after failures.
@LoopActor
package final class ScreenOutlet: DisplayOutlet {
    /// Minimum time between two redraws.
    package nonisolated static let interval: Duration = .milliseconds(100)

    /// The part that all displays share.
    package let loop: DisplayLoop
    private let path: String
    private let options: ScreenOptions
    private let screen: BoardScreen
    private var terminal: ScreenTerminal?
    private var writtenBefore = 0
    /// Today's notifications with their whole text, for reading.
    private(set) var day = Day()
    /// Recent one-time codes of the notifications.
    private(set) var codes = RecentCodes()
    /// The choices of the user.
    package var view = BoardView() { didSet { if view != oldValue { loop.ask() } } }
    /// Record of what has been visible for long enough to act on.
    var sight = ScreenSight()
    /// Number of redraws.
    package private(set) var redraws = 0
    private var blanking: ScreenBlanking
    let messageEnd: Alarm

    /// Handler of keys; a key that wakes a blank screen is not passed on.
    package var pressed: @LoopActor (ScreenKey) -> Void = { _ in }

    /// Handler of a lost terminal or one that cannot be opened, with the error if known.
    ///
    /// Without a handler, the terminal is reopened.
    package var lost: (@LoopActor (Errno?) -> Void)?

    /// - Parameters:
    ///   - path: the terminal.
    ///   - name: the name in messages; the path by default.
    ///   - wallClock: the wall clock.
    ///   - tell: logs a message without content.
    package init(
        _ path: String, name: String? = nil, options: ScreenOptions = ScreenOptions(),
        pace: Pace = Pace(),
        wallClock: @escaping @LoopActor () -> WallTime = { .now },
        tell: @escaping @LoopActor (String) -> Void
    ) {
        loop = DisplayLoop(name ?? path, options.board, pace: pace, wall: wallClock, tell: tell)
        self.path = path
        self.options = options
        screen = BoardScreen(isUTF8: options.isUTF8, on: path)
        messageEnd = Alarm(on: pace)
        blanking = ScreenBlanking(after: options.blankAfter, lastNews: pace.now)
        loop.display = self
    }

    isolated deinit {
        closeTerminal()
    }

    package func attempt() {
        guard terminal == nil else { return }
        do throws(Errno) {
            let opened = try ScreenTerminal(path) { [weak self] in self?.take($0) }
            terminal = opened
            opened.start()
            if terminal != nil { loop.arrive() }
        } catch {
            fail(error)
        }
    }

    package var isOpen: Bool { terminal != nil }

    package var status: OutletStatus {
        OutletStatus(
            failure: loop.failure, queued: terminal?.queuedBytes ?? 0, restarts: loop.restarts,
            written: writtenBefore + (terminal?.writtenBytes ?? 0))
    }

    /// Releases the terminal until it is opened again.
    package func release() {
        loop.rest()
        closeTerminal()
    }

    private func closeTerminal() {
        let closing = terminal
        forgetTerminal()
        closing?.close()
    }

    private func forgetTerminal() {
        writtenBefore += terminal?.writtenBytes ?? 0
        terminal = nil
    }

    /// Clears everything, because a new snapshot follows.
    package func beginAnew() {
        day = Day()
        codes = RecentCodes()
        view.beginAnew()
        loop.beginAnew()
    }

    /// Takes an event and requests a redraw if the screen changes.
    package func show(_ event: BridgeEvent) {
        guard !loop.isOver else { return }
        let event = options.board.codes == .hide ? event.withoutCode : event
        day.take(event)
        _ = codes.take(event, at: loop.pace.now, wall: loop.wall())
        if case .notice(let change, let notice, _) = event {
            view.update(change, notice, options.board.detail)
        }
        loop.take(event)
    }

    /// Releases the terminal at once.
    package func finish(within limit: Duration?, _ done: @escaping @LoopActor () -> Void) {
        loop.end()
        messageEnd.cancel()
        closeTerminal()
        done()
    }

    /// Requests a redraw, which queries the size of the terminal.
    package func sizeMayHaveChanged() { loop.ask() }

    /// Copies a text to the clipboard of the user's terminal, if the terminal allows it.
    package func copy(_ text: String) {
        terminal?.send(TerminalClipboard.sequence(copying: text))
    }

    private func take(_ report: ScreenTerminal.Report) {
        switch report {
        case .key(let key):
            let wasBlank = isBlank
            noteNews()
            // Ctrl-L redraws the screen, as in other programs, because another program may have
            // written to it.
            if key == .control("l") { terminal?.forgetShown() }
            if wasBlank || key == .control("l") { loop.ask() } else { pressed(key) }
        case .ended(let error):
            forgetTerminal()
            loop.restarts += 1
            fail(error)
        }
    }

    private func fail(_ error: Errno?) {
        loop.fail(error.map { "\($0)" } ?? "it was closed", retry: lost == nil ? .loop : .never)
        if !loop.isOver { lost?(error) }
    }
}

extension ScreenOutlet {
    /// Whether the terminal is open; a slow one skips pictures.
    package var isFree: Bool { terminal != nil }
    /// Minimum time between two redraws.
    package var redrawPause: Duration { Self.interval }

    /// Whether the screen is blank because there was no news for some time.
    package var isBlank: Bool { blanking.isBlank(board, at: loop.pace.now) }
    /// Ends or delays the blanking of the screen.
    package func noteNews() { blanking.lastNews = loop.pace.now }
    /// Returns the time until the clock, a call or blanking changes the screen.
    package func untilLook(at wall: WallTime) -> Duration {
        blanking.untilLook(board, at: loop.pace.now, wall)
    }

    /// Draws the screen in the present size of the terminal.
    package func draw(at wall: WallTime) -> Bool {
        guard let terminal else { return false }
        let now = loop.pace.now
        redraws += 1
        let (columns, rows) = terminal.size
        view.settle(on: board)
        let picture = screen.picture(
            of: board, view, columns: columns, rows: rows, at: wall, now: now)
        sight.list = picture.list
        if isBlank { sight.hide(at: now) } else { sight.show(view, of: board, at: now) }
        terminal.show(
            isBlank ? ScreenCanvas(columns: columns, rows: rows) : picture.canvas,
            options.palette(at: wall))
        return true
    }
}
