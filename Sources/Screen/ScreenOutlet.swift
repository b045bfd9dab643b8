package import Board
package import Linux
package import Notices
package import Outlets

/// Shows the board on a terminal, however slow that is and however often it goes.
@LoopActor
package final class ScreenOutlet: Outlet {
    /// Pauses between attempts to open a terminal that is gone.
    private nonisolated static let pauses: ClosedRange<Duration> = .seconds(1) ... .seconds(30)

    private let path: String
    private let options: ScreenOptions
    let pace: Pace
    private let wallClock: @LoopActor () -> WallTime
    /// What it is called in sentences.
    private let name: String
    private let troubles: Troubles
    private let screen: BoardScreen
    /// What is shown.
    package private(set) var board: DayBoard
    /// The notices of it with all their words, for who wants to read them.
    private(set) var day = Day()
    /// The one-time codes of them that are new.
    private(set) var codes = RecentCodes()
    /// What a person has chosen to see of it.
    package var view = BoardView() { didSet { if view != oldValue { ask() } } }
    var keyGuard = KeyGuard<BoardView.Meaning>()
    /// Since when the call that rings has been shown, for a key that has other meanings.
    var callGuard = KeyGuard<NoticeID?>(patience: KeyGuard<NoticeID?>.callPatience)
    /// Since when each notice has been in the list that is shown.
    private(set) var seen: [NoticeID: Duration] = [:]
    /// The room that the list has.
    private(set) var list = ListRoom()
    private var terminal: ScreenTerminal?
    private var redrawPace = RedrawPace()
    /// How often the screen was drawn.
    package private(set) var redraws = 0
    private let redraw: Alarm
    /// The next moment at which time alone changes the screen.
    private let tick: Alarm
    private let attempt: Alarm
    private var pause = GrowingPause(ScreenOutlet.pauses)
    private var failure: String?
    private var restarts = 0
    private var writtenBefore = 0
    /// When there was news, or somebody pressed a key.
    private var lastNews: Duration
    private var isOver = false

    /// Takes keys that were pressed; a key that wakes a blank screen does that alone.
    package var pressed: @LoopActor (ScreenKey) -> Void = { _ in }

    /// Hears that the terminal is gone or cannot be opened, with the reason where there is one; where
    /// nobody does, it is opened again.
    package var lost: (@LoopActor (Errno?) -> Void)?

    /// How long a message stays that no key has taken away.
    package nonisolated static let messageTime: Duration = .seconds(10)
    private let messageEnd: Alarm

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
        self.path = path
        self.options = options
        self.pace = pace
        self.wallClock = wallClock
        self.name = name ?? path
        redraw = Alarm(on: pace)
        tick = Alarm(on: pace)
        attempt = Alarm(on: pace)
        messageEnd = Alarm(on: pace)
        troubles = Troubles(pace: pace, tell: tell)
        screen = BoardScreen(isUTF8: options.isUTF8, on: path)
        board = DayBoard(options.board)
        lastNews = pace.now
    }

    isolated deinit {
        stop()
    }

    /// Opens the terminal, as often as it takes.
    package func open() {
        attempt.cancel()
        guard !isOver, terminal == nil else { return }
        do throws(Errno) {
            let opened = try ScreenTerminal(path) { [weak self] in self?.take($0) }
            terminal = opened
            opened.start()
            guard terminal != nil else { return }
            troubles.work("\(name) is there again")
            failure = nil
            pause.reset()
            ask()
        } catch {
            fail(error)
        }
    }

    /// Whether the terminal is open.
    package var isOpen: Bool { terminal != nil }

    /// How it is doing, with the bytes that the terminal has not taken.
    package var status: OutletStatus {
        OutletStatus(
            failure: failure, queued: terminal?.queuedBytes ?? 0, restarts: restarts,
            written: writtenBefore + (terminal?.writtenBytes ?? 0))
    }

    /// Gives the terminal back until it is opened again.
    package func release() {
        redraw.cancel()
        redrawPace = RedrawPace()
        writtenBefore += terminal?.writtenBytes ?? 0
        terminal?.close()
        terminal = nil
    }

    /// Forgets all that was shown, since what is told from now on begins anew.
    package func beginAnew() {
        board = DayBoard(options.board)
        day = Day()
        codes = RecentCodes()
        view.beginAnew()
        ask()
    }

    /// What holds is on it as well, whenever that began.
    package var attention: BeaconAttention { .state }

    /// Takes an event, and has the screen redrawn that it changes.
    package func show(_ event: BoardEvent) {
        guard !isOver else { return }
        let event = options.board.codes == .hide ? event.withoutCode : event
        day.take(event)
        _ = codes.take(event, at: pace.now, wall: wallClock())
        if case .notice(let change, let notice, _) = event {
            view.update(change, notice, options.board.detail)
        }
        let news = board.news
        let hasChanged = board.take(event, at: pace.now - event.age(at: wallClock()))
        noteNews(since: news)
        if hasChanged { ask() }
    }

    /// Gives the terminal back at once.
    package func finish(within limit: Duration?, _ done: @escaping @LoopActor () -> Void) {
        stop()
        done()
    }

    /// Whether nothing is shown because there was no news for some time.
    package var isBlank: Bool {
        guard let blankAfter = options.blankAfter, board.calls.isEmpty else { return false }
        return pace.now - lastNews >= blankAfter
    }

    private func stop() {
        isOver = true
        for alarm in [redraw, tick, attempt, messageEnd] { alarm.cancel() }
        troubles.rest()
        writtenBefore += terminal?.writtenBytes ?? 0
        terminal?.close()
        terminal = nil
    }

    /// Shows a person a sentence for a while, or until the next key.
    package func say(_ sentence: String) {
        view.message = sentence
        letMessageGo()
    }

    /// Has the message that is shown go after a while.
    func letMessageGo() {
        messageEnd.set(after: Self.messageTime) { [weak self] in self?.view.message = nil }
    }

    /// Gives a text to the clipboard of whoever sits at the terminal, where that allows it.
    package func copy(_ text: String) {
        terminal?.send(TerminalClipboard.sequence(copying: text))
    }

    private func noteNews(since news: UInt64) {
        if board.news != news { lastNews = pace.now }
    }

    private func take(_ report: ScreenTerminal.Report) {
        switch report {
        case .key(let key):
            let wasBlank = isBlank
            lastNews = pace.now
            // As everywhere: the screen anew, since somebody else may have written on it.
            if key == .control("l") { terminal?.forgetShown() }
            if wasBlank || key == .control("l") { ask() } else { pressed(key) }
        case .ended(let error):
            writtenBefore += terminal?.writtenBytes ?? 0
            terminal = nil
            restarts += 1
            fail(error)
        }
    }

    private func fail(_ error: Errno?) {
        let reason = error.map { "\($0)" } ?? "it was closed"
        if lost == nil {
            troubles.fail("\(name) cannot be used, and is tried again: \(reason)")
        }
        failure = reason
        guard !isOver else { return }
        if let lost { return lost(error) }
        attempt.set(after: pause.take()) { [weak self] in self?.open() }
    }

    /// Has the screen redrawn soon, in the size that the terminal has then.
    package func ask() {
        guard terminal != nil, let wait = redrawPace.ask(at: pace.now) else { return }
        redraw.set(after: wait) { [weak self] in self?.draw() }
    }

    private func draw() {
        let now = pace.now
        redrawPace.redraw(at: now)
        let wall = wallClock()
        let news = board.news
        _ = board.move(to: wall)
        noteNews(since: news)
        guard let terminal else { return }
        redraws += 1
        let (columns, rows) = terminal.size
        view.settle(on: board)
        let picture = screen.picture(
            of: board, view, columns: columns, rows: rows, at: wall, now: now)
        list = picture.list
        let canvas = isBlank ? ScreenCanvas(columns: columns, rows: rows) : picture.canvas
        if isBlank {
            // What nobody sees means nothing.
            (keyGuard, seen) = (KeyGuard(), [:])
            callGuard.show(nil, at: now)
        } else {
            let meaning = view.meaning(of: board)
            keyGuard.show(meaning, at: now)
            callGuard.show(meaning.call, at: now)
            seen = Dictionary(
                view.rows(of: board).map { ($0.id, seen[$0.id] ?? now) }
            ) { first, _ in first }
        }
        terminal.show(canvas, palette(at: wall))
        setTick(now, wall)
    }

    private func palette(at wall: WallTime) -> ScreenPalette {
        if !options.isColored { return .plain }
        return options.nightHours?.contains(wall) ?? false ? .night : .day
    }

    /// The clock changes with each minute, a call with each second, and a screen goes blank.
    private func setTick(_ now: Duration, _ wall: WallTime) {
        var wait = Duration.milliseconds(60_000 - (wall.milliseconds % 60_000))
        // A screen that shows nothing waits for news alone, and these are held back in quiet hours.
        if isBlank, options.board.quietHours == nil { wait = .seconds(3_600) }
        if let call = board.calls.first {
            let age = max(now - call.began, .zero)
            wait = min(wait, .seconds(age.components.seconds + 1) - age)
        }
        if let blankAfter = options.blankAfter, !isBlank, board.calls.isEmpty {
            wait = min(wait, max(lastNews + blankAfter - now, .zero))
        }
        tick.set(after: max(wait, .milliseconds(1))) { [weak self] in self?.ask() }
    }
}

extension ScreenOutlet {
    /// Has the screen redrawn, in the size that it has by then.
    package func sizeMayHaveChanged() { ask() }
}
