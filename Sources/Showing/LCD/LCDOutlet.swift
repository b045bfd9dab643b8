internal import Board
internal import Formats
package import Linux
package import Notices
package import Outlets

/// Shows the day on a character display by way of its server (LCDd), however slow that is and however
/// often it goes.
@LoopActor
package final class LCDOutlet: DisplayOutlet {
    /// How long the question whether a notice shall be cleared waits for its answer.
    package nonisolated static let questionTime: Duration = .seconds(5)
    /// How long the light stays on after news, where it goes out at all.
    package nonisolated static let newsTime: Duration = .seconds(30)

    /// Whether the board is seen, or another one's screen.
    private enum Sight: Equatable {
        case visible
        /// - Parameter turnsOnReturn: whether it comes back with the next page.
        case hidden(turnsOnReturn: Bool)
    }

    /// What it shares with all other displays.
    package let loop: DisplayLoop
    private let options: LCDOptions
    private let act: @LoopActor (NoticeAction, NoticeID) -> Void
    private let connection: LCDConnection
    private var session: LCDSession?
    private var layout: LCDLayout?
    /// What is on the display, and what is on its way there.
    private var page = LCDLayout.Page()
    private var nextPage: LCDLayout.Page?
    private var buttons: LCDButtons
    /// The notice of which it is asked whether it shall be cleared.
    private var question: NoticeID?
    private var turns = LCDTurns()
    private var sight = Sight.visible
    private var litUntil = Duration.zero
    private let turning: Alarm
    private let patience: Alarm
    private let questionEnd: Alarm

    /// Keys that meant nothing when they were pressed.
    package private(set) var ignoredInput = 0

    /// - Parameters:
    ///   - name: what it is called in sentences.
    ///   - wall: the clock on the wall.
    ///   - dial: connects to the server.
    ///   - tell: takes what a person should know, in a sentence without content.
    ///   - act: does what a key wants done to a notice.
    package init(
        _ name: String, options: LCDOptions = .usual, pace: Pace = Pace(),
        wall: @escaping @LoopActor () -> WallTime = { .now },
        dial: @escaping LCDDial, tell: @escaping @LoopActor (String) -> Void,
        act: @escaping @LoopActor (NoticeAction, NoticeID) -> Void
    ) {
        loop = DisplayLoop(name, options.board, pace: pace, wall: wall, tell: tell)
        self.options = options
        self.act = act
        buttons = LCDButtons(options.keys)
        turning = Alarm(on: pace)
        patience = Alarm(on: pace)
        questionEnd = Alarm(on: pace)
        connection = LCDConnection(dial: dial)
        loop.display = self
        connection.hear = { [weak self] in self?.take($0) }
    }

    /// The display's size while its server is there.
    package var size: LCDSize? { layout?.size }

    /// Whether the server has taken a picture on the connection of the moment.
    package var isOpen: Bool { loop.works }

    /// How it is doing, with the bytes that wait for the server.
    package var status: OutletStatus {
        OutletStatus(
            failure: loop.failure, queued: connection.queued, restarts: loop.restarts,
            written: connection.written)
    }

    /// Connects to the server.
    package func attempt() { connection.open() }

    /// Leaves the server at once, which then takes the screens off the display.
    package func finish(within limit: Duration?, _ done: @escaping @LoopActor () -> Void) {
        loop.end()
        connection.end()
        stop()
        done()
    }

    private func take(_ news: LCDConnection.News) {
        switch news {
        case .opened:
            var session = LCDSession(
                name: options.characters.charset.encode(
                    options.name, width: LCDLayout.longestText))
            session.begin(at: loop.pace.now)
            self.session = session
            send()
        case .received(let bytes):
            let replies = session?.receive(bytes, at: loop.pace.now) ?? []
            for reply in replies where session != nil { take(reply) }
            send()
        case .failed(let problem):
            stop()
            loop.fail("\(problem)")
        }
    }

    private func take(_ news: LCDSession.News) {
        let now = loop.pace.now
        switch news {
        case .ready(let size):
            layout = LCDLayout(size: size, options: options)
            sight = .visible
            turns.restart(at: now)
            loop.begin()
        case .taken:
            loop.work()
            if let nextPage { enter(nextPage) }
            nextPage = nil
            loop.goOn()
        case .key(let key): press(key)
        case .shown(.board):
            guard case .hidden(let turnsOnReturn) = sight else { return }
            sight = .visible
            buttons.show(page, at: now)
            if turnsOnReturn { turns.pass(at: now) } else { turns.restart(at: now) }
            waitForTurn()
            loop.ask()
        case .hidden(.board):
            buttons.hide(page)
            question = nil
            // After a call what came last is of more interest than what was to come next.
            sight = .hidden(turnsOnReturn: !board.calls.contains(where: \.isRinging))
            waitForTurn()
        case .shown(.call), .hidden(.call): break
        case .failed(let problem): connection.fail(problem)
        }
    }

    private func send() {
        guard let session else { return patience.cancel() }
        let output = session.output
        self.session?.sent(output.count)
        patience.set(at: session.deadline, for: self) { $0.connection.fail(.silent) }
        // Last, for it may fail, and then nothing of this is left.
        if !output.isEmpty { connection.send(output) }
    }

    /// Forgets the server, which is gone.
    private func stop() {
        (session, layout, nextPage, question) = (nil, nil, nil, nil)
        page = LCDLayout.Page()
        buttons = LCDButtons(options.keys)
        for alarm in [turning, patience, questionEnd] { alarm.cancel() }
    }
}

extension LCDOutlet {
    /// Whether the server has shown the last picture.
    package var isFree: Bool { layout != nil && session?.isBusy == false }
    /// The server itself draws eight pictures in a second.
    package var redrawPause: Duration { .milliseconds(125) }

    /// Tells the server what is other than on the display.
    package func draw(at wall: WallTime) -> Bool {
        guard let layout else { return false }
        let now = loop.pace.now
        let page = layout.page(
            board, turn: turns.number, isLit: now < litUntil, now: now, wall: wall,
            asking: question)
        guard session?.show(page.picture, at: now) == true else {
            enter(page)
            return false
        }
        nextPage = page
        send()
        return true
    }

    /// The clock changes with each minute, and the light goes out.
    package func untilLook(at wall: WallTime) -> Duration {
        let light = litUntil - loop.pace.now
        return light > .zero ? min(wall.untilNextMinute, light) : wall.untilNextMinute
    }

    /// Has the light on for a while, and what is new on the display.
    package func noteNews() {
        turns.tellNews(page, at: loop.pace.now)
        waitForTurn()
        if options.backlight == .news { litUntil = loop.pace.now + Self.newsTime }
    }

    /// Takes note of what is on the display now.
    private func enter(_ page: LCDLayout.Page) {
        self.page = page
        turns.enter(page)
        if sight == .visible || page.call != nil { buttons.show(page, at: loop.pace.now) }
        waitForTurn()
    }

    /// Has the next page's turn come when this one has been seen for long enough.
    private func waitForTurn() {
        guard layout != nil, sight == .visible || page.call != nil, page.count > 1,
            question == nil || page.call != nil
        else { return turning.cancel() }
        turning.set(after: turns.rest(of: page, at: loop.pace.now)) { [weak self] in
            guard let self else { return }
            turns.pass(at: loop.pace.now)
            waitForTurn()
            loop.ask()
        }
    }
}

extension LCDOutlet {
    private func press(_ key: String) {
        guard let (wanted, id) = buttons.act(of: key, on: page, of: board, at: loop.pace.now) else {
            ignoredInput += 1
            return
        }
        // Nothing can undo that a notice is cleared; the same key says yes.
        if wanted == .clear, !page.isAsking { return ask(about: id) }
        if wanted == .clear { ask(about: nil) }
        act(wanted, id)
    }

    /// Asks whether a notice shall be cleared, or asks no more.
    private func ask(about notice: NoticeID?) {
        question = notice
        questionEnd.cancel()
        if notice != nil {
            questionEnd.set(after: Self.questionTime, for: self) { $0.ask(about: nil) }
        }
        waitForTurn()
        loop.ask()
    }
}
