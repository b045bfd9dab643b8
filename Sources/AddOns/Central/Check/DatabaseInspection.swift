import Linux
import PostgreSQL

/// What a server and a database are, and what a user may do there, whether or not a centre was ever made in it.
struct DatabaseInspection: Sendable {
    /// The server's version as people write it.
    let version: String
    /// What texts of the database are encoded in.
    let encoding: String
    /// Whether it repeats what another server does, and can only be read.
    let isStandby: Bool
    /// Whether there is a schema of the centre's name.
    let hasSchema: Bool
    /// Whether that schema has the function that tells its form.
    let hasForm: Bool
    /// Whether the user may ask for the form, as members of both groups may.
    let mayAsk: Bool
    /// Whether the user may hand in.
    let mayHandIn: Bool
    /// Whether the user may read.
    let mayRead: Bool
    /// Whether the user is the centre's owner.
    let isOwner: Bool

    private static let question = """
        SELECT split_part(current_setting('server_version'), ' ', 1), getdatabaseencoding(), pg_is_in_recovery(),
            n.oid IS NOT NULL, \(any("form")), \(may("form")), \(may("meet")), \(may("find")),
            coalesce(pg_has_role(n.nspowner, 'MEMBER'), false)
        FROM (VALUES (1)) one LEFT JOIN pg_namespace n ON n.nspname = 'callboard'
        """

    /// Asks a server.
    @LoopActor
    static func of(_ server: ServerDialogue) async throws(BatchFailure) -> DatabaseInspection {
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
