internal import Board
internal import Charsets
package import Linux
package import Notices
package import Outlets

/// Shows the day on a character display by way of its server (LCDd), however slow that is and however
/// often it goes.
@LoopActor
package final class LCDOutlet: Outlet {
    /// The least time between two pictures; the server itself draws eight in a second.
    package nonisolated static let redrawPause: Duration = .milliseconds(125)
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

    /// What it is called in sentences.
    package let name: String
    private let options: LCDOptions
    private let pace: Pace
    private let wall: @LoopActor () -> WallTime
    private let troubles: Troubles
    private let act: @LoopActor (PersonAct, NoticeID) -> Void
    private let connection: LCDConnection
    private var board: DayBoard
    private var counts = OutletStatus()
    private var session: LCDSession?
    private var layout: LCDLayout?
    /// What is on the display, and what is on its way there.
    private var page = LCDLayout.Page()
    private var nextPage: LCDLayout.Page?
    private var keyGuard = KeyGuard<Meaning>()
    /// Since when the call has been on the display: its keys have other meanings in the server's menus.
    private var callGuard = KeyGuard<NoticeID?>(patience: KeyGuard<NoticeID?>.callPatience)
    /// The notice of which it is asked whether it shall be cleared.
    private var question: NoticeID?
    private var lastDrawn: Duration?
    private var turns = LCDTurns()
    private var sight = Sight.visible
    private var litUntil = Duration.zero
    private var wantsRedraw = false
    /// Whether a picture has been taken on this connection.
    private var works = false
    private var isFinished = false
    private let redraw: Alarm
    private let turning: Alarm
    private let minute: Alarm
    private let darkening: Alarm
    private let patience: Alarm
    private let questionEnd: Alarm

    /// The display's size while its server is there.
    package var size: LCDSize? { layout?.size }

    /// Keys that meant nothing when they were pressed.
    package private(set) var ignoredInput = 0

    /// - Parameters:
    ///   - name: what it is called in sentences.
    ///   - wall: the clock on the wall.
    ///   - dial: connects to the server.
    ///   - tell: takes what a person should know, in a sentence without content.
    ///   - act: does what a key wants done to a notice.
    package init(
        _ name: String, options: LCDOptions = LCDOptions(), pace: Pace = Pace(),
        wall: @escaping @LoopActor () -> WallTime = { .now },
        dial: @escaping LCDDial,
        tell: @escaping @LoopActor (String) -> Void,
        act: @escaping @LoopActor (PersonAct, NoticeID) -> Void
    ) {
        self.name = name
        self.options = options
        self.pace = pace
        self.wall = wall
        redraw = Alarm(on: pace)
        turning = Alarm(on: pace)
        minute = Alarm(on: pace)
        darkening = Alarm(on: pace)
        patience = Alarm(on: pace)
        questionEnd = Alarm(on: pace)
        troubles = Troubles(pace: pace, tell: tell)
        self.act = act
        board = DayBoard(options.board)
        connection = LCDConnection(pace: pace, dial: dial)
        connection.hear = { [weak self] in self?.take($0) }
    }

    /// Connects to the server, as often as it takes; what is shown until then is kept.
    package func open() {
        if !isFinished { connection.open() }
    }

    /// Whether the server has taken a picture on the connection of the moment.
    package var isOpen: Bool { works && session != nil }

    /// How it is doing, with the bytes that wait for the server.
    package var status: OutletStatus {
        var status = counts
        status.queued = connection.queued
        status.written = connection.written
        return status
    }

    /// What holds is on it as well, whenever that began.
    package var attention: BeaconAttention { .state }

    /// Takes an event, and draws what that changes.
    package func show(_ event: BoardEvent) {
        guard !isFinished else { return }
        let news = board.news
        let began = pace.now - event.age(at: wall())
        guard board.take(event, at: began) else { return }
        if board.news != news { wake() }
        draw()
    }

    /// Leaves the server at once, which then takes the screens off the display.
    package func finish(within limit: Duration?, _ done: @escaping @LoopActor () -> Void) {
        isFinished = true
        // The server takes the screens off the display of whoever goes.
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
            session.begin(at: pace.now)
            self.session = session
            send()
        case .received(let bytes):
            let replies = session?.receive(bytes, at: pace.now) ?? []
            for reply in replies where session != nil { take(reply) }
            send()
        case .failed(let problem): fail(problem)
        }
    }

    private func take(_ news: LCDSession.News) {
        switch news {
        case .ready(let size): begin(LCDLayout(size: size, options: options))
        case .taken:
            work()
            if let nextPage { enter(nextPage) }
            nextPage = nil
            if wantsRedraw { draw() }
        case .key(let key): press(key)
        case .shown(.board):
            guard case .hidden(let turnsOnReturn) = sight else { return }
            sight = .visible
            keyGuard.show(Meaning(page), at: pace.now)
            callGuard.show(page.call, at: pace.now)
            if turnsOnReturn {
                turns.pass(at: pace.now)
            } else {
                turns.restart(at: pace.now)
            }
            waitForTurn()
            draw()
        case .hidden(.board):
            // Keys that are pressed meanwhile are meant for somebody else's screen, or for the call.
            if page.call == nil { keyGuard = KeyGuard() }
            question = nil
            // After a call what came last is of more interest than what was to come next.
            sight = .hidden(turnsOnReturn: !board.calls.contains(where: \.isRinging))
            waitForTurn()
        case .shown(.call), .hidden(.call): break
        case .failed(let problem): connection.fail(problem)
        }
    }

    private func begin(_ layout: LCDLayout) {
        self.layout = layout
        sight = .visible
        turns.restart(at: pace.now)
        if litUntil > pace.now { waitForDarkness() }
        passMinute()
    }

    /// Takes note that the server does what it is told.
    private func work() {
        guard !works else { return }
        works = true
        if counts.failure != nil {
            counts.failure = nil
            counts.restarts += 1
        }
        troubles.work("\(name) is there again") { [connection] in connection.becomeSteady() }
    }

    private func fail(_ problem: LCDProblem) {
        stop()
        counts.failure = "\(problem)"
        troubles.fail("\(name) cannot be used, and is tried again: \(problem)")
    }

    /// Forgets the server, which is gone.
    private func stop() {
        session = nil
        layout = nil
        works = false
        page = LCDLayout.Page()
        keyGuard = KeyGuard()
        callGuard.show(nil, at: pace.now)
        question = nil
        nextPage = nil
        lastDrawn = nil
        wantsRedraw = false
        for alarm in [redraw, turning, minute, darkening, patience, questionEnd] { alarm.cancel() }
        troubles.rest()
    }
}

extension LCDOutlet {
    /// Draws what has changed, now or as soon as the display may have another picture.
    private func draw() {
        guard let layout, !redraw.isSet else { return }
        guard session?.isBusy == false else {
            wantsRedraw = true
            return
        }
        let now = pace.now
        if let lastDrawn, now < lastDrawn + Self.redrawPause {
            return redraw.set(at: lastDrawn + Self.redrawPause) { [weak self] in self?.draw() }
        }
        wantsRedraw = false
        let page = layout.page(
            board, turn: turns.number, isLit: now < litUntil, now: now, wall: wall(),
            asking: question)
        guard session?.show(page.picture, at: now) == true else { return enter(page) }
        nextPage = page
        lastDrawn = now
        send()
    }

    /// Takes note of what is on the display now.
    private func enter(_ page: LCDLayout.Page) {
        self.page = page
        turns.enter(page)
        if sight == .visible || page.call != nil {
            keyGuard.show(Meaning(page), at: pace.now)
            callGuard.show(page.call, at: pace.now)
        }
        waitForTurn()
    }

    private func send() {
        guard let session else { return patience.cancel() }
        let output = session.output
        self.session?.sent(output.count)
        patience.set(at: session.deadline) { [weak self] in self?.connection.fail(.silent) }
        // Last, for it may fail, and then nothing of this is left.
        if !output.isEmpty { connection.send(output) }
    }

    private func wake() {
        turns.tellNews(page, at: pace.now)
        waitForTurn()
        guard options.backlight == .news else { return }
        litUntil = pace.now + Self.newsTime
        waitForDarkness()
    }

    private func waitForDarkness() {
        darkening.set(at: litUntil) { [weak self] in self?.draw() }
    }

    /// Has the next page's turn come when this one has been seen for long enough.
    private func waitForTurn() {
        guard layout != nil, sight == .visible || page.call != nil, page.count > 1,
            question == nil || page.call != nil
        else { return turning.cancel() }
        turning.set(after: turns.rest(of: page, at: pace.now)) { [weak self] in
            guard let self else { return }
            turns.pass(at: pace.now)
            waitForTurn()
            draw()
        }
    }

    private func passMinute() {
        let time = wall()
        let news = board.news
        _ = board.move(to: time)
        if board.news != news { wake() }
        draw()
        let rest = 60_000 - (time.milliseconds % 60_000 + 60_000) % 60_000
        minute.set(after: .milliseconds(rest)) { [weak self] in self?.passMinute() }
    }

    private func press(_ key: String) {
        guard keyGuard.lets(Meaning(page), at: pace.now), let (wanted, id) = meaning(of: key) else {
            ignoredInput += 1
            return
        }
        switch wanted {
        case .answer, .decline:
            guard callGuard.lets(id, at: pace.now) else {
                ignoredInput += 1
                return
            }
            act(wanted, id)
        case .clear:
            if page.isAsking {
                endQuestion()
                act(wanted, id)
            } else {
                ask(id)
            }
        }
    }

    /// Asks whether a notice shall be cleared, which nothing can undo; the same key says yes.
    private func ask(_ notice: NoticeID) {
        question = notice
        questionEnd.set(after: Self.questionTime) { [weak self] in self?.endQuestion() }
        waitForTurn()
        draw()
    }

    private func endQuestion() {
        question = nil
        questionEnd.cancel()
        waitForTurn()
        draw()
    }

    /// What keys mean on a display.
    private struct Meaning: Hashable {
        let call: NoticeID?
        let notice: NoticeID?

        init(_ page: LCDLayout.Page) {
            (call, notice) = (page.call, page.notice)
        }
    }

    /// What a key does to what is on the display, where that still holds.
    private func meaning(of key: String) -> (PersonAct, NoticeID)? {
        if let call = page.call {
            guard board.calls.contains(where: { $0.id == call && $0.isRinging }) else { return nil }
            let act = [PersonAct.answer, .decline].first { options.keys[$0] == key }
            return act.map { ($0, call) }
        }
        guard let notice = page.notice, options.keys[.clear] == key,
            board.rows.contains(where: { $0.id == notice && !$0.isGone }),
            !board.calls.contains(where: \.isRinging)
        else { return nil }
        return (.clear, notice)
    }
}
