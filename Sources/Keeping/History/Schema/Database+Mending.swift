internal import Notices

extension Database {
    /// Whether the tables of which the index is made can be read to their ends.
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
                // So does this where the report does not say why something could not be read.
                try run("SELECT * FROM \(table) NOT INDEXED")
                return false
            }
            return true
        }
    }

    /// Whether what SQLite found is no damage but a disk that does not read, of which it tells in the
    /// same way.
    private static func tellsOfDisk(_ report: String) -> Bool {
        report.split(separator: "\n").contains { line in
            guard line.contains("error code") else { return false }
            let code = line.split { !$0.isNumber }.last.flatMap { Int32($0) }
            return code.map { !DatabaseCode(rawValue: $0).meansDamage } ?? false
        }
    }

    /// Takes the index out, however damaged it is; its pages are left until it is restored.
    func dropIndex() throws(HistoryError) {
        try HistoryError.translate { () throws(DatabaseError) in
            // Its pages cannot be trusted to be its own, so they are not walked through.
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

    /// Makes the index of the rows where there is none, all of it or nothing, and says whether there was
    /// none.
    func restoreIndex() throws(HistoryError) -> Bool {
        try HistoryError.translate { () throws(DatabaseError) in
            let known = try number("SELECT 1 FROM sqlite_schema WHERE name = 'words'")
            guard known == nil else { return false }
            // No file is made without an index, so one was taken out of this: only a file that is
            // written anew is rid of its pages.
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
