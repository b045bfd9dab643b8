internal import Linux
internal import Notices

/// Writes events into a history, and remembers which row each notice of this run has.
final class EventStore {
    /// Things that are kept of one notice's life; further ones change the row alone.
    static let lifeLimit = 100
    /// Notices of this run whose rows are remembered; older ones have the row of their own name.
    private static let memoryLimit = 1 << 16
    /// Rows with the same words that are looked at to find one that a phone announces again.
    static let candidateLimit = 256

    let database: Database
    var policy: StorePolicy
    var names = NameTable()
    private var keeper = RetentionEnforcer()
    /// What changes when another connection has written.
    private var version: Int64?
    /// The rows of the notices that are on the phones, and whose row each is.
    var rows = UncommittedDictionary<UInt64, Int64>(limit: memoryLimit)
    var owners = UncommittedDictionary<Int64, UInt64>(limit: memoryLimit)
    var links = UncommittedDictionary<String, Int64>(limit: 1024)
    /// The bonds that this run has met, with the name that each had then.
    var met = UncommittedDictionary<String, String>(limit: 1024)
    var attendance = ReannouncementTracker()
    /// Whether this has seen all that the run has written.
    let isFirst: Bool

    /// - Parameter isFirst: whether nothing was written in this run before.
    init(_ database: Database, policy: StorePolicy, isFirst: Bool = true) {
        self.database = database
        self.policy = policy
        self.isFirst = isFirst
    }

    /// Writes all of these events or none.
    func write(_ events: [HistoryEvent]) throws(DatabaseError) {
        try inTransaction { () throws(DatabaseError) in
            for event in events { try write(event) }
            if let last = events.last { try extendLinks(to: last.at) }
        }
    }

    /// Does the next step of keeping the history within its limits, and says whether there is
    /// another.
    func keep(_ limits: Retention, at now: WallTime) throws(DatabaseError) -> Bool {
        if try markAbsent() { return true }
        names.forgetAll()
        do throws(DatabaseError) {
            return try keeper.step(database, limits, at: now)
        } catch {
            keeper.restart()
            throw error
        }
    }

    /// Does all of this, and remembers what came of it, or nothing.
    func inTransaction<Result>(
        _ body: () throws(DatabaseError) -> Result
    ) throws(DatabaseError) -> Result {
        let result: Result
        do throws(DatabaseError) {
            result = try database.transaction { () throws(DatabaseError) in
                try noticeOthers()
                return try body()
            }
        } catch {
            names.abandon()
            rows.abandon()
            owners.abandon()
            links.abandon()
            met.abandon()
            throw error
        }
        names.settle()
        rows.settle()
        owners.settle()
        links.settle()
        met.settle()
        return result
    }

    /// Forgets which number a name has, should somebody else have taken out what nobody used.
    private func noticeOthers() throws(DatabaseError) {
        let version = try database.number("PRAGMA data_version")
        if version != self.version { names.forgetAll() }
        self.version = version
    }

    private func write(_ event: HistoryEvent) throws(DatabaseError) {
        if event.isAboutPhone { try meet(event) }
        switch event.content {
        case .sighting(let news): try add(news, at: event.at)
        case .link(let isUp):
            if isUp { attendance.linkBegan(event.bond, at: event.at) }
            try link(event, isUp: isUp)
        case .announced(let notice):
            let row = try announcedAgain(notice, bond: event.bond) { row in
                !attendance.isPresent(row, bond: event.bond)
            }
            attendance.note(notice, .added, row: row?.number, bond: event.bond)
        case .renamed(let old): try rename(old, event)
        case .listed: if isFirst { attendance.listed(event.bond, at: event.at) }
        case .notice(let change, let notice):
            if let kept = try find(notice, change, bond: event.bond) {
                try update(kept, with: notice, change, event)
            } else if change != .removed, change != .forgotten {
                try insert(notice, change, event)
            }
            attendance.note(notice, change, row: rows[notice.id.rawValue], bond: event.bond)
            if change == .removed || change == .forgotten { release(notice.id) }
        }
    }
}
