import Basics
import History
import Linux
import Notices
import PostgreSQL

/// Check for names in a filter that do not exist in the central database.
struct CentralNames {
    /// Maximum names of each kind that are compared.
    static let limit = 4_096

    /// Returns a sentence for each unknown name in a filter.
    @LoopActor
    static func unknown(
        in filter: CentralFilter, of server: DatabaseSession
    ) async throws(BatchFailure) -> [String] {
        let kinds: [(kind: String, names: [String], columns: [String], view: String)] = [
            ("site", filter.sites, ["site"], "bridges"),
            ("bridge", filter.bridges, ["bridge", "history"], "bridges"),
            ("phone", filter.notices.phones, ["phone", "bond"], "phones"),
            ("app", filter.notices.apps, ["app", "app_id"], "apps"),
        ]
        var sentences: [String] = []
        for (kind, names, columns, view) in kinds where !names.isEmpty {
            let known = try await known(columns, view, of: server)
            sentences += names.compactMap { UnknownName($0, among: known) }.map { unknown in
                "there is no \(kind) '\(Text(unknown.name).cleaned())'" + unknown.advice
            }
        }
        return sentences
    }

    @LoopActor
    private static func known(
        _ columns: [String], _ view: String, of server: DatabaseSession
    ) async throws(BatchFailure) -> [String] {
        let all = columns.map { "SELECT \($0) FROM callboard.\(view)" }.joined(separator: " UNION ")
        let rows = try await server.rows(SQLStatement("\(all) LIMIT \(limit)"))
        return rows.compactMap { row in
            (try? row.optional(0, as: String.self)).map { Text($0).cleaned() }
        }
    }
}
