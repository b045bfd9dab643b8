internal import Notices

extension Database {
    /// Whether the tables of which the index is made can be read to their ends.
    func hasSoundRows() throws(HistoryError) -> Bool {
        try HistoryError.translate { () throws(DatabaseError) in
            for table in ["phone", "app", "notice", "life", "link"] {
                var isSound = false
                try rows("PRAGMA quick_check('\(table)')") { (row) throws(DatabaseError) in
                    isSound = row.string(0) == "ok"
                    return false
                }
                guard isSound else { return false }
            }
            return true
        }
    }

    /// Takes the index out, however damaged it is.
    func dropIndex() throws(HistoryError) {
        try HistoryError.translate { () throws(DatabaseError) in
            // Its pages cannot be trusted to be its own, so they are not walked through: the file is
            // written anew without them.
            try undefended { () throws(DatabaseError) in
                try script("PRAGMA writable_schema = ON")
                defer { try? script("PRAGMA writable_schema = RESET") }
                try transaction { () throws(DatabaseError) in
                    try run(
                        "DELETE FROM sqlite_schema WHERE tbl_name = 'words'"
                            + " OR tbl_name GLOB 'words_*'")
                }
            }
            try script("VACUUM")
        }
    }

    /// Makes the index of the rows where there is none, all of it or nothing, and says whether there was
    /// none.
    func restoreIndex() throws(HistoryError) -> Bool {
        try HistoryError.translate { () throws(DatabaseError) in
            let known = try number("SELECT 1 FROM sqlite_schema WHERE name = 'words'")
            guard known == nil else { return false }
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
