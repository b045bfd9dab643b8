internal import CPostgreSQL
internal import Linux

/// A libpq connection, closed with its last owner.
///
/// `@unchecked Sendable` is sound: one thread at a time uses it, first the connecting thread, and
/// after its result only the loop.
@safe
final class LibraryConnection: @unchecked Sendable {
    private let pointer: OpaquePointer
    let notes = LibpqNotices()
    /// Process id of the server for this connection, as reported by a query.
    private(set) var process: Int?

    /// Starts to connect; libpq looks up no names, but reads the TLS files.
    init(_ settings: LibrarySettings) throws(ServerFailure) {
        let texts = unsafe (settings.names + settings.values).map { unsafe strdup($0) }
        defer { for index in unsafe texts.indices { unsafe free(texts[index]) } }
        let pointers = unsafe texts.map { unsafe UnsafePointer<CChar>($0) }
        let count = settings.names.count
        var names = unsafe pointers.prefix(count) + [nil]
        var values = unsafe pointers.dropFirst(count) + [nil]
        let start = unsafe names.withUnsafeMutableBufferPointer { names in
            unsafe values.withUnsafeMutableBufferPointer { values in
                unsafe PQconnectStartParams(names.baseAddress, values.baseAddress, 0)
            }
        }
        guard let pointer = unsafe start else {
            throw .invalid("the PostgreSQL library cannot be used here")
        }
        unsafe self.pointer = pointer
        unsafe notes.attach(to: pointer)
        // The only way to get the SQLSTATE of a refusal, which is independent of the server's
        // language.
        unsafe PQsetErrorVerbosity(pointer, PQERRORS_VERBOSE)
    }

    deinit {
        unsafe PQfinish(pointer)
    }

    /// Result of an attempt to connect.
    enum Ending {
        case connected
        /// Failed; the reason is in `words`.
        case failed
        /// No answer in time.
        case silent
        /// The server requests the password by a method that is not permitted.
        case refused
        /// This host has no free descriptor.
        case crowded(Errno)
    }

    /// Connects; blocks, so it runs outside the loop.
    ///
    /// - Parameter isGuarded: whether the password is sent only by SCRAM.
    func connect(until deadline: Duration, isGuarded: Bool) -> Ending {
        var events = POLLOUT
        var relay: LoginRelay?
        var isLetIn = !isGuarded
        while unsafe PQstatus(pointer) != CONNECTION_BAD {
            if let relay, events == POLLIN {
                switch relay.bring(until: deadline) {
                case .brought: break
                case .letIn: isLetIn = true
                case .refused: return .refused
                case .silent: return .silent
                }
            } else {
                guard LoginRelay.isReady(descriptor, events, until: deadline) else {
                    return .silent
                }
            }
            let next = unsafe PQconnectPoll(pointer)
            relay?.forward(until: deadline)
            switch next {
            case PGRES_POLLING_OK: return .connected
            case PGRES_POLLING_READING: events = POLLIN
            case PGRES_POLLING_WRITING: events = POLLOUT
            default: return .failed
            }
            do throws(Errno) {
                if let guardian = relay, isLetIn {
                    try guardian.leave(descriptor)
                    relay = nil
                } else if !isLetIn, relay == nil, events == POLLIN {
                    // The startup packet has been sent, and no answer was read yet.
                    relay = try LoginRelay(at: descriptor)
                }
            } catch {
                return .crowded(error)
            }
        }
        return .failed
    }

    /// Runs a statement whose first value is the process id of the server; blocks.
    ///
    /// - Returns: whether it succeeded; nil without an answer in time.
    func begin(with statement: String, until deadline: Duration) -> Bool? {
        guard unsafe PQsendQuery(pointer, statement) != 0 else { return false }
        while true {
            while isBusy {
                guard LoginRelay.isReady(descriptor, POLLIN, until: deadline) else { return nil }
                guard read() else { return false }
            }
            guard let result = unsafe PQgetResult(pointer) else { return process != nil }
            if unsafe PQresultStatus(result) == PGRES_TUPLES_OK {
                process = unsafe Int(String(cString: PQgetvalue(result, 0, 0)))
            }
            unsafe PQclear(result)
        }
    }

    /// Switches to non-blocking mode, for the loop; returns false on failure.
    func stopWaiting() -> Bool {
        // The text of an error no longer needs its SQLSTATE: from here on each result has the code
        // in a field, and messages are written by this module.
        unsafe PQsetErrorVerbosity(pointer, PQERRORS_SQLSTATE)
        return unsafe PQsetnonblocking(pointer, 1) == 0
    }

    /// The latest error message of libpq.
    var words: String { unsafe String(cString: PQerrorMessage(pointer)) }

    /// The descriptor of the connection, owned by libpq.
    var descriptor: Int32 { unsafe PQsocket(pointer) }

    /// Version of the server: 150018 is 15.18.
    var version: Int { unsafe Int(PQserverVersion(pointer)) }

    var isEncrypted: Bool { unsafe PQsslInUse(pointer) != 0 }

    /// Whether a pooler is in between, which reports a different process id.
    var isPooled: Bool { unsafe process != nil && process != Int(PQbackendPID(pointer)) }

    // MARK: Sending

    /// Whether pipeline mode is active, which sends statements without waiting for answers.
    var isPipelining: Bool { unsafe PQpipelineStatus(pointer) != PQ_PIPELINE_OFF }

    func beginPipeline() -> Bool { unsafe PQenterPipelineMode(pointer) != 0 }

    /// Leaves pipeline mode: only then libpq receives the reason when a server ends an idle
    /// connection.
    func endPipeline() { unsafe PQexitPipelineMode(pointer) }

    func send(_ words: String, _ parameters: LibraryParameters) -> Bool {
        unsafe parameters.withPointers { values in
            unsafe PQsendQueryParams(
                pointer, words, parameters.count, parameters.types, values, parameters.lengths,
                parameters.formats, 0) != 0
        }
    }

    func send(prepared name: String, _ parameters: LibraryParameters) -> Bool {
        unsafe parameters.withPointers { values in
            unsafe PQsendQueryPrepared(
                pointer, name, parameters.count, values, parameters.lengths, parameters.formats, 0)
                != 0
        }
    }

    func prepare(_ words: String, as name: String, _ parameters: LibraryParameters) -> Bool {
        unsafe PQsendPrepare(pointer, name, words, parameters.count, parameters.types) != 0
    }

    /// Sends the end of a transaction in the pipeline.
    func synchronize() -> Bool { unsafe PQpipelineSync(pointer) != 0 }

    /// Enables single-row mode for the statement whose answer is next; call this before reading any
    /// of it.
    func streamRows() { unsafe PQsetSingleRowMode(pointer) }

    /// Sends queued bytes; nil if the connection is gone.
    ///
    /// - Returns: whether all bytes were sent.
    func flush() -> Bool? {
        switch unsafe PQflush(pointer) {
        case 0: true
        case 1: false
        default: nil
        }
    }

    // MARK: Receiving

    /// Reads available input; false if the connection is gone.
    func read() -> Bool { unsafe PQconsumeInput(pointer) != 0 }

    /// Whether the next answer is incomplete.
    var isBusy: Bool { unsafe PQisBusy(pointer) != 0 }

    /// Returns the next result of the current answer; nil at its end.
    func nextResult() -> LibraryResult? {
        guard let result = unsafe PQgetResult(pointer) else { return nil }
        return unsafe LibraryResult(owning: result)
    }

    /// Returns the next notification of a channel.
    func nextNotification() -> ServerNotification? {
        guard let note = unsafe PQnotifies(pointer) else { return nil }
        defer { unsafe PQfreemem(note) }
        return unsafe ServerNotification(
            channel: String(cString: note.pointee.relname),
            payload: note.pointee.extra.map { unsafe String(cString: $0) } ?? "",
            process: Int(note.pointee.be_pid))
    }
}
