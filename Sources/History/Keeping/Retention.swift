package import Linux

/// How much of a history is kept; what is oldest goes first.
package struct Retention: Hashable, Sendable {
    /// How old a notice may become.
    package var age: Duration?
    /// How many notices there may be.
    package var rows: Int?
    /// How many bytes the file may have.
    package var bytes: Int?

    /// A year by default; a limit that is nil does not hold.
    package init(age: Duration? = .seconds(365 * 86_400), rows: Int? = nil, bytes: Int? = nil) {
        self.age = age
        self.rows = rows
        self.bytes = bytes
    }
}

/// Keeps a history within its limits, one small step at a time.
struct Keeper {
    private enum Phase {
        case looking
        case deleting(below: Int64, isForRoom: Bool)
        case merging(isFirst: Bool)
        case freeing
    }

    /// How far below the limit a file that is too large is brought, so that this is rarely needed.
    private static let room = 0.9
    private static let pagesAtOnce = 500

    /// Between two times that the whole index is written anew for what has only grown too old.
    private static let mergingPause: Duration = .seconds(86_400)

    /// When the index has to be written anew.
    private enum Merge {
        case never
        case onceADay
        case next
    }

    private var phase = Phase.looking
    private var lastMerge: WallTime?
    /// What is still to be done since notices went.
    private var owed = Merge.never

    /// Begins anew after an error.
    mutating func restart() {
        phase = .looking
    }

    /// Does the next step, and says whether there is another.
    mutating func step(
        _ database: Database, _ limits: Retention, at now: WallTime
    ) throws(DatabaseError) -> Bool {
        switch phase {
        case .looking:
            // A file that is too large may be so for want of this alone.
            if owed == .next {
                phase = .merging(isFirst: true)
            } else if let (below, isForRoom) = try Self.cut(database, limits, at: now) {
                phase = .deleting(below: below, isForRoom: isForRoom)
            } else if owed == .onceADay, mayMerge(at: now) {
                phase = .merging(isFirst: true)
            } else {
                return false
            }
        case .deleting(let below, let isForRoom):
            let count = try database.deleteSome(where: "number < ?", [.integer(below)]).count
            owed = isForRoom ? .next : .onceADay
            if count < Database.rowsAtOnce {
                try Self.deleteLinks(database, limits, at: now)
                phase = isForRoom || mayMerge(at: now) ? .merging(isFirst: true) : .freeing
            }
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

    /// Whether it is time to have words leave the index whose notices have gone.
    private func mayMerge(at now: WallTime) -> Bool {
        guard let lastMerge else { return true }
        let past = now.milliseconds - lastMerge.milliseconds
        // A clock that was set back says nothing about how long ago that was.
        return past < 0 || past >= Self.mergingPause.milliseconds
    }

    /// The number below which notices have to go, and whether that is because there is no room.
    private static func cut(
        _ database: Database, _ limits: Retention, at now: WallTime
    ) throws(DatabaseError) -> (below: Int64, isForRoom: Bool)? {
        guard let oldest = try database.number("SELECT min(number) FROM notice") else {
            return nil
        }
        var below = Int64.min
        if let age = limits.age {
            below = now.advanced(by: .zero - age).firstNumber
        }
        if let rows = limits.rows { below = max(below, try number(after: rows, database)) }
        var isForRoom = false
        if let bytes = limits.bytes, let forRoom = try cut(database, toFit: bytes) {
            isForRoom = true
            below = max(below, forRoom)
        }
        return below > oldest ? (below, isForRoom) : nil
    }

    /// The number of the first notice that is too many, plus one.
    private static func number(
        after rows: Int, _ database: Database
    ) throws(DatabaseError) -> Int64 {
        let number = try database.number(
            "SELECT number FROM notice ORDER BY number DESC LIMIT 1 OFFSET ?",
            [DatabaseValue(max(0, rows))])
        return number.map { $0 == .max ? $0 : $0 + 1 } ?? .min
    }

    private static func cut(
        _ database: Database, toFit bytes: Int
    ) throws(DatabaseError) -> Int64? {
        let pages = try database.number("PRAGMA page_count") ?? 0
        let free = try database.number("PRAGMA freelist_count") ?? 0
        let size = try database.number("PRAGMA page_size") ?? 0
        let used = (pages - free) * size
        guard used > Int64(clamping: bytes) else { return nil }
        let rows = try database.number("SELECT count(*) FROM notice") ?? 0
        let wanted = Double(rows) * Double(max(0, bytes)) / Double(used) * room
        return try number(after: Int(wanted), database)
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

extension HistoryWriter {
    /// Does one small step of keeping the history within its limits, and says whether there is
    /// another; an hour or so after the last one is soon enough to look again.
    ///
    /// - Parameters:
    ///   - now: what the clock says, which is not believed at once when it is far ahead.
    ///   - moment: time since any fixed start.
    /// - Returns: also what became of the file meanwhile.
    package func keep(
        _ limits: Retention, at now: WallTime, moment: Duration = EventLoop.now
    ) throws(HistoryError) -> (isMoreToDo: Bool, news: [HistoryNews]) {
        let result = try withScribe { (scribe) throws(DatabaseError) in
            let isRight = clockDoubt.withLock { doubt in
                Result { () throws(DatabaseError) in
                    try doubt.believes(now, at: moment, in: scribe.database)
                }
            }
            var limits = limits
            if try !isRight.get() { limits.age = nil }
            return try scribe.keep(limits, at: now)
        }
        return (result.value, result.news)
    }
}
