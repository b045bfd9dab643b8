internal import Board
package import Linux
package import Notices
package import Outlets

/// Shows the board on a terminal, however slow that is and however often it goes.
@LoopActor
package final class ScreenOutlet: DisplayOutlet {
    /// The shortest time from one redraw to the next.
    package nonisolated static let interval: Duration = .milliseconds(100)

    /// What it shares with all other displays.
    package let loop: DisplayLoop
    private let path: String
    private let options: ScreenOptions
    private let screen: BoardScreen
    private var terminal: ScreenTerminal?
    private var writtenBefore = 0
    /// The notices of the board with all their words, for who wants to read them.
    private(set) var day = Day()
    /// The one-time codes of them that are new.
    private(set) var codes = RecentCodes()
    /// What a person has chosen to see of it.
    package var view = BoardView() { didSet { if view != oldValue { loop.ask() } } }
    /// What a person has had the time to see.
    var sight = ScreenSight()
    /// How often the screen was drawn.
    package private(set) var redraws = 0
    private var blanking: ScreenBlanking
    let messageEnd: Alarm

    /// Takes keys that were pressed; a key that wakes a blank screen does that alone.
    package var pressed: @LoopActor (ScreenKey) -> Void = { _ in }

    /// Hears that the terminal is gone or cannot be opened, with the reason where there is one; where
    /// nobody does, it is opened again.
    package var lost: (@LoopActor (Errno?) -> Void)?

    /// - Parameters:
    ///   - path: the terminal.
    ///   - name: what it is called in sentences; its path by default.
    ///   - wallClock: the clock on the wall.
    ///   - tell: takes what a person should know, in a sentence without content.
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

    /// Opens the terminal.
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

    /// Whether the terminal is open.
    package var isOpen: Bool { terminal != nil }

    /// How it is doing, with the bytes that the terminal has not taken.
    package var status: OutletStatus {
        OutletStatus(
            failure: loop.failure, queued: terminal?.queuedBytes ?? 0, restarts: loop.restarts,
            written: writtenBefore + (terminal?.writtenBytes ?? 0))
    }

    /// Gives the terminal back until it is opened again.
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

    /// Forgets all that was shown, since what is told from now on begins anew.
    package func beginAnew() {
        day = Day()
        codes = RecentCodes()
        view.beginAnew()
        loop.beginAnew()
    }

    /// Takes an event, and has the screen redrawn that it changes.
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

    /// Gives the terminal back at once.
    package func finish(within limit: Duration?, _ done: @escaping @LoopActor () -> Void) {
        loop.end()
        messageEnd.cancel()
        closeTerminal()
        done()
    }

    /// Has the screen redrawn soon, in the size that the terminal has then.
    package func sizeMayHaveChanged() { loop.ask() }

    /// Gives a text to the clipboard of whoever sits at the terminal, where that allows it.
    package func copy(_ text: String) {
        terminal?.send(TerminalClipboard.sequence(copying: text))
    }

    private func take(_ report: ScreenTerminal.Report) {
        switch report {
        case .key(let key):
            let wasBlank = isBlank
            noteNews()
            // As everywhere: the screen anew, since somebody else may have written on it.
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
    /// Whether the terminal is open: it takes as much as it can.
    package var isFree: Bool { terminal != nil }
    /// The shortest time from one redraw to the next.
    package var redrawPause: Duration { Self.interval }

    /// Whether nothing is shown because there was no news for some time.
    package var isBlank: Bool { blanking.isBlank(board, at: loop.pace.now) }
    /// Has a blank screen show something again.
    package func noteNews() { blanking.lastNews = loop.pace.now }
    /// The clock and calls go on, and a screen goes blank.
    package func untilLook(at wall: WallTime) -> Duration {
        blanking.untilLook(board, at: loop.pace.now, wall)
    }

    /// Draws the screen in the size that it has now.
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
