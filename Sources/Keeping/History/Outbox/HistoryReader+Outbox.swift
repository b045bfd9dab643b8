extension HistoryReader {
    /// Returns the number of notifications waiting for upload; nil if the history is not uploaded.
    package func unsent() throws(HistoryError) -> Int? {
        try HistoryError.translate { () throws(DatabaseError) in
            let sql =
                "SELECT older + (SELECT count(*) FROM unsent WHERE \(OutboxTable.waits))"
                + " FROM outbox WHERE is_on"
            return try database.number(sql).map { Int($0) }
        }
    }
}
