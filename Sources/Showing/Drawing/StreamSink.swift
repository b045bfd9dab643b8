internal import Linux
internal import Scenes

/// Shell command that takes one image after the other, and is started again if it ends.
@LoopActor
final class StreamSink: FrameSink {
    private let command: String
    private let limit: Duration
    private let encode: (Picture) -> [UInt8]?
    private var child: ChildProgram?
    private let pace: Pace
    private let deadline: Alarm
    private let looking = Alarm()
    /// Pauses between checks whether an image was read.
    private var looks = GrowingPause(.milliseconds(5) ... .milliseconds(320))
    private var isShowing = false
    private let answers = Mailbox<FrameFailure?>()
    private var isEnding = false
    private let over = Mailbox<Void>()
    /// The drawer, which is notified when the display has lost its image.
    private weak let drawer: Drawer?

    init(
        _ command: String, limit: Duration, pace: Pace,
        encode: @escaping (Picture) -> [UInt8]?, for drawer: Drawer
    ) {
        self.command = command
        self.drawer = drawer
        self.pace = pace
        deadline = Alarm(on: pace)
        self.limit = limit
        self.encode = encode
    }

    func show(_ picture: Picture) async -> FrameFailure? {
        guard let bytes = encode(picture) else { return FrameFailure(.memory, "") }
        do throws(Errno) {
            if child == nil { child = try start() }
        } catch {
            return FrameFailure(.command, "\(error)")
        }
        isShowing = true
        deadline.set(after: limit, for: self) { $0.giveUp() }
        child?.write(bytes)
        return await answers.next() ?? nil
    }

    private func start() throws(Errno) -> ChildProgram {
        let child = try ChildProgram(["/bin/sh", "-c", command], pace: pace) {
            [weak self] in self?.take($0)
        }
        child.limitUnread()
        return child
    }

    private func take(_ report: ChildProgram.Report) {
        switch report {
        case .took: awaitReading()
        case .closedInput:
            // A pipe without a reader has no unread bytes, and yet the image was not shown.
            stopLooking()
            child?.terminate(within: .seconds(1))
        case .wrote: break
        case .ended(let ending):
            child = nil
            if isEnding {
                stopWaiting()
                return over.post(())
            }
            let failure = FrameFailure(.command, ending.words)
            if isShowing {
                answer(failure)
            } else if EventLoop.shared.hasTasks {
                // An image shown in this turn of the loop is reported before its loss.
                EventLoop.shared.after(.zero, for: self) { $0.drawer?.lost(failure) }
            } else {
                drawer?.lost(failure)
            }
        }
    }

    /// Reports the image as shown once it is read completely: the kernel signals room in a pipe,
    /// but not that the last byte was read.
    private func awaitReading() {
        guard isShowing, let child else { return }
        if child.unreadBytes == 0 { return answer(nil) }
        looking.set(after: looks.take(), for: self) { $0.awaitReading() }
    }

    private func answer(_ failure: FrameFailure?) {
        stopWaiting()
        isShowing = false
        answers.post(failure)
    }

    private func giveUp() {
        child?.forgetOwner()
        child?.killAtOnce()
        child = nil
        answer(
            FrameFailure(
                .slowCommand, "it took no picture for \(limit.components.seconds) s"))
    }

    private func stopWaiting() {
        deadline.cancel()
        stopLooking()
    }

    private func stopLooking() {
        looking.cancel()
        looks.reset()
    }

    func finish() async {
        guard let child else { return }
        isEnding = true
        child.closeInput()
        deadline.set(after: limit, for: child) { $0.killAtOnce() }
        _ = await over.next()
    }

    func stop() async {
        stopWaiting()
        guard let child else { return }
        isEnding = true
        if isShowing { answer(nil) }
        child.endSoon(on: pace)
        _ = await over.next()
    }
}
