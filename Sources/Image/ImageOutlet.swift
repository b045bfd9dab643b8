package import Board
package import Linux
package import Notices
package import Outlets
package import Scenes

/// Shows the day on a display of pixels by way of the program that draws, however slow that or the
/// display is and however often they fail.
@LoopActor
package final class ImageOutlet: Outlet {
    /// A call that begins or ends to ring waits for no longer pause between pictures than this.
    package nonisolated static let callPause: Duration = .seconds(1)

    /// What it is called in sentences.
    package let name: String
    private let options: ImageOptions
    private let pace: Pace
    private let wallClock: @LoopActor () -> WallTime
    private let troubles: Troubles
    private let drawing: DrawingChild
    /// What is shown.
    package private(set) var board: DayBoard
    /// The size that pictures have, while the program runs.
    package private(set) var size: SceneSize?
    private var layout: ImageLayout?
    /// What the display shows, and what is on its way to it.
    private var shown: Scene?
    private var sent: Scene?
    private var lastSent: Duration?
    /// The calls that ring on the picture that was sent last.
    private var ringing: Set<NoticeID> = []
    private var failure: String?
    private var restarts = 0
    private let redraw: Alarm
    private let minute: Alarm
    private var retryPause = GrowingPause(.seconds(1) ... .seconds(60))
    private var isOver = false

    /// - Parameters:
    ///   - name: what it is called in sentences.
    ///   - wallClock: the clock on the wall.
    ///   - program: the path of the program that draws.
    ///   - tell: takes what a person should know, in a sentence without content.
    package init(
        _ name: String, options: ImageOptions, pace: Pace = Pace(),
        wallClock: @escaping @LoopActor () -> WallTime = { .now },
        program: String = ImageOutlet.usualProgram,
        tell: @escaping @LoopActor (String) -> Void
    ) {
        self.name = name
        self.options = options
        self.pace = pace
        self.wallClock = wallClock
        redraw = Alarm(on: pace)
        minute = Alarm(on: pace)
        troubles = Troubles(pace: pace, tell: tell)
        board = DayBoard(options.board)
        drawing = DrawingChild(
            program, options.job, patience: options.patience, pace: pace)
        drawing.hear = { [weak self] in self?.take($0) }
    }

    isolated deinit {
        drawing.stop()
    }

    /// Where the program that draws is: beside this one, or where `make install` puts it.
    package nonisolated static var usualProgram: String {
        let own = CurrentProcess.program
        let folder = own.lastIndex(of: "/").map { own[..<$0] } ?? "."
        let beside = "\(folder)/callboard-draw"
        return FileDescriptor.exists(beside)
            ? beside : "\(folder)/../libexec/callboard/callboard-draw"
    }

    /// Starts the program, as often as it takes; what is shown until then is kept.
    package func open() {
        if !isOver { drawing.start() }
    }

    /// Whether the program waits for scenes and the last one could be shown.
    package var isOpen: Bool { layout != nil && failure == nil }

    /// Whether the program has not answered to the last scene yet.
    var isAwaited: Bool { drawing.isAwaited }

    /// How it is doing, with the bytes that the program has not taken.
    package var status: OutletStatus {
        OutletStatus(
            failure: failure, queued: drawing.queuedBytes, restarts: restarts,
            written: drawing.writtenBytes)
    }

    /// What holds is on it as well, whenever that began.
    package var attention: BeaconAttention { .state }

    /// Takes an event, and has the picture drawn that it changes.
    package func show(_ event: BoardEvent) {
        guard !isOver else { return }
        if board.take(event, at: pace.now - event.age(at: wallClock())) { ask() }
    }

    /// Leaves a picture without calls on the display, then ends the program.
    package func finish(within limit: Duration?, _ done: @escaping @LoopActor () -> Void) {
        guard !isOver else { return done() }
        isOver = true
        cancelTimers()
        drawing.finish(with: lastScene, within: limit ?? .seconds(5), done)
    }

    /// What is left on the display, unless that is there already: a call that nobody ends would be believed
    /// for ever.
    private var lastScene: Scene? {
        guard let layout else { return nil }
        let wall = wallClock()
        _ = board.move(to: wall)
        let scene = layout.scene(of: board, at: wall, look: look(at: wall), showsCalls: false)
        return scene == sent ?? shown ? nil : scene
    }

    private func cancelTimers() {
        redraw.cancel()
        minute.cancel()
        troubles.rest()
    }
}

extension ImageOutlet {
    private func take(_ news: DrawingChild.News) {
        guard !isOver else { return }
        switch news {
        case .ready(let size):
            self.size = size
            layout = ImageLayout(size: size, hasClock: options.showsClock)
            (shown, sent, lastSent) = (nil, nil, nil)
            ask()
        case .shown:
            if let sent { shown = sent }
            sent = nil
            work()
            ask()
        case .skipped:
            sent = nil
            ask()
        case .failed(let problem):
            shown = nil
            if !drawing.isAwaited { sent = nil }
            fail(problem)
            // A picture that waits for its time waits longer.
            redraw.cancel()
            ask(after: retryPause.take())
        case .ended(let problem):
            stop()
            fail(problem)
        }
    }

    private func work() {
        if failure != nil {
            failure = nil
            restarts += 1
        }
        troubles.work("\(name) is there again") { [weak self] in self?.retryPause.reset() }
    }

    private func fail(_ problem: DrawingProblem) {
        failure = "\(problem)"
        troubles.fail("\(name) cannot be used, and is tried again: \(problem)")
    }

    /// Forgets the program, which is gone.
    private func stop() {
        layout = nil
        (shown, sent, lastSent) = (nil, nil, nil)
        cancelTimers()
    }

    /// Has the picture drawn as soon as the display may have another one; for a call that is earlier.
    private func ask(after wait: Duration = .zero) {
        guard layout != nil, sent == nil else { return }
        let isUrgent = failure == nil && ringing != board.ringing
        guard isUrgent || !redraw.isSet else { return }
        let pause = isUrgent ? min(options.pause, Self.callPause) : options.pause
        let due = lastSent.map { $0 + pause - pace.now } ?? .zero
        redraw.set(after: max(wait, due)) { [weak self] in self?.draw() }
    }

    private func draw() {
        guard let layout, sent == nil else { return }
        let wall = wallClock()
        _ = board.move(to: wall)
        setMinute(wall)
        ringing = board.ringing
        let scene = layout.scene(of: board, at: wall, look: look(at: wall))
        guard scene != shown else { return }
        guard drawing.send(scene) else { return }
        sent = scene
        lastSent = pace.now
    }

    private func look(at wall: WallTime) -> SceneLook {
        options.isNight(at: wall) ? .night : options.look
    }

    private func setMinute(_ wall: WallTime) {
        minute.set(after: options.pause(untilLookAfter: wall)) { [weak self] in self?.ask() }
    }
}

extension DayBoard {
    /// The calls that ring.
    fileprivate var ringing: Set<NoticeID> { Set(calls.filter(\.isRinging).map(\.id)) }
}
