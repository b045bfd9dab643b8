internal import Notices

extension Database {
    /// Whether the tables from which the index can be rebuilt are undamaged; throws if the disk fails.
    func hasSoundRows() throws(HistoryError) -> Bool {
        try HistoryError.translate { () throws(DatabaseError) in
            for table in ["phone", "app", "notice", "life", "link", "sighting"] {
                var report = ""
                try rows("PRAGMA quick_check('\(table)')") { (row) throws(DatabaseError) in
                    report = row.string(0)
                    return false
                }
                if report == "ok" { continue }
                if Self.tellsOfDisk(report) {
                    throw DatabaseError(DatabaseCode.inputOutput.rawValue, during: "quick_check")
                }
                // Reading all rows throws if the cause is a disk error that the report does not
                // contain.
                try run("SELECT * FROM \(table) NOT INDEXED")
                return false
            }
            return true
        }
    }

    /// Whether the report of `quick_check` contains a disk error instead of damage.
    private static func tellsOfDisk(_ report: String) -> Bool {
        report.split(separator: "\n").contains { line in
            guard line.contains("error code") else { return false }
            let code = line.split { !$0.isNumber }.last.flatMap { Int32($0) }
            return code.map { !DatabaseCode(rawValue: $0).meansDamage } ?? false
        }
    }

    /// Removes a damaged index; its pages stay allocated until it is restored.
    func dropIndex() throws(HistoryError) {
        try HistoryError.translate { () throws(DatabaseError) in
            // The damaged pages are not read, because they may belong to other tables.
            try undefended { () throws(DatabaseError) in
                try script("PRAGMA writable_schema = ON")
                defer { try? script("PRAGMA writable_schema = RESET") }
                try transaction { () throws(DatabaseError) in
                    try run(
                        "DELETE FROM sqlite_schema WHERE tbl_name = 'words'"
                            + " OR tbl_name GLOB 'words_*'")
                }
            }
        }
    }

    /// Rebuilds a missing index in one transaction; returns whether it was missing.
    func restoreIndex() throws(HistoryError) -> Bool {
        try HistoryError.translate { () throws(DatabaseError) in
            let known = try number("SELECT 1 FROM sqlite_schema WHERE name = 'words'")
            guard known == nil else { return false }
            // Every new file has an index, so this one was removed: only a rewritten file is free
            // of its pages.
            try vacuum()
            try transaction { () throws(DatabaseError) in
                try script(Schema.index)
                try rows("SELECT \(NoticeColumns.list) FROM notice ORDER BY number") {
                    (row) throws(DatabaseError) in
                    let row = NoticeRow(row)
                    let (_, earlier) = try lifeSummary(of: row.number)
                    let app = try app(row.app).visibleName
                    try index(row.number, IndexedWords(row.texts, earlier: earlier, app: app))
                    return true
                }
            }
            return true
        }
    }
}
