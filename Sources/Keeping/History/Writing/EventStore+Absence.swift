internal import ANCS
internal import Linux
internal import Notices

extension EventStore {
    /// Rows per transaction, some milliseconds of work.
    static let rowsAtOnce = 250

    /// Marks some rows of earlier runs as removed that are no longer on a phone; returns whether a
    /// search for such rows was pending.
    ///
    /// An interruption loses nothing: the first list of the next run has the same result.
    func markAbsent() throws(DatabaseError) -> Bool {
        guard let absence = attendance.absences.first else { return false }
        let next = try inTransaction { () throws(DatabaseError) in try markSome(of: absence) }
        if let next {
            attendance.absences[0] = next
        } else {
            attendance.finish(absence.bond)
        }
        return true
    }

    /// Marks some rows; returns where to continue, or nil at the end.
    private func markSome(
        of absence: ReannouncementTracker.Absence
    ) throws(DatabaseError) -> ReannouncementTracker.Absence? {
        let phone = try database.number(
            "SELECT min(number) FROM phone WHERE bond = ? AND number >= ?",
            [DatabaseValue(absence.bond), .integer(absence.phone)])
        guard let phone else { return nil }
        var next = absence
        if phone != absence.phone { (next.phone, next.last) = (phone, .min) }
        var absent: [Int64] = []
        var count = 0
        // The conditions match an index, so that notifications removed long ago are not read.
        try database.rows(
            "SELECT number, category, received FROM notice WHERE phone = ? AND number > ?"
                + " AND \(Schema.mayBeOnPhone) ORDER BY number LIMIT \(Self.rowsAtOnce)",
            [.integer(phone), .integer(next.last)]
        ) { (row) throws(DatabaseError) in
            count += 1
            next.last = row.integer(0)
            let category = CategoryID(rawValue: UInt8(truncatingIfNeeded: row.integer(1)))
            if row.integer(2) < absence.began.milliseconds,
                attendance.isAbsent(row.integer(0), category, bond: absence.bond)
            {
                absent.append(row.integer(0))
            }
            return true
        }
        for number in absent {
            try database.run(
                "UPDATE notice SET removed_at = ?, removed_by = 'away' WHERE number = ?",
                [.integer(absence.at.milliseconds), .integer(number)])
            try database.noteUnsent(number)
        }
        guard count < Self.rowsAtOnce else { return next }
        guard phone < .max else { return nil }
        (next.phone, next.last) = (phone + 1, .min)
        return next
    }
}
