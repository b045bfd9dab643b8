internal import Linux
internal import Notices

/// Writer of events into a history, with the row of each notification of this run.
final class EventStore {
    /// Limit of stored changes per notification; further changes only update its row.
    static let lifeLimit = 100
    /// Limit of cached rows; older notifications use the row of their own id.
    private static let memoryLimit = 1 << 16
    /// Limit of rows with equal texts that are compared with a repeated announcement.
    static let candidateLimit = 256

    let database: Database
    var policy: StorePolicy
    var names = NameTable()
    private var keeper = RetentionEnforcer()
    /// SQLite's data version, which changes when another connection writes.
    private var version: Int64?
    /// Rows of the notifications on the phones, and the notification of each row.
    var rows = UncommittedDictionary<UInt64, Int64>(limit: memoryLimit)
    var owners = UncommittedDictionary<Int64, UInt64>(limit: memoryLimit)
    var links = UncommittedDictionary<String, Int64>(limit: 1024)
    /// Bonds seen in this run, with their name at that time.
    var met = UncommittedDictionary<String, String>(limit: 1024)
    var attendance = ReannouncementTracker()
    /// Whether this store has written all events of the run.
    let isFirst: Bool

    /// Creates a store.
    ///
    /// - Parameter isFirst: whether nothing was written in this run before
    init(_ database: Database, policy: StorePolicy, isFirst: Bool = true) {
        self.database = database
        self.policy = policy
        self.isFirst = isFirst
    }

    /// Writes the events in one transaction.
    func write(_ events: [HistoryEvent]) throws(DatabaseError) {
        try inTransaction { () throws(DatabaseError) in
            for event in events { try write(event) }
            if let last = events.last { try extendLinks(to: last.at) }
        }
    }

    /// Runs the next step of retention; returns whether another one follows.
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

    /// Runs `body` in a transaction; the caches change only if it succeeds.
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

    /// Clears the cached numbers after a write of another connection, which may have deleted unused
    /// names.
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
        case .battery(let level):
            try add(level, bond: event.bond, phone: event.phone, at: event.at)
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
