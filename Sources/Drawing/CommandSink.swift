internal import Linux
internal import Scenes

extension ChildProgram.Ending {
    /// How it ended, in words.
    var words: String {
        switch self {
        case .exited(let status): "it ended with status \(status)"
        case .killed(let signal): "it was ended by signal \(signal)"
        case .unknown: "it ended in an unknown way"
        }
    }
}

/// A shell's command for each picture, which has it on its standard input.
@LoopActor
final class CommandSink: FrameSink {
    private let command: String
    private let limit: Duration
    private let encode: (Picture) -> [UInt8]?
    private var child: ChildProgram?
    private let pace: Pace
    private let deadline: Alarm
    private var isLate = false
    private var stopped: (@LoopActor () -> Void)?
    var lost: @LoopActor (FrameFailure) -> Void = { _ in }

    init(
        _ command: String, limit: Duration, pace: Pace,
        encode: @escaping (Picture) -> [UInt8]?
    ) {
        self.command = command
        self.pace = pace
        deadline = Alarm(on: pace)
        self.limit = limit
        self.encode = encode
    }

    func show(_ picture: Picture, _ done: @escaping @LoopActor (FrameFailure?) -> Void) {
        guard let bytes = encode(picture) else { return done(FrameFailure(.memory, "")) }
        do throws(Errno) {
            let child = try ChildProgram(["/bin/sh", "-c", command], pace: pace) {
                [weak self] report in
                if case .ended(let ending) = report { self?.end(ending, done) }
            }
            self.child = child
            isLate = false
            child.write(bytes)
            child.closeInput()
            deadline.set(after: limit) { [weak self] in
                self?.isLate = true
                self?.child?.killAtOnce()
            }
        } catch {
            done(FrameFailure(.command, "\(error)"))
        }
    }

    private func end(
        _ ending: ChildProgram.Ending, _ done: @LoopActor (FrameFailure?) -> Void
    ) {
        deadline.cancel()
        child = nil
        if let stopped {
            self.stopped = nil
            return stopped()
        }
        if isLate {
            done(FrameFailure(.slowCommand, "it took more than \(limit.components.seconds) s"))
        } else {
            done(ending == .exited(0) ? nil : FrameFailure(.command, ending.words))
        }
    }

    func finish(_ done: @escaping @LoopActor () -> Void) {
        done()
    }

    func stop(_ done: @escaping @LoopActor () -> Void) {
        guard let child else { return done() }
        stopped = done
        child.endSoon(on: pace)
    }
}
