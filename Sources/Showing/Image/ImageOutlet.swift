internal import Board
package import Linux
internal import Notices
package import Outlets
package import Scenes

/// Shows the day on a display of pixels by way of the program that draws, however slow that or the
/// display is and however often they fail.
@LoopActor
package final class ImageOutlet: DisplayOutlet {
    /// A call that begins or ends to ring waits for no longer pause between pictures than this.
    package nonisolated static let callPause: Duration = .seconds(1)

    /// What it shares with all other displays.
    package let loop: DisplayLoop
    private let options: ImageOptions
    private let drawing: DrawingChild
    /// The size that pictures have, while the program runs.
    package private(set) var size: SceneSize?
    private var layout: ImageLayout?
    /// What the display shows, and what is on its way to it.
    private var shown: Scene?
    private var sent: Scene?
    /// The calls that ring on the picture that was sent last.
    private var ringing: Set<NoticeID> = []

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
        loop = DisplayLoop(
            name, options.board, pace: pace, pauses: .seconds(1) ... .seconds(60), wall: wallClock,
            tell: tell)
        self.options = options
        drawing = DrawingChild(
            program, options.job, patience: options.patience, pace: pace)
        loop.display = self
        drawing.hear = { [weak self] in self?.take($0) }
    }

    isolated deinit {
        drawing.stop()
    }

    /// Whether the program waits for scenes and the last one could be shown.
    package var isOpen: Bool { layout != nil && loop.failure == nil }

    /// Whether the program has not answered to the last scene yet.
    var isAwaited: Bool { drawing.isAwaited }

    /// How it is doing, with the bytes that the program has not taken.
    package var status: OutletStatus {
        OutletStatus(
            failure: loop.failure, queued: drawing.queuedBytes, restarts: loop.restarts,
            written: drawing.writtenBytes)
    }

    /// Starts the program, or draws the picture again that could not be shown.
    package func attempt() {
        if layout == nil { drawing.start() } else { loop.ask() }
    }

    /// Leaves a picture without calls on the display, then ends the program.
    package func finish(within limit: Duration?, _ done: @escaping @LoopActor () -> Void) {
        guard !loop.isOver else { return done() }
        loop.end()
        drawing.finish(with: lastScene, within: limit ?? .seconds(5), done)
    }

    /// What is left on the display, unless that is there already: a call that nobody ends would be believed
    /// for ever.
    private var lastScene: Scene? {
        guard let layout else { return nil }
        let wall = loop.wall()
        loop.move(to: wall)
        let scene = layout.scene(
            of: board, at: wall, look: options.look(at: wall), showsCalls: false)
        return scene == sent ?? shown ? nil : scene
    }

    private func take(_ news: DrawingChild.News) {
        guard !loop.isOver else { return }
        switch news {
        case .ready(let size):
            self.size = size
            layout = ImageLayout(size: size, hasClock: options.showsClock)
            (shown, sent) = (nil, nil)
            loop.begin()
        case .shown:
            if let sent { shown = sent }
            sent = nil
            loop.work()
            loop.goOn()
        case .skipped:
            sent = nil
            loop.ask()
        case .failed(let problem):
            shown = nil
            if !drawing.isAwaited { sent = nil }
            loop.fail("\(problem)", isGone: false, retry: sent == nil ? .loop : .display)
        case .ended(let problem):
            layout = nil
            (shown, sent) = (nil, nil)
            loop.fail("\(problem)", retry: .display)
        }
    }
}

extension ImageOutlet {
    /// Whether the program waits for a scene.
    package var isFree: Bool { layout != nil && sent == nil }
    /// The pause that the display needs, or a shorter one for a call.
    package var redrawPause: Duration {
        isUrgent ? min(options.pause, Self.callPause) : options.pause
    }
    /// Whether a call began or ended to ring.
    package var isUrgent: Bool { loop.failure == nil && ringing != board.ringing }

    /// Sends what is other than on the display.
    package func draw(at wall: WallTime) -> Bool {
        guard let layout else { return false }
        ringing = board.ringing
        let scene = layout.scene(of: board, at: wall, look: options.look(at: wall))
        guard scene != shown, drawing.send(scene) else { return false }
        sent = scene
        return true
    }

    /// Another minute, where it is shown, or the end of hours.
    package func untilLook(at wall: WallTime) -> Duration { options.pause(untilLookAfter: wall) }
}

extension DayBoard {
    /// The calls that ring.
    fileprivate var ringing: Set<NoticeID> { Set(calls.filter(\.isRinging).map(\.id)) }
}
