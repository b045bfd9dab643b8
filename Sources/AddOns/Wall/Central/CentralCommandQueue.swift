import Linux

/// Queue of commands of the program that connects to the central database, one at a time.
@LoopActor
final class CentralCommandQueue {
    /// Limits of the queue and of a command.
    struct Limits: Sendable {
        /// Commands waiting for the running one; further ones are refused.
        var waiting = 8
        /// Time limit of a command.
        var time = Duration.seconds(20)
        /// Maximum bytes of output; a command with more is terminated.
        var bytes = 1 << 20
        /// Time for a command to end after SIGTERM.
        var grace = Duration.seconds(2)
    }

    /// End of a command.
    enum End: Hashable, Sendable {
        /// Exited with this status.
        case status(Int32)
        /// Too much output.
        case tooMuch
        /// Time limit exceeded.
        case tooLong
        /// Not started, or killed.
        case failed
    }

    /// Callback with the output and the end of a command.
    typealias Answer = @LoopActor (_ output: [UInt8], _ end: End) -> Void

    private struct PendingQuery {
        let words: [String]
        let input: [UInt8]
        let isWanted: @LoopActor () -> Bool
        let answer: Answer
    }

    private let limits: Limits
    private var errands: [PendingQuery] = []
    private var child: ChildProgram?
    private var output: [UInt8] = []
    private var early: End?
    private let deadline: Alarm

    /// - Parameter pace: clock for time limits; nil uses the host's clock.
    init(_ limits: Limits = Limits(), pace: Pace? = nil) {
        self.limits = limits
        deadline = Alarm(on: pace)
    }

    isolated deinit {
        child?.killAtOnce()
    }

    /// Queues a command; returns false if the queue is full.
    ///
    /// - Parameters:
    ///   - input: standard input of the command.
    ///   - isWanted: whether the client still waits when the command's turn comes.
    func run(
        _ words: [String], reading input: [UInt8] = [],
        isWanted: @escaping @LoopActor () -> Bool = { true },
        _ answer: @escaping Answer
    ) -> Bool {
        guard errands.count <= limits.waiting else { return false }
        errands.append(PendingQuery(words: words, input: input, isWanted: isWanted, answer: answer))
        if child == nil, errands.count == 1 { begin() }
        return true
    }

    private func begin() {
        while let errand = errands.first, !errand.isWanted() { errands.removeFirst() }
        guard let errand = errands.first else { return }
        (output, early) = ([], nil)
        do throws(Errno) {
            let child = try ChildProgram(errand.words, isRead: true, isHeard: false) {
                [weak self] in self?.take($0)
            }
            self.child = child
            child.write(errand.input)
            child.closeInput()
            deadline.set(after: limits.time, for: self) { $0.stop(.tooLong) }
        } catch {
            finish(.failed)
        }
    }

    private func take(_ report: ChildProgram.Report) {
        switch report {
        case .wrote(let bytes):
            guard early == nil else { return }
            output += bytes
            if output.count > limits.bytes { stop(.tooMuch) }
        case .ended(.exited(let status)): finish(early ?? .status(status))
        case .ended: finish(early ?? .failed)
        case .took, .closedInput: break
        }
    }

    private func stop(_ end: End) {
        early = end
        child?.terminate(within: limits.grace)
    }

    private func finish(_ end: End) {
        deadline.cancel()
        child = nil
        let errand = errands.removeFirst()
        let bytes = output
        output = []
        errand.answer(bytes, end)
        if child == nil { begin() }
    }
}
