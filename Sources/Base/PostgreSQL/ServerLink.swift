internal import Linux

/// The implementation of `ServerConnection`.
///
/// A separate object, because a user may release the connection during any callback.
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
    /// A duplicate of libpq's descriptor, so that our watch does not depend on when it is closed.
    private var descriptor: FileDescriptor?
    private var watch: (id: EventLoop.WatchID, readiness: EventLoop.Readiness)?
    /// Timer for events that are reported after the current call has returned.
    let soon = Alarm()
    let silence = Alarm()
    private let resumption = Alarm()
    /// Whether the owner has stopped the connection, so that no event may follow.
    private(set) var isStopped = false
    var lastHeard: Duration = .zero
    var owed = AnswerQueue()
    var waiting = (batches: 0, bytes: 0)
    var preparations: [String: Preparation] = [:]
    var preparationCount = 0
    /// Column names of the statement whose rows are being received.
    var columns: [String]?
    var hasUnsent = false
    var isProcessing = false
    /// The server's reason for ending the connection, if it was sent.
    var farewell: SQLState?

    /// Starts to connect.
    init(_ plan: DatabaseEndpoint, _ take: @escaping @LoopActor (News) -> Void) {
        self.plan = plan
        self.take = take
        let isWanted = Locked(true)
        state = .connecting(isWanted: isWanted)
        LibrarySettings.forgetVariables()
        do throws(ServerFailure) {
            try Attempts.check(plan)
            let attempts = Attempts(plan: plan, isWanted: isWanted)
            // A separate queue: a host that drops packets blocks only its thread.
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

    /// Ends the connection without further events.
    func stop() {
        isStopped = true
        close(nil)
    }

    var library: LibraryConnection? {
        if case .open(let library, _) = state { library } else { nil }
    }

    // MARK: Connecting

    /// Takes the result of the connecting thread.
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
            // Input received while connecting is already available.
            handle(.readable)
        }
    }

    // MARK: Waiting

    /// Updates the watch of the descriptor.
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

    /// Ends the connection if the server owes an answer and is silent for too long.
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

    /// The reason why no statement can be sent.
    var whyNot: ServerFailure {
        switch state {
        case .connecting: .invalid("there is no connection to a server yet")
        case .open(_, let place): .lost(place)
        case .ended(let failure): failure ?? .invalid("the connection was ended")
        }
    }

    /// The reason for a lost connection.
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
