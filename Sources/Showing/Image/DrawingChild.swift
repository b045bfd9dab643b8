internal import Linux
internal import Scenes

/// Drawing program: started again whenever it ends, with at most one scene in progress.
@LoopActor
final class DrawingChild {
    /// Event of the drawing program.
    enum News: Hashable, Sendable {
        /// The program waits for scenes of this size; it holds no earlier scene.
        case ready(SceneSize)
        /// The scene is shown, was dropped, or cannot be shown.
        case shown
        case skipped
        case failed(DrawingProblem)
        /// The program has ended and is started again after a pause.
        case ended(DrawingProblem)
    }

    /// Pauses between attempts to start the program.
    private nonisolated static let pauses: ClosedRange<Duration> = .seconds(1) ... .seconds(60)
    /// Time limit for the program to be ready: it may have to scan fonts first.
    private nonisolated static let readiness: Duration = .seconds(30)
    /// Time to clean up after a request to end: longer than the program waits for its own commands.
    private nonisolated static let grace: Duration = .seconds(6)
    /// Time without a failure after which the pauses are reset.
    private nonisolated static let steadiness: Duration = .seconds(10)

    private let program: String
    private let job: DrawingJob
    private let patience: Duration
    private let pace: Pace
    /// Event handler, which the owner sets.
    var hear: @LoopActor (News) -> Void = { _ in }

    private var child: ChildProgram?
    private var line: [UInt8] = []
    private var isReady = false
    private var lastNumber: UInt64 = 0
    /// Number of the scene that has no reply yet.
    private var pending: UInt64?
    private var pause = GrowingPause(DrawingChild.pauses)
    private var readySince: Duration?
    private let attempt: Alarm
    private let deadline: Alarm
    private var isOver = false
    private var writtenBefore = 0
    private var finished: (@LoopActor () -> Void)?
    /// Reason that the program gave before it ended at its start.
    private var problemBeforeEnd: DrawingProblem?
    /// Whether the program has reported a general problem since its last reply to a scene.
    private var hasComplained = false

    init(_ program: String, _ job: DrawingJob, patience: Duration, pace: Pace) {
        self.program = program
        self.job = job
        self.patience = patience
        self.pace = pace
        attempt = Alarm(on: pace)
        deadline = Alarm(on: pace)
    }

    var queuedBytes: Int { child?.queuedBytes ?? 0 }
    var writtenBytes: Int { writtenBefore + (child?.writtenBytes ?? 0) }

    func start() {
        attempt.cancel()
        guard !isOver, child == nil else { return }
        do throws(Errno) {
            let child = try ChildProgram([program] + job.arguments, isRead: true) {
                [weak self] in self?.take($0)
            }
            self.child = child
            expect(within: Self.readiness)
        } catch {
            end(.noProgram(error))
        }
    }

    /// Whether a scene has no reply yet.
    var isAwaited: Bool { pending != nil }

    /// Sends a scene; returns false if the program is not ready or the previous scene has no reply
    /// yet.
    func send(_ scene: Scene) -> Bool {
        guard isReady, pending == nil, let child else { return false }
        lastNumber += 1
        pending = lastNumber
        child.write(scene.line(number: lastNumber))
        expect(within: patience)
        return true
    }

    /// Ends the program once it has shown its scenes, or at the limit.
    ///
    /// - Parameter last: the scene shown last, after the one in progress.
    func finish(
        with last: Scene?, within limit: Duration, _ done: @escaping @LoopActor () -> Void
    ) {
        isOver = true
        cancelTimers()
        guard let child, child.ending == nil else { return done() }
        finished = done
        if let last, isReady {
            lastNumber += 1
            child.write(last.line(number: lastNumber))
        }
        child.closeInput()
        // Early enough that the program can still end a command that it started.
        deadline.set(after: limit * 3 / 4, for: self) { $0.endSoon(within: limit / 4) }
    }

    /// Asks the program to end, and kills it at the limit, because this process may exit
    /// afterwards.
    private func endSoon(within limit: Duration) {
        child?.terminate(within: limit)
        deadline.set(after: limit) { [weak self] in
            guard let self else { return }
            child?.forgetOwner()
            child?.killAtOnce()
            writtenBefore += child?.writtenBytes ?? 0
            child = nil
            endFinish()
        }
    }

    private func endFinish() {
        let finished = finished
        self.finished = nil
        finished?()
    }

    /// Terminates the program without waiting for its end; it is killed after `grace`.
    func stop() {
        isOver = true
        cancelTimers()
        drop()
    }

    private func cancelTimers() {
        attempt.cancel()
        deadline.cancel()
    }

    private func expect(within limit: Duration) {
        deadline.set(after: limit, for: self) { $0.abandon(.silent) }
    }

    private func take(_ report: ChildProgram.Report) {
        switch report {
        // During the end, only the exit of the program matters.
        case .wrote(let bytes): if !isOver { take(bytes) }
        case .took, .closedInput: break
        case .ended(let ending):
            writtenBefore += child?.writtenBytes ?? 0
            child = nil
            guard !isOver else {
                cancelTimers()
                return endFinish()
            }
            let isUnable = !isReady && ending == .exited(ChildProgram.cannotRun)
            end(isUnable ? .noLibrary : .ended(ending))
        }
    }

    private func take(_ bytes: [UInt8]) {
        for byte in bytes where child != nil {
            guard byte == UInt8(ascii: "\n") else {
                line.append(byte)
                if line.count > DrawingReply.longestLine { return abandon(.nonsense) }
                continue
            }
            let reply = DrawingReply(line: line)
            line.removeAll(keepingCapacity: true)
            guard let reply, take(reply) else { return abandon(.nonsense) }
        }
    }

    /// Takes a reply; returns false if it does not belong to what was sent.
    private func take(_ reply: DrawingReply) -> Bool {
        switch reply {
        case .ready(let size):
            guard pending == nil else { return false }
            if !isReady { readySince = pace.now }
            isReady = true
            problemBeforeEnd = nil
            deadline.cancel()
            hear(.ready(size))
            return true
        case .shown(let number): return answer(number, .shown)
        case .skipped(let number): return answer(number, .skipped)
        case .failed(let number, let trouble, let words):
            let problem = DrawingProblem(trouble, saying: words)
            guard let number else {
                if hasComplained { return false }
                hasComplained = true
                // A problem before the program is ready is the reason for its end.
                if !isReady { problemBeforeEnd = problem } else { hear(.failed(problem)) }
                return true
            }
            return answer(number, .failed(problem))
        }
    }

    private func answer(_ number: UInt64, _ news: News) -> Bool {
        guard number == pending else { return false }
        deadline.cancel()
        pending = nil
        hasComplained = false
        hear(news)
        return true
    }

    /// Ends a program that misbehaves.
    private func abandon(_ problem: DrawingProblem) {
        drop()
        if !isOver { end(problem) }
    }

    private func drop() {
        guard let child else { return }
        writtenBefore += child.writtenBytes
        child.forgetOwner()
        child.terminate(within: Self.grace)
        self.child = nil
    }

    private func end(_ problem: DrawingProblem) {
        let problem = problemBeforeEnd ?? problem
        problemBeforeEnd = nil
        if let readySince, pace.now - readySince >= Self.steadiness { pause.reset() }
        readySince = nil
        isReady = false
        pending = nil
        lastNumber = 0
        hasComplained = false
        line = []
        cancelTimers()
        guard !isOver else { return }
        attempt.set(after: pause.take(), for: self) { $0.start() }
        hear(.ended(problem))
    }
}

extension ImageOutlet {
    /// Path of the drawing program: beside this one, or where `make install` puts it.
    package nonisolated static var usualProgram: String {
        let own = CurrentProcess.program
        let folder = own.lastIndex(of: "/").map { own[..<$0] } ?? "."
        let beside = "\(folder)/callboard-draw"
        return FileDescriptor.exists(beside)
            ? beside : "\(folder)/../libexec/callboard/callboard-draw"
    }
}
