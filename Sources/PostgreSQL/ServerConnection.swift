internal import CPostgreSQL
package import Linux

/// One connection to a server on our loop, from its making to its end; for another one there is another object.
///
/// It connects on a thread of its own; from then on everything happens on the loop, and nothing waits. Statements are sent at once and
/// answered in their order. Those of one batch count as a whole, or none of them does.
@LoopActor
package final class ServerConnection {
    /// What comes.
    package enum News: Sendable {
        /// A server has let this client in.
        case connected(ServerFacts)
        /// Somebody sent something to a channel that is listened to.
        case notified(ServerNotification)
        /// The server says something beside its answers.
        case noticed(ServerNotice)
        /// There is no connection, or not any more; nothing follows.
        case ended(ServerFailure)
    }

    /// What came of statements that were sent as a whole.
    package typealias Completion =
        @LoopActor (Result<[StatementOutcome], BatchFailure>) -> Void

    /// Batches that may wait for their answers; a further one fails at once.
    package nonisolated static let batchLimit = 1_000
    /// Bytes of values that may wait for their answers; a further batch fails at once.
    package nonisolated static let byteLimit = 64 << 20
    /// Statements that the server understands once for all; further ones are told it each time.
    private nonisolated static let preparationLimit = 200

    private enum State {
        case connecting(isWanted: Locked<Bool>)
        case open(LibraryConnection, ServerPlan.Place)
        case ended(ServerFailure?)
    }

    private let plan: ServerPlan
    private let take: @LoopActor (News) -> Void
    private var state: State
    /// A duplicate of the library's own, so that our watch never depends on when it closes that.
    private var descriptor: FileDescriptor?
    private var watch: (id: EventLoop.WatchID, readiness: EventLoop.Readiness)?
    private let start = Alarm()
    private let silence = Alarm()
    private let resumption = Alarm()
    private var lastHeard: Duration = .zero
    private var owed = AnswerQueue()
    private var waiting = (batches: 0, bytes: 0)
    private var preparations: [String: Preparation] = [:]
    private var preparationCount = 0
    /// The names of the columns of the statement whose rows are coming.
    private var columns: [String]?
    private var hasUnsent = false
    private var isProcessing = false
    /// Why the server will end the connection, as far as it has said so.
    private var farewell: SQLState?

    /// Begins to connect.
    ///
    /// - Parameter take: takes what comes, the first of it later than this returns.
    package init(_ plan: ServerPlan, _ take: @escaping @LoopActor (News) -> Void) {
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
            start.set(after: .zero) { [weak self] in self?.end(error) }
        }
    }

    isolated deinit {
        close(nil)
    }

    /// Whether a server has let this client in, and the connection holds.
    package var isOpen: Bool { library != nil }

    /// Whether nothing is read, so that whoever takes rows or news can keep up; answers wait for as long as they must.
    package var isPaused = false {
        didSet {
            guard isPaused != oldValue, isOpen else { return }
            settle()
            if isPaused { return resumption.cancel() }
            resumption.set(after: .zero) { [weak self] in self?.handle(.readable) }
        }
    }

    /// Sends statements, which count as a whole or not at all.
    ///
    /// - Parameters:
    ///   - takeRow: takes each row with the number of its statement, before it is known whether all succeed.
    ///   - done: told what came of them, later than this returns; never, where the connection is stopped or let go before.
    package func run(
        _ statements: [Statement], rows takeRow: (@LoopActor (Int, Row) -> Void)? = nil,
        then done: @escaping Completion
    ) {
        do throws(BatchFailure) {
            try send(statements, takeRow, done)
        } catch {
            EventLoop.shared.after(.zero) { [weak self] in
                if self != nil { done(.failure(error)) }
            }
        }
    }

    /// Ends it; nothing comes any more, and what the server has not begun may or may not be done.
    package func stop() {
        close(nil)
    }

    private var library: LibraryConnection? {
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

    // MARK: Asking

    private func send(
        _ statements: [Statement], _ takeRow: (@LoopActor (Int, Row) -> Void)?,
        _ done: @escaping Completion
    ) throws(BatchFailure) {
        guard let library else { throw BatchFailure(failure: whyNot) }
        var all: [LibraryParameters] = []
        for (index, statement) in statements.enumerated() {
            do throws(ServerFailure) {
                all.append(try LibraryParameters(statement))
            } catch {
                throw BatchFailure(statement: index, failure: error)
            }
        }
        let size = zip(statements, all).reduce(0) { $0 + $1.0.words.utf8.count + $1.1.size }
        guard waiting.batches < Self.batchLimit, waiting.bytes + size <= Self.byteLimit else {
            throw BatchFailure(failure: .crowded)
        }
        guard library.isPipelining || library.beginPipeline() else {
            throw BatchFailure(failure: whyNot)
        }
        if owed.isEmpty { lastHeard = EventLoop.now }
        waiting = (waiting.batches + 1, waiting.bytes + size)
        let errand = Errand(count: statements.count, size: size, takeRow, done)
        let isSent =
            prepare(statements, all, library) && send(statements, all, errand, library)
        // What was sent in part has no end, so nothing that followed could be told from it.
        if !isSent { return breakOff(library) }
        arm(library)
        flush(library)
    }

    /// Has the server understand what it has not yet, each statement by itself: its failure is that of those who need it.
    private func prepare(
        _ statements: [Statement], _ all: [LibraryParameters], _ library: LibraryConnection
    ) -> Bool {
        for (statement, parameters) in zip(statements, all) where statement.isRepeated {
            guard preparations[statement.words] == nil,
                preparations.count < Self.preparationLimit
            else { continue }
            preparationCount += 1
            let preparation = Preparation(statement.words, name: "callboard_\(preparationCount)")
            preparations[statement.words] = preparation
            guard library.prepare(statement.words, as: preparation.name, parameters),
                library.synchronize()
            else { return false }
            owed.append(.preparation(preparation))
            owed.append(.preparationEnd)
        }
        return true
    }

    private func send(
        _ statements: [Statement], _ all: [LibraryParameters], _ errand: Errand,
        _ library: LibraryConnection
    ) -> Bool {
        var isSent = true
        for (index, (statement, parameters)) in zip(statements, all).enumerated() where isSent {
            let preparation = statement.isRepeated ? preparations[statement.words] : nil
            isSent =
                if let preparation {
                    library.send(prepared: preparation.name, parameters)
                } else {
                    library.send(statement.words, parameters)
                }
            owed.append(.statement(index, of: errand, preparation))
        }
        owed.append(.end(of: errand))
        return isSent && library.synchronize()
    }

    private var whyNot: ServerFailure {
        switch state {
        case .connecting: .invalid("there is no connection to a server yet")
        case .open(_, let place): .lost(place)
        case .ended(let failure): failure ?? .invalid("the connection was ended")
        }
    }

    private func flush(_ library: LibraryConnection) {
        guard let isSent = library.flush() else { return breakOff(library) }
        hasUnsent = !isSent
        settle()
        keepWatch()
    }

    /// Ends what is broken, a little later, after what the server may have said before.
    private func breakOff(_ library: LibraryConnection) {
        hasUnsent = false
        start.set(after: .zero) { [weak self] in
            guard let self, isOpen else { return }
            _ = library.read()
            process(library)
            if isOpen { end(lossFailure) }
        }
    }

    // MARK: Hearing

    private func handle(_ readiness: EventLoop.Readiness) {
        guard let library, !isPaused else { return }
        if readiness.contains(.writable) { flush(library) }
        guard readiness.contains(.readable) || readiness.contains(.hungUp) else { return }
        lastHeard = EventLoop.now
        // What was decrypted already, but had no room in the library's memory, does not make the descriptor readable.
        for _ in 0..<(library.isEncrypted ? Self.encryptedRounds : 1) {
            let isThere = library.read()
            process(library)
            guard isOpen, !isPaused else { return }
            if !isThere { return end(lossFailure) }
        }
        keepWatch()
    }

    /// The library reads at least half of the largest piece that can have been decrypted.
    private nonisolated static let encryptedRounds = 3

    /// Takes all answers that are there.
    private func process(_ library: LibraryConnection) {
        // Somebody who is told something may have asked for more.
        guard !isProcessing else { return }
        isProcessing = true
        defer { isProcessing = false }
        var emptyResults = 0
        takeNews(library)
        while isOpen, !isPaused, !owed.isEmpty, !library.isBusy {
            if let result = library.nextResult() {
                emptyResults = 0
                take(result)
            } else {
                emptyResults += 1
                endOfAnswer()
                // The library says nothing twice where it has lost count of what it was asked.
                if emptyResults > 1, isOpen { return end(lossFailure) }
            }
            if isOpen { arm(library) }
        }
        takeNews(library)
        guard isOpen, owed.isEmpty, library.isPipelining else { return }
        library.endPipeline()
        silence.cancel()
        takeNews(library)
    }

    private func takeNews(_ library: LibraryConnection) {
        while isOpen, !isPaused, let notification = library.nextNotification() {
            take(.notified(notification))
        }
        for notice in library.notes.take() where isOpen {
            if notice.isFarewell { farewell = notice.state } else { take(.noticed(notice)) }
        }
    }

    private func take(_ result: borrowing LibraryResult) {
        switch result.status {
        case PGRES_SINGLE_TUPLE: takeRow(result)
        case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY:
            if case .statement(_, let errand, _) = owed.next {
                errand.add(StatementOutcome(rowCount: result.rowCount))
            }
        case PGRES_PIPELINE_SYNC: endOfBatch()
        case PGRES_PIPELINE_ABORTED: break
        case PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH:
            end(.invalid("COPY is no statement that can be sent here"))
        default: takeFailure(result.notice)
        }
    }

    private func takeRow(_ result: borrowing LibraryResult) {
        guard case .statement(let index, let errand, _) = owed.next, let take = errand.takesRow
        else { return }
        guard result.rowSize <= plan.rowLimit else {
            return end(.rowTooLarge(limit: plan.rowLimit))
        }
        let columns = columns ?? result.columns
        self.columns = columns
        take(index, result.row(columns))
    }

    private func takeFailure(_ notice: ServerNotice) {
        if notice.isFarewell { farewell = notice.state }
        // An error without a code is the library's own: the connection is gone, as reading will tell.
        guard !notice.isFarewell, !notice.state.rawValue.isEmpty else { return end(lossFailure) }
        let failure = ServerFailure.statement(notice.state, notice.words)
        switch owed.next {
        case .preparation(let preparation):
            preparation.failure = failure
            forget(preparation)
        case .statement(let index, let errand, let preparation):
            // Where the server knows no such statement, the reason is why it did not understand it.
            let isUnknown = notice.state == .unknownStatement
            errand.fail(index, isUnknown ? preparation?.failure ?? failure : failure)
            if let preparation, isUnknown || notice.state == .staleStatement {
                forget(preparation)
            }
        case .end(let errand): errand.fail(nil, failure)
        case .preparationEnd, nil: break
        }
    }

    /// Has the statement be understood anew the next time.
    private func forget(_ preparation: Preparation) {
        if preparations[preparation.words] === preparation {
            preparations[preparation.words] = nil
        }
    }

    private func endOfAnswer() {
        switch owed.next {
        case .statement, .preparation: owed.removeFirst()
        case .end, .preparationEnd, nil: break
        }
        columns = nil
    }

    private func endOfBatch() {
        let answer = owed.next
        switch answer {
        case .end, .preparationEnd: owed.removeFirst()
        case .statement, .preparation, nil: return end(lossFailure)
        }
        if case .end(let errand) = answer {
            waiting = (waiting.batches - 1, waiting.bytes - errand.size)
            errand.finish()
        }
    }

    /// Has the rows of the next statement come one by one, before the library looks at any of them.
    private func arm(_ library: LibraryConnection) {
        if case .statement = owed.next, columns == nil { library.streamRows() }
    }

    // MARK: Waiting

    /// Waits for what there is to wait for.
    private func settle() {
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
    private func keepWatch() {
        guard isOpen, !owed.isEmpty, !isPaused else { return silence.cancel() }
        if silence.isSet { return }
        silence.set(at: lastHeard + plan.answerPatience) { [weak self] in
            guard let self, case .open(_, let place) = state, !owed.isEmpty else { return }
            if EventLoop.now < lastHeard + plan.answerPatience { return keepWatch() }
            end(.silent(place))
        }
    }

    // MARK: Ending

    private var lossFailure: ServerFailure {
        guard case .open(_, let place) = state else { return whyNot }
        return farewell.map { .dismissed(place, $0) } ?? .lost(place)
    }

    private func end(_ failure: ServerFailure) {
        if case .ended = state { return }
        let errands = owed.errands
        close(failure)
        for errand in errands {
            errand.fail(nil, failure)
            errand.finish()
        }
        take(.ended(failure))
    }

    private func close(_ failure: ServerFailure?) {
        if case .ended = state { return }
        if case .connecting(let isWanted) = state { isWanted.withLock { $0 = false } }
        state = .ended(failure)
        start.cancel()
        silence.cancel()
        resumption.cancel()
        if let watch { EventLoop.shared.unwatch(watch.id) }
        watch = nil
        descriptor = nil
        owed = AnswerQueue()
    }
}
