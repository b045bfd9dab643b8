internal import ANCS
package import Linux
internal import Notices

extension HistoryReader {
    /// Passes the statistics fields of each notification to `take`, newest first; titles only for
    /// calls.
    package func facts(
        _ filter: HistoryFilter = HistoryFilter(), _ take: (NoticeFact) -> Void
    ) throws(HistoryError) {
        try HistoryError.translate { () throws(DatabaseError) in
            let clause = try FilterClause(filter, in: database)
            let time =
                filter.order == .sent
                ? "coalesce(notice.sent, notice.received)" : "notice.received"
            try database.rows(
                "SELECT \(time), notice.phone, notice.category, notice.app,"
                    + " notice.call_state, notice.ring_ms, notice.declined,"
                    + " CASE WHEN notice.call_state IS NULL THEN NULL ELSE notice.title END,"
                    + " notice.talk_ms FROM \(clause.source)\(clause.sql)"
                    + " ORDER BY \(clause.order.newestFirst) LIMIT ?",
                clause.values + [DatabaseValue(filter.limit ?? -1)]
            ) { (row) throws(DatabaseError) in
                take(try fact(row))
                return true
            }
        }
    }

    private func fact(_ row: Row) throws(DatabaseError) -> NoticeFact {
        let app = try app(row.integer(3))
        let state = row.isNull(4) ? nil : Call.State(rawValue: row.string(4)) ?? .ended
        return NoticeFact(
            time: WallTime(milliseconds: row.integer(0)),
            phone: try phone(row.integer(1)).name,
            category: Category(CategoryID(rawValue: UInt8(truncatingIfNeeded: row.integer(2)))),
            appID: app.identifier, appName: app.name,
            title: state == nil ? .empty : row.text(7),
            call: state.map { state in
                Call(
                    state: state, ringTime: row.optionalInteger(5).map { .milliseconds($0) },
                    talkTime: row.optionalInteger(8).map { .milliseconds($0) },
                    isDeclined: row.integer(6) != 0)
            })
    }

    /// Passes the connected periods that overlap a time range to `take`, oldest first.
    package func links(
        since: WallTime? = nil, until: WallTime? = nil, _ take: (LinkSpan) -> Void
    ) throws(HistoryError) {
        try HistoryError.translate { () throws(DatabaseError) in
            try database.rows(
                "SELECT phone, began, ended FROM link WHERE ended >= ? AND began < ?"
                    + " ORDER BY began",
                [
                    .integer(since?.milliseconds ?? .min), .integer(until?.milliseconds ?? .max),
                ]
            ) { (row) throws(DatabaseError) in
                let span = LinkSpan(
                    phone: try phone(row.integer(0)).name,
                    began: WallTime(milliseconds: row.integer(1)),
                    ended: WallTime(milliseconds: row.integer(2)))
                take(span)
                return true
            }
        }
    }
}
