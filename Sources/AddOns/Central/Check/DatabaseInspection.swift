import Linux
import PostgreSQL

/// Properties of a server and database, and the user's permissions, even if the schema does not exist.
struct DatabaseInspection: Sendable {
    /// The server's version, as text.
    let version: String
    let encoding: String
    /// Whether the server is a read-only standby.
    let isStandby: Bool
    /// Whether the schema `callboard` exists.
    let hasSchema: Bool
    /// Whether the schema has the function `form`, which returns its version.
    let hasForm: Bool
    /// Whether the user may call `form`, as members of either group may.
    let mayAsk: Bool
    /// Whether the user may upload.
    let mayHandIn: Bool
    let mayRead: Bool
    /// Whether the user owns the schema.
    let isOwner: Bool

    private static let question = """
        SELECT split_part(current_setting('server_version'), ' ', 1), getdatabaseencoding(), pg_is_in_recovery(),
            n.oid IS NOT NULL, \(any("form")), \(may("form")), \(may("meet")), \(may("find")),
            coalesce(pg_has_role(n.nspowner, 'MEMBER'), false)
        FROM (VALUES (1)) one LEFT JOIN pg_namespace n ON n.nspname = 'callboard'
        """

    /// Queries a server.
    @LoopActor
    static func of(_ server: DatabaseSession) async throws(BatchFailure) -> DatabaseInspection {
        let rows = try await server.rows(SQLStatement(question))
        do throws(ServerFailure) {
            guard let row = rows.first else { throw .invalid("the server found no row") }
            return try DatabaseInspection(row)
        } catch {
            throw BatchFailure(failure: error)
        }
    }

    private init(_ row: ResultRow) throws(ServerFailure) {
        version = try row.value(0)
        encoding = try row.value(1)
        isStandby = try row.value(2)
        hasSchema = try row.value(3)
        hasForm = try row.value(4)
        mayAsk = try row.value(5)
        mayHandIn = try row.value(6)
        mayRead = try row.value(7)
        isOwner = try row.value(8)
    }

    private static func any(_ function: String, _ condition: String = "") -> String {
        "EXISTS (SELECT FROM pg_proc p WHERE p.pronamespace = n.oid AND p.proname = '\(function)'"
            + "\(condition))"
    }

    private static func may(_ function: String) -> String {
        any(
            function,
            " AND has_schema_privilege(n.oid, 'USAGE') AND has_function_privilege(p.oid, 'EXECUTE')"
        )
    }
}
