import Linux

/// Commands of the program that speaks to a centre, one at a time, whose output somebody waits for.
@LoopActor
final class CentralCommandQueue {
    /// How much there may be of everything.
    struct Limits: Sendable {
        /// Commands that wait for the one that runs; a further one is refused.
        var waiting = 8
        /// How long a command may take.
        var time = Duration.seconds(20)
        /// Bytes of output; what is more is not waited for.
        var bytes = 1 << 20
        /// How long a command may take to end once it is asked to.
        var grace = Duration.seconds(2)
    }

    /// How a command ended.
    enum End: Hashable, Sendable {
        /// With this status.
        case status(Int32)
        /// It had more to say than is wanted.
        case tooMuch
        /// It took too long.
        case tooLong
        /// It did not run, or was killed.
        case failed
    }

    /// What is done with the output, the end, and whether all of it is there.
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

    /// - Parameter pace: the clock that commands are timed by; the machine's own where there is none.
    init(_ limits: Limits = Limits(), pace: Pace? = nil) {
        self.limits = limits
        deadline = Alarm(on: pace)
    }

    isolated deinit {
        child?.killAtOnce()
    }

    /// Runs a command when it is its turn; says whether there is room for it.
    ///
    /// - Parameters:
    ///   - input: what it reads.
    ///   - isWanted: whether somebody still waits for it when its turn comes.
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
