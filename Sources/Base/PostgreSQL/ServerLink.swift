internal import Linux

/// What a connection does, apart from whoever owns it, who may let go in the middle of anything that this tells.
@LoopActor
final class ServerLink {
    typealias News = ServerConnection.News
    typealias Completion = ServerConnection.Completion

    enum State {
        case connecting(isWanted: Locked<Bool>)
        case open(LibraryConnection, DatabaseEndpoint.Place)
        case ended(ServerFailure?)
    }

    let plan: DatabaseEndpoint
    let take: @LoopActor (News) -> Void
    var state: State
    /// A duplicate of the library's own, so that our watch never depends on when it closes that.
    private var descriptor: FileDescriptor?
    private var watch: (id: EventLoop.WatchID, readiness: EventLoop.Readiness)?
    /// For what comes a little later than the call that it is about.
    let soon = Alarm()
    let silence = Alarm()
    private let resumption = Alarm()
    /// Whether the owner has let go, and is told nothing any more.
    private(set) var isStopped = false
    var lastHeard: Duration = .zero
    var owed = AnswerQueue()
    var waiting = (batches: 0, bytes: 0)
    var preparations: [String: Preparation] = [:]
    var preparationCount = 0
    /// The names of the columns of the statement whose rows are coming.
    var columns: [String]?
    var hasUnsent = false
    var isProcessing = false
    /// Why the server will end the connection, as far as it has said so.
    var farewell: SQLState?

    /// Begins to connect.
    init(_ plan: DatabaseEndpoint, _ take: @escaping @LoopActor (News) -> Void) {
        self.plan = plan
        self.take = take
        let isWanted = Locked(true)
        state = .connecting(isWanted: isWanted)
        LibrarySettings.forgetVariables()
        do throws(ServerFailure) {
            try Attempts.check(plan)
            let attempts = Attempts(plan: plan, isWanted: isWanted)
            // A queue of its own: a host that swallows packets holds up a thread, and nobody else.
            WorkQueue().run({ attempts.run() }, then: { [weak self] in self?.begin($0) })
        } catch {
            soon.set(after: .zero, for: self) { $0.end(error) }
        }
    }

    var isOpen: Bool { library != nil }

    var isPaused = false {
        didSet {
            guard isPaused != oldValue, isOpen else { return }
            settle()
            if isPaused { return resumption.cancel() }
            resumption.set(after: .zero, for: self) { $0.handle(.readable) }
        }
    }

    /// Ends it, and nothing comes any more.
    func stop() {
        isStopped = true
        close(nil)
    }

    var library: LibraryConnection? {
        if case .open(let library, _) = state { library } else { nil }
    }

    // MARK: Connecting

    /// The thread is done: there is a connection, or none.
    private func begin(_ result: Result<Attempts.Success, ServerFailure>) {
        guard case .connecting = state else { return }
        switch result {
        case .failure(let failure): end(failure)
        case .success(let success):
            do throws(Errno) {
                descriptor = try FileDescriptor.duplicate(of: success.connection.descriptor)
            } catch {
                return end(.unreachable(success.place, error))
            }
            state = .open(success.connection, success.place)
            settle()
            guard isOpen else { return }
            take(.connected(ServerFacts(success.connection, success.place)))
            guard isOpen else { return }
            // What came while it connected is there already.
            handle(.readable)
        }
    }

    // MARK: Waiting

    /// Waits for what there is to wait for.
    func settle() {
        guard isOpen, let descriptor = descriptor?.rawValue else { return }
        if isPaused {
            if let watch { EventLoop.shared.unwatch(watch.id) }
            watch = nil
            return silence.cancel()
        }
        let wanted: EventLoop.Readiness = hasUnsent ? [.readable, .writable] : .readable
        if let watch, watch.readiness == wanted { return }
        do throws(Errno) {
            if let watch {
                try EventLoop.shared.change(watch.id, to: wanted)
                self.watch = (watch.id, wanted)
            } else {
                let id = try EventLoop.shared.watch(descriptor, for: wanted) { [weak self] in
                    self?.handle($0)
                }
                watch = (id, wanted)
            }
        } catch {
            if case .open(_, let place) = state { end(.unreachable(place, error)) }
        }
    }

    /// Gives the server up that owes an answer, and is silent for too long.
    func keepWatch() {
        guard isOpen, !owed.isEmpty, !isPaused else { return silence.cancel() }
        if silence.isSet { return }
        silence.set(at: lastHeard + plan.answerPatience) { [weak self] in
            guard let self, case .open(_, let place) = state, !owed.isEmpty else { return }
            if EventLoop.now < lastHeard + plan.answerPatience { return keepWatch() }
            end(.silent(place))
        }
    }

    // MARK: Ending

    /// Why nothing can be asked.
    var whyNot: ServerFailure {
        switch state {
        case .connecting: .invalid("there is no connection to a server yet")
        case .open(_, let place): .lost(place)
        case .ended(let failure): failure ?? .invalid("the connection was ended")
        }
    }

    /// Why the connection broke.
    var lossFailure: ServerFailure {
        guard case .open(_, let place) = state else { return whyNot }
        return farewell.map { .dismissed(place, $0) } ?? .lost(place)
    }

    func end(_ failure: ServerFailure) {
        if case .ended = state { return }
        let errands = owed.errands
        close(failure)
        for errand in errands where !isStopped {
            errand.fail(nil, failure)
            errand.finish()
        }
        if !isStopped { take(.ended(failure)) }
    }

    private func close(_ failure: ServerFailure?) {
        if case .ended = state { return }
        if case .connecting(let isWanted) = state { isWanted.withLock { $0 = false } }
        state = .ended(failure)
        soon.cancel()
        silence.cancel()
        resumption.cancel()
        if let watch { EventLoop.shared.unwatch(watch.id) }
        watch = nil
        descriptor = nil
        owed = AnswerQueue()
    }
}
