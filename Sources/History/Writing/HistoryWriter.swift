internal import Linux

/// What became of a history's file.
package enum HistoryNews: Hashable, Sendable {
    /// It was damaged, is called this now, and a new one was begun.
    case setAside(as: String)
    /// It was taken away while it was open, and a new one was begun.
    case begunAnew
    /// What is searched was damaged and was made anew of the notices, which were sound.
    case indexMended
}

extension HistoryNews: CustomStringConvertible {
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
        var scribe: Scribe?
        var policy: StorePolicy
        var isFirst = true
        /// Whether the index was made anew in this run, which helps once against what is not called
        /// damage.
        var hasMended = false
        /// Keeps other writers out.
        var lock: StateLock?
    }

    private let state: Locked<State>
    private let folder: String
    private let durability: Durability
    private let vfs: String?

    package convenience init(
        in folder: String, durability: Durability = .normal, policy: StorePolicy = StorePolicy()
    ) {
        self.init(in: folder, durability: durability, policy: policy, vfs: nil)
    }

    init(in folder: String, durability: Durability, policy: StorePolicy, vfs: String?) {
        self.folder = folder
        self.durability = durability
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
    package func write(_ events: [HistoryEvent]) throws(HistoryError) -> [HistoryNews] {
        try withScribe { (scribe) throws(DatabaseError) in try scribe.write(events) }.news
    }

    /// Whether there is something for `keep` to do now, however lately it had nothing to do.
    package var hasMoreToDo: Bool {
        state.withLock { $0.scribe?.attendance.absences.isEmpty == false }
    }

    /// Lets go of the file; a later write opens it again.
    package func close() {
        state.withLock { state in
            state.scribe = nil
            state.lock = nil
        }
    }

    /// Does something with the file, in place of which a new one is begun if it is damaged or gone.
    func withScribe<Value>(
        _ body: (Scribe) throws(DatabaseError) -> Value
    ) throws(HistoryError) -> (value: Value, news: [HistoryNews]) {
        let result = state.withLock { state in
            Result { () throws(HistoryError) in try attempt(body, &state) }
        }
        return try result.get()
    }

    private func attempt<Value>(
        _ body: (Scribe) throws(DatabaseError) -> Value, _ state: inout State
    ) throws(HistoryError) -> (value: Value, news: [HistoryNews]) {
        var news: [HistoryNews] = []
        if state.scribe?.database.hasMoved == true {
            (state.scribe, state.lock) = (nil, nil)
            news.append(.begunAnew)
        }
        do throws(HistoryError) {
            return (try once(body, &state, &news), news)
        } catch {
            guard error.mayMeanDamage else { throw error }
            if try !mendIndex(&state, after: error) {
                guard error.meansDamage else { throw error }
                return try beginAnew(body, &state, news)
            }
        }
        news.append(.indexMended)
        do throws(HistoryError) {
            return (try once(body, &state, &news), news)
        } catch {
            guard error.meansDamage else { throw error }
            return try beginAnew(body, &state, news)
        }
    }

    private func beginAnew<Value>(
        _ body: (Scribe) throws(DatabaseError) -> Value, _ state: inout State,
        _ news: [HistoryNews]
    ) throws(HistoryError) -> (value: Value, news: [HistoryNews]) {
        state.scribe = nil
        var news = news
        news.append(.setAside(as: try HistoryFile.setAside(in: folder)))
        return (try once(body, &state, &news), news)
    }

    private func once<Value>(
        _ body: (Scribe) throws(DatabaseError) -> Value, _ state: inout State,
        _ news: inout [HistoryNews]
    ) throws(HistoryError) -> Value {
        if state.scribe == nil {
            if state.lock == nil { state.lock = try HistoryFile.lock(in: folder) }
            let database = try open()
            if try database.restoreIndex() { news.append(.indexMended) }
            state.scribe = Scribe(database, policy: state.policy, isFirst: state.isFirst)
            state.isFirst = false
        }
        guard let scribe = state.scribe else { throw .missing }
        return try HistoryError.translate { () throws(DatabaseError) in try body(scribe) }
    }

    /// Makes the index anew where that is what is damaged, and says whether it is.
    private func mendIndex(
        _ state: inout State, after failure: HistoryError
    ) throws(HistoryError) -> Bool {
        let old = state.scribe
        do throws(HistoryError) {
            let database = try open()
            guard failure.meansDamage || !state.hasMended, try database.hasSoundRows() else {
                return false
            }
            state.hasMended = true
            state.scribe = nil
            try database.dropIndex()
            _ = try database.restoreIndex()
            if let old { state.scribe = Scribe(database, following: old) }
            return true
        } catch {
            guard error.meansDamage else { throw error }
            return false
        }
    }

    private func open() throws(HistoryError) -> Database {
        try Database.openHistory(in: folder, durability: durability, vfs: vfs)
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
