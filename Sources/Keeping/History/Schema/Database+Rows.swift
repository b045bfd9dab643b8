internal import Linux
internal import Notices

extension Database {
    /// Step of the arrival, if it is not in the notification's own row.
    static let comingStep = 0

    func noticeRow(_ number: Int64) throws(DatabaseError) -> NoticeRow? {
        var found: NoticeRow?
        try rows(
            "SELECT \(NoticeColumns.list) FROM notice WHERE number = ?", [.integer(number)]
        ) { (row) throws(DatabaseError) in
            found = NoticeRow(row)
            return false
        }
        return found
    }

    /// Returns a phone by its number; empty if it does not exist.
    func phone(_ number: Int64) throws(DatabaseError) -> PhoneRow {
        var found = PhoneRow(bond: "", name: "")
        try rows("SELECT bond, name FROM phone WHERE number = ?", [.integer(number)]) {
            (row) throws(DatabaseError) in
            found = PhoneRow(bond: row.string(0), name: row.string(1))
            return false
        }
        return found
    }

    /// Returns an app by its number; empty if it does not exist.
    func app(_ number: Int64) throws(DatabaseError) -> AppRow {
        var found = AppRow(identifier: .empty, name: nil)
        try rows("SELECT identifier, name FROM app WHERE number = ?", [.integer(number)]) {
            (row) throws(DatabaseError) in
            found = AppRow(identifier: row.text(0), name: row.optionalText(1))
            return false
        }
        return found
    }

    /// Returns the life cycle, oldest first, without events in the notification's own row.
    func life(of number: Int64) throws(DatabaseError) -> [(step: Int, event: LifeEvent)] {
        var life: [(step: Int, event: LifeEvent)] = []
        try rows(
            "SELECT step, at, change, removed_by, title, subtitle, message FROM life"
                + " WHERE notice = ? ORDER BY step", [.integer(number)]
        ) { (row) throws(DatabaseError) in
            let before =
                row.isNull(4)
                ? nil : Texts(title: row.text(4), subtitle: row.text(5), message: row.text(6))
            let event = LifeEvent(
                change: NoticeChange(rawValue: row.string(2)) ?? .modified,
                at: WallTime(milliseconds: row.integer(1)), before: before,
                removal: row.isNull(3) ? nil : Notice.Removal(rawValue: row.string(3)))
            life.append((Int(row.integer(0)), event))
            return true
        }
        return life
    }

    /// Returns the number of the next step and the earlier texts, oldest first.
    func lifeSummary(
        of number: Int64
    ) throws(DatabaseError) -> (nextStep: Int, earlier: [Texts]) {
        let life = try life(of: number)
        // Another program may have written any number.
        let last = min(life.last?.step ?? Self.comingStep, Int(Int32.max))
        return (last + 1, life.compactMap(\.event.before))
    }

    func addLife(of number: Int64, _ event: LifeEvent, step: Int) throws(DatabaseError) {
        try run(
            "INSERT INTO life (notice, step, at, change, removed_by, title, subtitle, message)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            [
                .integer(number), DatabaseValue(step), .integer(event.at.milliseconds),
                DatabaseValue(event.change.rawValue),
                event.removal.map { DatabaseValue($0.rawValue) } ?? .null,
                DatabaseValue(event.before?.title), DatabaseValue(event.before?.subtitle),
                DatabaseValue(event.before?.message),
            ])
    }
}

/// A phone with one of its names.
struct PhoneRow: Hashable, Sendable {
    let bond: String
    let name: String
}

/// An app with one of its names.
struct AppRow: Hashable, Sendable {
    let identifier: Text
    let name: Text?

    /// Display name, or the identifier if it is unknown.
    var visibleName: Text {
        if let name, !name.isEmpty { name } else { identifier }
    }
}
