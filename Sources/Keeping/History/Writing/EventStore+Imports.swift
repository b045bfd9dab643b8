internal import Linux
internal import Notices

extension EventStore {
    /// Adds an exported notification; false if its id exists.
    func add(_ stored: StoredNotice) throws(DatabaseError) -> Bool {
        let number = Int64(bitPattern: stored.notice.id.rawValue)
        guard let coming = stored.life.first, try database.noticeRow(number) == nil else {
            return false
        }
        var row = try row(
            stored.notice, number: number, came: coming.change, detail: stored.detail,
            bond: stored.bond)
        row.removedAt = stored.removedAt
        row.removal = stored.notice.removal
        try database.run(NoticeColumns.insert, row.values)
        if coming != LifeEvent(change: coming.change, at: stored.notice.received) {
            try database.addLife(of: number, coming, step: Database.comingStep)
        }
        let later = stored.life.dropFirst().dropLast(stored.removedAt == nil ? 0 : 1)
        for (index, event) in later.enumerated() {
            try database.addLife(of: number, event, step: Database.comingStep + 1 + index)
        }
        let (_, earlier) = try database.lifeSummary(of: number)
        try database.index(
            number,
            IndexedWords(
                row.texts, earlier: earlier, app: try database.app(row.app).visibleName))
        try database.noteUnsent(number)
        return true
    }

    /// Adds an exported link unless it exists.
    func add(_ span: LinkSpan, bond: String) throws(DatabaseError) {
        let phone = try names.phone(bond: bond, name: span.phone, in: database)
        let began = DatabaseValue.integer(span.began.milliseconds)
        let known = try database.number(
            "SELECT 1 FROM link WHERE phone = ? AND began = ?", [.integer(phone), began])
        guard known == nil else { return }
        try database.run(
            "INSERT INTO link (phone, began, ended) VALUES (?, ?, ?)",
            [.integer(phone), began, .integer(span.ended.milliseconds)])
    }
}
