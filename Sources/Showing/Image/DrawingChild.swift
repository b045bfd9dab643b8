internal import Linux
internal import Scenes

/// The program that draws: started as often as it takes, with one scene on its way to it at most.
@LoopActor
final class DrawingChild {
    /// What the owner has to know.
    enum News: Hashable, Sendable {
        /// It waits for scenes of this size; what it had before is forgotten.
        case ready(SceneSize)
        /// The scene that was sent is shown, or was not shown, or cannot be.
        case shown
        case skipped
        case failed(DrawingProblem)
        /// It is gone, and is started again after a pause.
        case ended(DrawingProblem)
    }

    /// Pauses between attempts to start it.
    private nonisolated static let pauses: ClosedRange<Duration> = .seconds(1) ... .seconds(60)
    /// How long it may take to say that it is ready: fonts may have to be looked through first.
    private nonisolated static let readiness: Duration = .seconds(30)
    /// How long it has to clean up when it is asked to end: longer than it waits for its commands.
    private nonisolated static let grace: Duration = .seconds(6)
    /// How long it has to go well before the pauses begin with the shortest again.
    private nonisolated static let steadiness: Duration = .seconds(10)

    private let program: String
    private let job: DrawingJob
    private let patience: Duration
    private let pace: Pace
    /// Takes what happens; set by the owner.
    var hear: @LoopActor (News) -> Void = { _ in }

    private var child: ChildProgram?
    private var line: [UInt8] = []
    private var isReady = false
    private var lastNumber: UInt64 = 0
    /// The scene that is not answered yet.
    private var pending: UInt64?
    private var pause = GrowingPause(DrawingChild.pauses)
    private var readySince: Duration?
    private let attempt: Alarm
    private let deadline: Alarm
    private var isOver = false
    private var writtenBefore = 0
    private var finished: (@LoopActor () -> Void)?
    /// Why the program cannot begin, by its own words.
    private var problemBeforeEnd: DrawingProblem?
    /// Whether it told of a trouble since its last answer to a scene.
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

    /// Whether a scene is not answered yet.
    var isAwaited: Bool { pending != nil }

    /// Sends a scene, once the one before is answered, and says whether it is on its way.
    func send(_ scene: Scene) -> Bool {
        guard isReady, pending == nil, let child else { return false }
        lastNumber += 1
        pending = lastNumber
        child.write(scene.line(number: lastNumber))
        expect(within: patience)
        return true
    }

    /// Ends the program once it has shown what it has, or after some time.
    ///
    /// - Parameter last: what it shows last, after what it was sent before.
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
        // Asked to end it still has the time to end a command that it started.
        deadline.set(after: limit * 3 / 4, for: self) { $0.endSoon(within: limit / 4) }
    }

    /// Asks it to end, and ends it when the time is over: later nobody may be left to do so.
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

    /// Ends it at once.
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
        // In the end nothing counts but that it goes.
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

    /// Takes an answer, and says whether it is one to what was sent.
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
                // Before it is ready this is why it will end.
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

    /// Ends a program that does not do what it should.
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
    /// Where the program that draws is: beside this one, or where `make install` puts it.
    package nonisolated static var usualProgram: String {
        let own = CurrentProcess.program
        let folder = own.lastIndex(of: "/").map { own[..<$0] } ?? "."
        let beside = "\(folder)/callboard-draw"
        return FileDescriptor.exists(beside)
            ? beside : "\(folder)/../libexec/callboard/callboard-draw"
    }
}
