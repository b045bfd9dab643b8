internal import CPostgreSQL
internal import Linux

/// One connection of the library, which is gone with its last owner.
///
/// `@unchecked Sendable` is sound: it is used by one thread at a time: by the one that connects until that has handed it over, and from
/// then on by the loop alone.
@safe
final class LibraryConnection: @unchecked Sendable {
    private let pointer: OpaquePointer
    let notes = LibpqNotices()
    /// The number of the server's process for this connection, as the server itself says.
    private(set) var process: Int?

    /// Begins to connect; the library looks nothing up, but reads the files of the encryption.
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
        // The only way to learn the code of a refusal, which is not in the server's language.
        unsafe PQsetErrorVerbosity(pointer, PQERRORS_VERBOSE)
    }

    deinit {
        unsafe PQfinish(pointer)
    }

    /// How an attempt to connect ended.
    enum Ending {
        case connected
        /// For the reason in `words`.
        case failed
        /// Nobody answered in time.
        case silent
        /// The server asks for the password in a way in which it must not have it.
        case refused
        /// This host has no room for a further descriptor.
        case crowded(Errno)
    }

    /// Connects; this waits, so it is done away from the loop.
    ///
    /// - Parameter isGuarded: whether the server gets a password by SCRAM alone.
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
                    // The greeting has been sent, and no answer was read yet.
                    relay = try LoginRelay(at: descriptor)
                }
            } catch {
                return .crowded(error)
            }
        }
        return .failed
    }

    /// Has the server run a statement of which the first value is the number of its process; this waits as well.
    ///
    /// - Returns: whether it was run; nil where nobody answered in time.
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

    /// Has nothing wait from now on, which is what the loop wants.
    func stopWaiting() -> Bool {
        // From here on the code of an error is a field of its own, and words are ours.
        unsafe PQsetErrorVerbosity(pointer, PQERRORS_SQLSTATE)
        return unsafe PQsetnonblocking(pointer, 1) == 0
    }

    /// The library's words about what failed last.
    var words: String { unsafe String(cString: PQerrorMessage(pointer)) }

    /// The descriptor of the connection, which stays the library's.
    var descriptor: Int32 { unsafe PQsocket(pointer) }

    /// The version of the server: 150018 is 15.18.
    var version: Int { unsafe Int(PQserverVersion(pointer)) }

    /// Whether the connection is encrypted.
    var isEncrypted: Bool { unsafe PQsslInUse(pointer) != 0 }

    /// Whether somebody stands between, who says another number than the server's process.
    var isPooled: Bool { unsafe process != nil && process != Int(PQbackendPID(pointer)) }

    // MARK: Asking

    /// Whether statements can be sent one after the other, without waiting for answers.
    var isPipelining: Bool { unsafe PQpipelineStatus(pointer) != PQ_PIPELINE_OFF }

    func beginPipeline() -> Bool { unsafe PQenterPipelineMode(pointer) != 0 }

    /// Only outside of a pipeline the library hears why a server ends an idle connection.
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

    /// Ends what counts as a whole or not at all.
    func synchronize() -> Bool { unsafe PQpipelineSync(pointer) != 0 }

    /// Has rows come one by one, for the statement whose answer comes next; before anything of that is looked at.
    func streamRows() { unsafe PQsetSingleRowMode(pointer) }

    /// Sends what waits; nil where the connection is gone.
    ///
    /// - Returns: whether all of it was sent.
    func flush() -> Bool? {
        switch unsafe PQflush(pointer) {
        case 0: true
        case 1: false
        default: nil
        }
    }

    // MARK: Hearing

    /// Reads what has come; false where the connection is gone.
    func read() -> Bool { unsafe PQconsumeInput(pointer) != 0 }

    /// Whether the next answer is still to come.
    var isBusy: Bool { unsafe PQisBusy(pointer) != 0 }

    /// The next part of the next answer; nil at its end.
    func nextResult() -> LibraryResult? {
        guard let result = unsafe PQgetResult(pointer) else { return nil }
        return unsafe LibraryResult(owning: result)
    }

    /// The next news of a channel.
    func nextNotification() -> ServerNotification? {
        guard let note = unsafe PQnotifies(pointer) else { return nil }
        defer { unsafe PQfreemem(note) }
        return unsafe ServerNotification(
            channel: String(cString: note.pointee.relname),
            payload: note.pointee.extra.map { unsafe String(cString: $0) } ?? "",
            process: Int(note.pointee.be_pid))
    }
}
