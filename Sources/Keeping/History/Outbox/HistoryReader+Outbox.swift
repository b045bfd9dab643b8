extension HistoryReader {
    /// How many notices a centre has to be told of; nil where the history is handed over to none.
    package func unsent() throws(HistoryError) -> Int? {
        try HistoryError.translate { () throws(DatabaseError) in
            let sql =
                "SELECT older + (SELECT count(*) FROM unsent WHERE \(OutboxTable.waits))"
                + " FROM outbox WHERE is_on"
            return try database.number(sql).map { Int($0) }
        }
    }
}
