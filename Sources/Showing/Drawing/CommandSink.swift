internal import Linux
internal import Scenes

extension ChildProgram.Ending {
    /// Description of how a command ended.
    var words: String {
        switch self {
        case .exited(let status): "it ended with status \(status)"
        case .killed(let signal): "it was ended by signal \(signal)"
        case .unknown: "it ended for an unknown reason"
        }
    }
}

/// Shell command that is started for each image and reads it from standard input.
@LoopActor
final class CommandSink: FrameSink {
    private let command: String
    private let limit: Duration
    private let encode: (Picture) -> [UInt8]?
    private var child: ChildProgram?
    private let pace: Pace
    private var isStopping = false
    private let over = Mailbox<Void>()

    init(
        _ command: String, limit: Duration, pace: Pace,
        encode: @escaping (Picture) -> [UInt8]?
    ) {
        self.command = command
        self.pace = pace
        self.limit = limit
        self.encode = encode
    }

    func show(_ picture: Picture) async -> FrameFailure? {
        guard let bytes = encode(picture) else { return FrameFailure(.memory, "") }
        let endings = Mailbox<ChildProgram.Ending>(on: pace)
        let child: ChildProgram
        do throws(Errno) {
            child = try ChildProgram(["/bin/sh", "-c", command], pace: pace) { report in
                if case .ended(let ending) = report { endings.post(ending) }
            }
        } catch {
            return FrameFailure(.command, "\(error)")
        }
        self.child = child
        child.write(bytes)
        child.closeInput()
        let ending = await endings.next(within: limit)
        if ending == nil {
            child.killAtOnce()
            _ = await endings.next()
        }
        self.child = nil
        if isStopping { over.post(()) }
        guard let ending else {
            return FrameFailure(.slowCommand, "it took more than \(limit.components.seconds) s")
        }
        return ending == .exited(0) ? nil : FrameFailure(.command, ending.words)
    }

    func stop() async {
        guard let child else { return }
        isStopping = true
        child.endSoon(on: pace)
        _ = await over.next()
    }
}
