internal import Linux
internal import Notices

extension Database {
    /// The step of how a notice came, where it is not in the notice's own row.
    static let comingStep = 0

    /// A notice by its number.
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

    /// A phone by its number.
    func phone(_ number: Int64) throws(DatabaseError) -> PhoneRow {
        var found = PhoneRow(bond: "", name: "")
        try rows("SELECT bond, name FROM phone WHERE number = ?", [.integer(number)]) {
            (row) throws(DatabaseError) in
            found = PhoneRow(bond: row.string(0), name: row.string(1))
            return false
        }
        return found
    }

    /// An app by its number.
    func app(_ number: Int64) throws(DatabaseError) -> AppRow {
        var found = AppRow(identifier: .empty, name: nil)
        try rows("SELECT identifier, name FROM app WHERE number = ?", [.integer(number)]) {
            (row) throws(DatabaseError) in
            found = AppRow(identifier: row.text(0), name: row.optionalText(1))
            return false
        }
        return found
    }

    /// What happened to a notice, oldest first, as far as it is not in the notice's own row.
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

    /// The number of the next step of a notice's life, and the words it had before, oldest first.
    func lifeSummary(
        of number: Int64
    ) throws(DatabaseError) -> (nextStep: Int, earlier: [Texts]) {
        let life = try life(of: number)
        // What somebody else wrote there can be as large as a number gets.
        let last = min(life.last?.step ?? Self.comingStep, Int(Int32.max))
        return (last + 1, life.compactMap(\.event.before))
    }

    /// Adds a step to a notice's life.
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

/// A phone under one of its names.
struct PhoneRow: Hashable, Sendable {
    let bond: String
    let name: String
}

/// An app under one of its names.
struct AppRow: Hashable, Sendable {
    let identifier: Text
    let name: Text?

    /// What it is called, or its identifier where nobody knows.
    var visibleName: Text {
        if let name, !name.isEmpty { name } else { identifier }
    }
}
