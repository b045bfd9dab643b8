internal import Board
internal import Formats
package import Linux
package import Notices
package import Outlets

/// Output that shows the day on a character display through its server (LCDd), and reconnects to
/// it.
@LoopActor
package final class LCDOutlet: DisplayOutlet {
    /// Time within which clearing a notification must be confirmed.
    package nonisolated static let questionTime: Duration = .seconds(5)
    /// Time for which the backlight stays on after a new notification.
    package nonisolated static let newsTime: Duration = .seconds(30)

    /// Visibility of the board, as reported by the server.
    private enum Sight: Equatable {
        case visible
        /// - Parameter turnsOnReturn: whether the next page follows when the board is visible
        ///   again.
        case hidden(turnsOnReturn: Bool)
    }

    /// The part that all displays share.
    package let loop: DisplayLoop
    private let options: LCDOptions
    private let act: @LoopActor (NoticeAction, NoticeID) -> Void
    private let control: @LoopActor (MediaCommand) -> Void
    private let connection: LCDConnection
    private var session: LCDSession?
    private var layout: LCDLayout?
    /// Pages on the display and on the way to it.
    private var page = LCDLayout.Page()
    private var nextPage: LCDLayout.Page?
    private var buttons: LCDButtons
    /// The notification whose clearing is to be confirmed.
    private var question: NoticeID?
    private var turns = LCDTurns()
    private var sight = Sight.visible
    private var litUntil = Duration.zero
    private let turning: Alarm
    private let patience: Alarm
    private let questionEnd: Alarm

    /// Number of keys that had no effect when they were pressed.
    package private(set) var ignoredInput = 0

    /// - Parameters:
    ///   - name: the name in messages.
    ///   - wall: the wall clock.
    ///   - dial: connects to the server.
    ///   - tell: logs a message without content.
    ///   - act: performs the action of a key on a notification.
    ///   - control: performs the command of a key on a media player.
    package init(
        _ name: String, options: LCDOptions = .usual, pace: Pace = Pace(),
        wall: @escaping @LoopActor () -> WallTime = { .now },
        dial: @escaping LCDDial, tell: @escaping @LoopActor (String) -> Void,
        act: @escaping @LoopActor (NoticeAction, NoticeID) -> Void,
        control: @escaping @LoopActor (MediaCommand) -> Void
    ) {
        loop = DisplayLoop(name, options.board, pace: pace, wall: wall, tell: tell)
        self.options = options
        self.act = act
        self.control = control
        buttons = LCDButtons(options)
        turning = Alarm(on: pace)
        patience = Alarm(on: pace)
        questionEnd = Alarm(on: pace)
        connection = LCDConnection(dial: dial)
        loop.display = self
        connection.hear = { [weak self] in self?.take($0) }
    }

    /// Size of the display; nil without a connection.
    package var size: LCDSize? { layout?.size }

    /// Whether the server has accepted a picture on the present connection.
    package var isOpen: Bool { loop.works }

    package var status: OutletStatus {
        OutletStatus(
            failure: loop.failure, queued: connection.queued, restarts: loop.restarts,
            written: connection.written)
    }

    package func attempt() { connection.open() }

    /// Disconnects at once; the server then removes the screens.
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
            // After a call, the newest notification is shown first instead of the next page.
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
        // Last, because it may fail and reset this state.
        if !output.isEmpty { connection.send(output) }
    }

    /// Clears the state of a lost connection.
    private func stop() {
        (session, layout, nextPage, question) = (nil, nil, nil, nil)
        page = LCDLayout.Page()
        buttons = LCDButtons(options)
        for alarm in [turning, patience, questionEnd] { alarm.cancel() }
    }
}

extension LCDOutlet {
    /// Whether the server has accepted the last picture.
    package var isFree: Bool { layout != nil && session?.isBusy == false }
    /// Minimum time between pictures: the server itself draws eight per second.
    package var redrawPause: Duration { .milliseconds(125) }

    /// Sends the differences from the displayed picture to the server.
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

    /// Returns the time until the minute changes or the backlight goes off.
    package func untilLook(at wall: WallTime) -> Duration {
        let light = litUntil - loop.pace.now
        return light > .zero ? min(wall.untilNextMinute, light) : wall.untilNextMinute
    }

    /// Turns the backlight on for a while and shows the new notification.
    package func noteNews() {
        turns.tellNews(page, at: loop.pace.now)
        waitForTurn()
        if options.backlight == .news { litUntil = loop.pace.now + Self.newsTime }
    }

    /// Records the page that is displayed now.
    private func enter(_ page: LCDLayout.Page) {
        self.page = page
        turns.enter(page)
        if sight == .visible || page.call != nil { buttons.show(page, at: loop.pace.now) }
        waitForTurn()
    }

    /// Schedules the next page for the end of this page's display time.
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
        switch buttons.action(of: key, on: page, of: board, at: loop.pace.now) {
        // Clearing cannot be undone, so the same key must confirm it.
        case .act(.clear, let id) where !page.isAsking: ask(about: id)
        case .act(let wanted, let id):
            if wanted == .clear { ask(about: nil) }
            act(wanted, id)
        case .media(let command): control(command)
        case nil: ignoredInput += 1
        }
    }

    /// Asks for confirmation before clearing a notification; nil ends the question.
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
