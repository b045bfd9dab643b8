internal import Board
package import Linux
internal import Notices
package import Outlets
package import Scenes

/// Output that shows the day on an image display through the drawing program, and restarts it after
/// failures.
@LoopActor
package final class ImageOutlet: DisplayOutlet {
    /// Maximum pause before an image that shows the start or end of a ringing call.
    package nonisolated static let callPause: Duration = .seconds(1)

    /// The part that all displays share.
    package let loop: DisplayLoop
    private let options: ImageOptions
    private let drawing: DrawingChild
    /// Size of images while the program runs.
    package private(set) var size: SceneSize?
    private var layout: ImageLayout?
    /// Scenes on the display and on the way to it.
    private var shown: Scene?
    private var sent: Scene?
    /// Calls that ring in the last scene that was sent.
    private var ringing: Set<NoticeID> = []

    /// - Parameters:
    ///   - name: the name in messages.
    ///   - wallClock: the wall clock.
    ///   - program: the path of the drawing program.
    ///   - tell: logs a message without content.
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

    /// Whether the last scene has no reply yet.
    var isAwaited: Bool { drawing.isAwaited }

    package var status: OutletStatus {
        OutletStatus(
            failure: loop.failure, queued: drawing.queuedBytes, restarts: loop.restarts,
            written: drawing.writtenBytes)
    }

    /// Starts the program, or redraws an image that could not be shown.
    package func attempt() {
        if layout == nil { drawing.start() } else { loop.ask() }
    }

    /// Leaves an image without calls on the display, then ends the program.
    package func finish(within limit: Duration?, _ done: @escaping @LoopActor () -> Void) {
        guard !loop.isOver else { return done() }
        loop.end()
        drawing.finish(with: lastScene, within: limit ?? .seconds(5), done)
    }

    /// The scene to leave on the display, without calls, which would otherwise seem to ring
    /// forever; nil if it is shown already.
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
    package var isFree: Bool { layout != nil && sent == nil }
    /// The pause that the display needs, or a shorter one for a call.
    package var redrawPause: Duration {
        isUrgent ? min(options.pause, Self.callPause) : options.pause
    }
    /// Whether a call has begun or stopped ringing.
    package var isUrgent: Bool { loop.failure == nil && ringing != board.ringing }

    /// Sends the scene if it differs from the displayed one.
    package func draw(at wall: WallTime) -> Bool {
        guard let layout else { return false }
        ringing = board.ringing
        let scene = layout.scene(of: board, at: wall, look: options.look(at: wall))
        guard scene != shown, drawing.send(scene) else { return false }
        sent = scene
        return true
    }

    /// Returns the time until the clock, or the start or end of quiet or night hours, may change the
    /// image.
    package func untilLook(at wall: WallTime) -> Duration { options.pause(untilLookAfter: wall) }
}

extension DayBoard {
    fileprivate var ringing: Set<NoticeID> { Set(calls.filter(\.isRinging).map(\.id)) }
}
