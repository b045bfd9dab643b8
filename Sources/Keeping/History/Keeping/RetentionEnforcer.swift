package import Linux
package import Notices

/// Enforces the retention limits of a history in small steps.
struct RetentionEnforcer {
    private enum Phase {
        case looking
        case deleting(Cut)
        case merging(isFirst: Bool)
        case freeing
    }

    /// Bounds of a deletion.
    fileprivate struct Cut {
        /// First number of a notification to keep.
        var below = Int64.min
        /// First time of a beacon event to keep, and of a battery level.
        var before = Int64.min
        var levelsBefore = Int64.min
        /// Whether the size limit causes the deletion.
        var isForRoom = false
    }

    /// Share of the size limit to which a larger file is reduced, so that this is seldom required.
    private static let room = 0.9
    private static let pagesAtOnce = 500

    /// Interval of full index merges after deletions by age.
    private static let mergingPause: Duration = .seconds(86_400)

    /// Urgency of a full index merge.
    private enum Merge {
        case never
        case onceADay
        case next
    }

    private var phase = Phase.looking
    private var lastMerge: WallTime?
    /// Pending index merge after deletions.
    private var owed = Merge.never

    /// Starts again with the first phase, after an error.
    mutating func restart() {
        phase = .looking
    }

    /// Runs the next step; returns whether another one follows.
    mutating func step(
        _ database: Database, _ limits: Retention, at now: WallTime
    ) throws(DatabaseError) -> Bool {
        switch phase {
        case .looking:
            // The pending merge alone may reduce an oversized file enough.
            if owed == .next {
                phase = .merging(isFirst: true)
            } else if let cut = try Self.cut(database, limits, at: now) {
                phase = .deleting(cut)
            } else if owed == .onceADay, mayMerge(at: now) {
                phase = .merging(isFirst: true)
            } else {
                return false
            }
        case .deleting(let cut):
            try delete(cut, database, limits, at: now)
        case .merging(let isFirst):
            if try database.mergeIndex(isThorough: isFirst) {
                phase = .merging(isFirst: false)
            } else {
                (lastMerge, owed, phase) = (now, .never, .freeing)
            }
        case .freeing:
            guard try !database.freePages(Self.pagesAtOnce) else { return true }
            try database.deleteUnusedApps()
            phase = .looking
        }
        return true
    }

    /// Deletes some rows; after the last ones, enters the next phase.
    private mutating func delete(
        _ cut: Cut, _ database: Database, _ limits: Retention, at now: WallTime
    ) throws(DatabaseError) {
        let sightings = try database.deleteSomeSightings("WHERE at < ?", [.integer(cut.before)])
        guard sightings < Database.rowsAtOnce else { return }
        let levels = try database.deleteSomeLevels("WHERE at < ?", [.integer(cut.levelsBefore)])
        guard levels < Database.rowsAtOnce else { return }
        let count = try database.deleteSome(
            where: "number < ?", [.integer(cut.below)], .outgrown
        ).count
        if count > 0 { owed = cut.isForRoom ? .next : .onceADay }
        guard count < Database.rowsAtOnce else { return }
        try Self.deleteLinks(database, limits, at: now)
        phase =
            owed == .next || owed == .onceADay && mayMerge(at: now)
            ? .merging(isFirst: true) : .freeing
    }

    /// Whether an index merge that removes deleted words is due.
    private func mayMerge(at now: WallTime) -> Bool {
        guard let lastMerge else { return true }
        let past = now.milliseconds - lastMerge.milliseconds
        // A clock that was set back does not show how long ago that was.
        return past < 0 || past >= Self.mergingPause.milliseconds
    }

    /// Returns the bounds of the required deletion; nil if there is none.
    private static func cut(
        _ database: Database, _ limits: Retention, at now: WallTime
    ) throws(DatabaseError) -> Cut? {
        let oldest = (
            notice: try database.number("SELECT min(number) FROM notice"),
            sighting: try database.number("SELECT min(at) FROM sighting"),
            level: try database.number("SELECT min(at) FROM battery")
        )
        guard oldest.notice != nil || oldest.sighting != nil || oldest.level != nil else {
            return nil
        }
        var cut = Cut()
        if let age = limits.age {
            let first = now.advanced(by: .zero - age)
            (cut.below, cut.before) = (first.firstNumber, first.milliseconds)
            cut.levelsBefore = first.milliseconds
        }
        if let rows = limits.rows {
            try cut.leave(notices: rows, sightings: rows, levels: rows, in: database)
        }
        if let bytes = limits.bytes, let share = try share(toFit: bytes, database) {
            cut.isForRoom = true
            try cut.leave(share, in: database)
        }
        let isNeeded =
            cut.below > oldest.notice ?? .max || cut.before > oldest.sighting ?? .max
            || cut.levelsBefore > oldest.level ?? .max
        return isNeeded ? cut : nil
    }

    /// Returns the share of rows that fits into a file of this size; nil if all rows fit.
    private static func share(toFit bytes: Int, _ database: Database) throws(DatabaseError)
        -> Double?
    {
        let pages = try database.number("PRAGMA page_count") ?? 0
        let free = try database.number("PRAGMA freelist_count") ?? 0
        let size = try database.number("PRAGMA page_size") ?? 0
        let used = (pages - free) * size
        guard used > Int64(clamping: bytes) else { return nil }
        return Double(max(0, bytes)) / Double(used) * room
    }

    private static func deleteLinks(
        _ database: Database, _ limits: Retention, at now: WallTime
    ) throws(DatabaseError) {
        guard let age = limits.age else { return }
        let oldest = now.advanced(by: .zero - age).milliseconds
        try database.transaction { () throws(DatabaseError) in
            try database.run("DELETE FROM link WHERE ended < ?", [.integer(oldest)])
        }
    }
}

extension RetentionEnforcer.Cut {
    /// Keeps at most this number of newest rows of each table.
    fileprivate mutating func leave(
        notices: Int, sightings: Int, levels: Int, in database: Database
    ) throws(DatabaseError) {
        let number = try database.number(
            "SELECT number FROM notice ORDER BY number DESC LIMIT 1 OFFSET ?",
            [DatabaseValue(max(0, notices))])
        func moment(in table: String, _ count: Int) throws(DatabaseError) -> Int64? {
            try database.number(
                "SELECT at FROM \(table) ORDER BY at DESC LIMIT 1 OFFSET ?",
                [DatabaseValue(max(0, count))])
        }
        // These are the newest surplus rows.
        if let number { below = max(below, number == .max ? number : number + 1) }
        if let moment = try moment(in: "sighting", sightings) {
            before = max(before, moment == .max ? moment : moment + 1)
        }
        if let moment = try moment(in: "battery", levels) {
            levelsBefore = max(levelsBefore, moment == .max ? moment : moment + 1)
        }
    }

    /// Keeps a share of each table.
    fileprivate mutating func leave(_ share: Double, in database: Database) throws(DatabaseError) {
        func part(of table: String) throws(DatabaseError) -> Int {
            Int(Double(try database.number("SELECT count(*) FROM \(table)") ?? 0) * share)
        }
        try leave(
            notices: part(of: "notice"), sightings: part(of: "sighting"),
            levels: part(of: "battery"), in: database)
    }
}

extension HistoryWriter {
    /// Runs one small step of retention; returns whether another one follows.
    ///
    /// Without further steps, the next check is due after about an hour.
    ///
    /// - Parameters:
    ///   - now: time of the clock, which is not trusted at once if it is far ahead
    ///   - moment: monotonic time
    /// - Returns: also the reports about the file
    package func keep(
        _ limits: Retention, at now: WallTime, moment: Duration = EventLoop.now
    ) throws(HistoryError) -> (isMoreToDo: Bool, news: [HistoryFileReport]) {
        let result = try withStore { (store) throws(DatabaseError) in
            let isRight = clockDoubt.withLock { doubt in
                Result { () throws(DatabaseError) in
                    try doubt.believes(now, at: moment, in: store.database)
                }
            }
            var limits = limits
            if try !isRight.get() { limits.age = nil }
            return try store.keep(limits, at: now)
        }
        return (result.value, result.news)
    }
}
