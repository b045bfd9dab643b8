/// The statements by which programs use the database.
package enum CentralStatements {
    /// Notices of a batch at most.
    package static let batchLimit = 1_000
    /// Notices of one answer at most.
    package static let pageLimit = 1_000
    /// The channel on which the database tells of each batch: the number of the history, and the greatest number of its notices.
    package static let channel = "callboard"
    /// The number of the last migration that the database has.
    package static let form = "SELECT callboard.form()"
    /// Says which history this connection hands in; the answer is the last batch that is there.
    ///
    /// Values: history, meeting, token, next token, site, bridge, version of the program.
    package static let meet = "SELECT callboard.meet($1, $2, $3, $4, $5, $6, $7)"
    /// Hands a batch in.
    ///
    /// The values are those of `takeColumns`.
    package static let take =
        "SELECT is_repeated, kept, gone, passed_over FROM callboard.take("
        + takeColumns.indices.map { "\(takeColumns[$0]) => $\($0 + 1)" }.joined(separator: ", ")
        + ")"
    /// What a batch consists of: its turn, three lists of renamings, and a list for each column of its notices.
    package static let takeColumns = [
        "turn", "renamed_bonds", "renamed_was", "renamed_names", "numbers", "bonds", "phones",
        "received", "sent", "categories", "flags", "app_ids", "apps", "titles", "subtitles",
        "messages", "call_states", "ring_ms", "talk_ms", "declined", "removed_at", "removed_by",
        "hidden", "incomplete", "words", "records",
    ]
    /// Says how handing in goes: how many notices wait, were lost, were set aside, and a word for the state.
    package static let report = "SELECT callboard.report($1, $2, $3, $4)"
    /// Lets somebody else hand the history in.
    package static let leave = "SELECT callboard.leave()"
    /// The newest notices that fit.
    ///
    /// The values are those of `filters`, the place in the list to go on from, and how many.
    package static let find =
        "SELECT \(found) FROM callboard.find("
        + named(filters + ["before_moment", "before_number", "before_history", "most"]) + ")"
    /// The oldest notices that fit, by when they came, with the columns of `find`.
    ///
    /// The values are those of `filters`, the place in the list to go on from, and how many.
    package static let oldest =
        "SELECT \(found) FROM callboard.oldest("
        + named(filters + ["after_number", "after_history", "most"]) + ")"
    /// How many notices fit.
    ///
    /// The values are those of `filters`, and up to how many are counted.
    package static let tally = "SELECT callboard.tally(\(named(filters + ["most"])))"
    /// What statistics need of each notice that fits, in no order.
    ///
    /// The values are those of `filters`.
    package static let facts =
        "SELECT moment, site, bridge, phone, category, app_id, app, title, call_state, ring_ms,"
        + " declined, talk_ms FROM callboard.facts(\(named(filters)))"
    /// Writes a table of notices anew, without a trace of those that were taken out; each on its own, by the database's owner.
    package static func rewriting(_ part: String) -> [String] {
        [
            "VACUUM (FULL, ANALYZE) callboard.\(part)",
            "UPDATE callboard.part SET erased = 0 WHERE name = '\(part)'",
        ]
    }
    /// What is still open to each login once the database is made: of what, and by whom which statement closes it.
    package static let openings =
        "SELECT 'large objects', 'a superuser', s.sql FROM (\(CentralSchema.closingLargeObjects)) s (sql)"
        + " WHERE s.sql IS NOT NULL UNION ALL"
        + " SELECT 'temporary tables', 'the database''s owner', s.sql"
        + " FROM (\(CentralSchema.closingTemporaryTables)) s (sql)"
    /// By what notices are chosen; what is null chooses nothing.
    package static let filters = [
        "query", "parts", "literal", "sites", "bridges", "phones", "apps", "categories",
        "only_calls", "only_missed", "since", "until", "by_sent",
    ]

    private static let found = "history, site, bridge, bond, phone, number, moment, record"

    private static func named(_ names: [String]) -> String {
        names.indices.map { "\(names[$0]) => $\($0 + 1)" }.joined(separator: ", ")
    }
}
