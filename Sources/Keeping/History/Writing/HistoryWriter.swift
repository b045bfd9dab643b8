internal import Linux
package import Notices

/// Report about a history's file.
package enum HistoryFileReport: Hashable, Sendable {
    /// The file was damaged and renamed; a new one was created.
    case setAside(as: String)
    /// The file was removed while it was open; a new one was created.
    case begunAnew
    /// The index was damaged and was rebuilt from the undamaged notifications.
    case indexMended
}

extension HistoryFileReport: CustomStringConvertible {
    /// A sentence without a full stop.
    package var description: String {
        switch self {
        case .setAside(let name):
            "\(HistoryFile.name) was damaged and was renamed to \(name); a new one was created"
        case .begunAnew: "\(HistoryFile.name) was removed; a new one was created"
        case .indexMended:
            "the index of \(HistoryFile.name) was damaged and was rebuilt; no notification is lost"
        }
    }
}

/// Writer of a history; callable from any thread, one at a time.
///
/// The file is opened by the first write. After an error the same events can be written again.
package final class HistoryWriter: Sendable {
    private struct State {
        var store: EventStore?
        /// State for the next store of this run.
        var handover: Handover?
        var policy: StorePolicy
        var isFirst = true
        /// Whether the index was rebuilt in this run, which is tried once for errors other than
        /// damage.
        var hasMended = false
        /// Whether the index was removed and may not have been rebuilt yet.
        var isMending = false
        /// Lock against other writers.
        var lock: StateLock?
        /// Reports not returned yet.
        var news: [HistoryFileReport] = []

        /// Closes the file and keeps the state for the next store.
        mutating func pause() {
            if let store { handover = Handover(store) }
            store = nil
        }

        /// Closes a file that is no longer used.
        mutating func abandon() {
            (store, handover, isMending) = (nil, nil, false)
        }
    }

    private let state: Locked<State>
    let clockDoubt = Locked(ClockDoubt())
    private let folder: String
    private let durability: Durability
    private let kind: HistoryKind
    private let vfs: String?

    /// Creates a writer for a folder that may not exist yet; nothing is opened before the first
    /// write.
    ///
    /// - Parameter kind: the kind of phones; a history of the other kind is rejected
    package convenience init(
        in folder: String, durability: Durability = .normal, policy: StorePolicy = StorePolicy(),
        kind: HistoryKind = .real
    ) {
        self.init(in: folder, durability: durability, policy: policy, kind: kind, vfs: nil)
    }

    init(
        in folder: String, durability: Durability, policy: StorePolicy, kind: HistoryKind = .real,
        vfs: String?
    ) {
        self.folder = folder
        self.durability = durability
        self.kind = kind
        self.vfs = vfs
        state = Locked(State(policy: policy))
    }

    /// Sets the policy for later notifications.
    package func setPolicy(_ policy: StorePolicy) {
        state.withLock { state in
            state.policy = policy
            state.store?.policy = policy
        }
    }

    /// Writes the events in one transaction.
    ///
    /// - Returns: reports about the file
    package func write(_ events: [HistoryEvent]) throws(HistoryError) -> [HistoryFileReport] {
        try withStore { (store) throws(DatabaseError) in try store.write(events) }.news
    }

    /// Whether `keep` has work to do at once.
    package var hasMoreToDo: Bool {
        state.withLock { $0.store?.attendance.absences.isEmpty == false }
    }

    /// Closes the file; a later write opens it again.
    package func close() {
        state.withLock { state in
            // The file opened next may be another one.
            state.abandon()
            state.lock = nil
        }
    }

    /// Runs `body` with the store; a damaged or removed file is replaced by a new one.
    func withStore<Value>(
        _ body: (EventStore) throws(DatabaseError) -> Value
    ) throws(HistoryError) -> (value: Value, news: [HistoryFileReport]) {
        let result = state.withLock { state in
            Result { () throws(HistoryError) in try attempt(body, &state) }
        }
        return try result.get()
    }

    private func attempt<Value>(
        _ body: (EventStore) throws(DatabaseError) -> Value, _ state: inout State
    ) throws(HistoryError) -> (value: Value, news: [HistoryFileReport]) {
        if state.store?.database.hasMoved == true {
            state.abandon()
            state.lock = nil
            state.news.append(.begunAnew)
        }
        let value = try mending(body, &state)
        defer { state.news = [] }
        return (value, state.news)
    }

    private func mending<Value>(
        _ body: (EventStore) throws(DatabaseError) -> Value, _ state: inout State
    ) throws(HistoryError) -> Value {
        do throws(HistoryError) {
            return try once(body, &state)
        } catch {
            guard error.mayMeanDamage else { throw error }
            if try !dropIndex(&state, after: error) {
                guard error.meansDamage else { throw error }
                return try beginAnew(body, &state)
            }
        }
        do throws(HistoryError) {
            return try once(body, &state)
        } catch {
            guard error.meansDamage else { throw error }
            return try beginAnew(body, &state)
        }
    }

    private func beginAnew<Value>(
        _ body: (EventStore) throws(DatabaseError) -> Value, _ state: inout State
    ) throws(HistoryError) -> Value {
        state.abandon()
        state.news.append(.setAside(as: try HistoryFile.setAside(in: folder)))
        return try once(body, &state)
    }

    private func once<Value>(
        _ body: (EventStore) throws(DatabaseError) -> Value, _ state: inout State
    ) throws(HistoryError) -> Value {
        if state.store == nil {
            if state.lock == nil { state.lock = try HistoryFile.lock(in: folder) }
            let database = try open()
            // If the disk failed at the end, the index may exist although an error was reported.
            if try database.restoreIndex() || state.isMending {
                state.news.append(.indexMended)
                state.isMending = false
            }
            let store = EventStore(
                database, policy: state.policy,
                isFirst: state.handover?.isFirst ?? state.isFirst)
            state.handover?.pass(to: store)
            (state.store, state.handover, state.isFirst) = (store, nil, false)
        }
        guard let store = state.store else { throw .missing }
        return try HistoryError.translate { () throws(DatabaseError) in try body(store) }
    }

    /// Removes the index if it causes the error; returns whether it did.
    ///
    /// The next opening rebuilds the index.
    private func dropIndex(
        _ state: inout State, after failure: HistoryError
    ) throws(HistoryError) -> Bool {
        do throws(HistoryError) {
            let database = try open()
            guard failure.meansDamage || !state.hasMended, try database.hasSoundRows() else {
                return false
            }
            state.pause()
            try database.dropIndex()
            (state.hasMended, state.isMending) = (true, true)
            return true
        } catch {
            guard error.meansDamage else { throw error }
            return false
        }
    }

    private func open() throws(HistoryError) -> Database {
        try Database.openHistory(in: folder, durability: durability, kind: kind, vfs: vfs)
    }
}

extension HistoryError {
    private var code: DatabaseCode? {
        if case .database(let error) = self { error.code } else { nil }
    }

    fileprivate var meansDamage: Bool { code?.meansDamage == true }

    /// Whether a damaged index can cause this error, which need not be reported as damage.
    fileprivate var mayMeanDamage: Bool {
        meansDamage || code?.primary == .general || code?.primary == .constraint
    }
}
