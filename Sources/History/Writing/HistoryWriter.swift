internal import Linux

/// What became of a history's file.
package enum HistoryNews: Hashable, Sendable {
    /// It was damaged, is called this now, and a new one was begun.
    case setAside(as: String)
    /// It was taken away while it was open, and a new one was begun.
    case begunAnew
}

extension HistoryNews: CustomStringConvertible {
    package var description: String {
        switch self {
        case .setAside(let name):
            "\(HistoryFile.name) was damaged and is set aside as \(name); a new one was begun"
        case .begunAnew: "\(HistoryFile.name) was taken away; a new one was begun"
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
        state.withLock { $0.scribe = nil }
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
            state.scribe = nil
            news.append(.begunAnew)
        }
        do throws(HistoryError) {
            return (try once(body, &state), news)
        } catch {
            guard case .database(let failure) = error, failure.code.meansDamage else {
                throw error
            }
        }
        state.scribe = nil
        news.append(.setAside(as: try HistoryFile.setAside(in: folder)))
        return (try once(body, &state), news)
    }

    private func once<Value>(
        _ body: (Scribe) throws(DatabaseError) -> Value, _ state: inout State
    ) throws(HistoryError) -> Value {
        if state.scribe == nil {
            state.scribe = try open(state.policy, isFirst: state.isFirst)
            state.isFirst = false
        }
        guard let scribe = state.scribe else { throw .missing }
        return try HistoryError.translate { () throws(DatabaseError) in try body(scribe) }
    }

    private func open(
        _ policy: StorePolicy, isFirst: Bool
    ) throws(HistoryError) -> Scribe {
        Scribe(
            try Database.openHistory(in: folder, durability: durability, vfs: vfs),
            policy: policy, isFirst: isFirst)
    }
}
