/// Statements that programs run in the database.
package enum CentralStatements {
    /// Maximum notifications of a batch.
    package static let batchLimit = 1_000
    /// Maximum notifications of one answer.
    package static let pageLimit = 1_000
    /// NOTIFY channel for batches.
    ///
    /// Payload: number of the history, and the greatest number of its notifications.
    package static let channel = "callboard"
    /// Query of the last migration's number.
    package static let form = "SELECT callboard.form()"
    /// Begins to upload a history over this connection; returns the number of the last stored batch, or 0.
    ///
    /// Values: history, meeting, token, next token, site, bridge, version of the program.
    package static let meet = "SELECT callboard.meet($1, $2, $3, $4, $5, $6, $7)"
    /// Uploads a batch.
    ///
    /// Values: those of `takeColumns`.
    package static let take =
        "SELECT is_repeated, kept, gone, passed_over FROM callboard.take("
        + takeColumns.indices.map { "\(takeColumns[$0]) => $\($0 + 1)" }.joined(separator: ", ")
        + ")"
    /// Arguments of a batch: its turn, three lists of renamings, and a list for each column of its notifications.
    package static let takeColumns = [
        "turn", "renamed_bonds", "renamed_was", "renamed_names", "numbers", "bonds", "phones",
        "received", "sent", "categories", "flags", "app_ids", "apps", "titles", "subtitles",
        "messages", "call_states", "ring_ms", "talk_ms", "declined", "removed_at", "removed_by",
        "hidden", "incomplete", "words", "records",
    ]
    /// Reports the upload's status: notifications waiting, lost and set aside, and the state as text.
    package static let report = "SELECT callboard.report($1, $2, $3, $4)"
    /// Releases the history for other connections.
    package static let leave = "SELECT callboard.leave()"
    /// Returns the newest matching notifications.
    ///
    /// Values: those of `filters`, the position after which to start, and the limit.
    package static let find =
        "SELECT \(found) FROM callboard.find("
        + named(filters + ["before_moment", "before_number", "before_history", "most"]) + ")"
    /// Returns the oldest matching notifications by reception, with the columns of `find`.
    ///
    /// Values: those of `filters`, the position after which to start, and the limit.
    package static let oldest =
        "SELECT \(found) FROM callboard.oldest("
        + named(filters + ["after_number", "after_history", "most"]) + ")"
    /// Counts the matching notifications.
    ///
    /// Values: those of `filters`, and the limit of the count.
    package static let tally = "SELECT callboard.tally(\(named(filters + ["most"])))"
    /// Returns the fields of matching notifications that statistics need, unordered.
    ///
    /// Values: those of `filters`.
    package static let facts =
        "SELECT moment, site, bridge, phone, category, app_id, app, title, call_state, ring_ms,"
        + " declined, talk_ms FROM callboard.facts(\(named(filters)))"
    /// Returns statements that rewrite a partition, so that deleted notifications leave no trace.
    ///
    /// The database's owner runs each on its own.
    package static func rewriting(_ part: String) -> [String] {
        [
            "VACUUM (FULL, ANALYZE) callboard.\(part)",
            "UPDATE callboard.part SET erased = 0 WHERE name = '\(part)'",
        ]
    }
    /// Query of rights that each login still has: the object, the role that can revoke it, and the statement.
    package static let openings =
        "SELECT 'large objects', 'a superuser', s.sql FROM (\(CentralSchema.closingLargeObjects)) s (sql)"
        + " WHERE s.sql IS NOT NULL UNION ALL"
        + " SELECT 'temporary tables', 'the database''s owner', s.sql"
        + " FROM (\(CentralSchema.closingTemporaryTables)) s (sql)"
    /// Filter arguments; null means no restriction.
    package static let filters = [
        "query", "parts", "literal", "sites", "bridges", "phones", "apps", "categories",
        "only_calls", "only_missed", "since", "until", "by_sent",
    ]

    private static let found = "history, site, bridge, bond, phone, number, moment, record"

    private static func named(_ names: [String]) -> String {
        names.indices.map { "\(names[$0]) => $\($0 + 1)" }.joined(separator: ", ")
    }
}
