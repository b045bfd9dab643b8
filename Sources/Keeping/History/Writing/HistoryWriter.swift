internal import Linux
package import Notices

/// What became of a history's file.
package enum HistoryFileReport: Hashable, Sendable {
    /// It was damaged, is called this now, and a new one was begun.
    case setAside(as: String)
    /// It was taken away while it was open, and a new one was begun.
    case begunAnew
    /// What is searched was damaged and was made anew of the notices, which were sound.
    case indexMended
}

extension HistoryFileReport: CustomStringConvertible {
    /// A sentence for a person, without a full stop.
    package var description: String {
        switch self {
        case .setAside(let name):
            "\(HistoryFile.name) was damaged and is set aside as \(name); a new one was begun"
        case .begunAnew: "\(HistoryFile.name) was taken away; a new one was begun"
        case .indexMended:
            "what is searched in \(HistoryFile.name) was damaged and was made anew; no notice is lost"
        }
    }
}

/// Writes a history; any thread may call it, one after another.
///
/// The file is opened by the first write. After an error the same events can be written again.
package final class HistoryWriter: Sendable {
    private struct State {
        var scribe: EventStore?
        /// What the next scribe has to know of what was written in this run.
        var handover: Handover?
        var policy: StorePolicy
        var isFirst = true
        /// Whether the index was made anew in this run, which helps once against what is not called
        /// damage.
        var hasMended = false
        /// Whether it was taken out and is not known to have been made anew.
        var isMending = false
        /// Keeps other writers out.
        var lock: StateLock?
        /// What was not told yet.
        var news: [HistoryFileReport] = []

        /// Closes the file, in which the next scribe goes on with the work of this one.
        mutating func pause() {
            if let scribe { handover = Handover(scribe) }
            scribe = nil
        }

        /// Closes a file that nobody will write any more.
        mutating func abandon() {
            (scribe, handover, isMending) = (nil, nil, false)
        }
    }

    private let state: Locked<State>
    let clockDoubt = Locked(ClockDoubt())
    private let folder: String
    private let durability: Durability
    private let kind: HistoryKind
    private let vfs: String?

    /// Writes into a folder that may be missing still; nothing is opened before the first write.
    ///
    /// - Parameter kind: whose notifications are written; a history of the other kind is not.
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

    /// Has later notices kept in another way.
    package func setPolicy(_ policy: StorePolicy) {
        state.withLock { state in
            state.policy = policy
            state.scribe?.policy = policy
        }
    }

    /// Writes all of these events, or throws and has written none.
    ///
    /// - Returns: what became of the file meanwhile.
    package func write(_ events: [HistoryEvent]) throws(HistoryError) -> [HistoryFileReport] {
        try withScribe { (scribe) throws(DatabaseError) in try scribe.write(events) }.news
    }

    /// Whether there is something for `keep` to do now, however lately it had nothing to do.
    package var hasMoreToDo: Bool {
        state.withLock { $0.scribe?.attendance.absences.isEmpty == false }
    }

    /// Lets go of the file; a later write opens it again.
    package func close() {
        state.withLock { state in
            // What is opened later may be another file.
            state.abandon()
            state.lock = nil
        }
    }

    /// Does something with the file, in place of which a new one is begun if it is damaged or gone.
    func withScribe<Value>(
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
        if state.scribe?.database.hasMoved == true {
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
        if state.scribe == nil {
            if state.lock == nil { state.lock = try HistoryFile.lock(in: folder) }
            let database = try open()
            // Where the disk failed at the end, it may be there although that was called an error.
            if try database.restoreIndex() || state.isMending {
                state.news.append(.indexMended)
                state.isMending = false
            }
            let scribe = EventStore(
                database, policy: state.policy,
                isFirst: state.handover?.isFirst ?? state.isFirst)
            state.handover?.pass(to: scribe)
            (state.scribe, state.handover, state.isFirst) = (scribe, nil, false)
        }
        guard let scribe = state.scribe else { throw .missing }
        return try HistoryError.translate { () throws(DatabaseError) in try body(scribe) }
    }

    /// Takes the index out where that is what is damaged, and says whether it is; whoever opens the
    /// file next makes it anew.
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

    /// Whether it is an error that a sound index never leads to: what is wrong with one need not be called
    /// damage.
    fileprivate var mayMeanDamage: Bool {
        meansDamage || code?.primary == .general || code?.primary == .constraint
    }
}
