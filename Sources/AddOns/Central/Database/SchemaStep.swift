/// One statement of the making of the database, which is done as a whole or not at all, and does no harm when it is done again.
package struct SchemaStep: Hashable, Sendable {
    /// What it is about.
    package let name: String
    /// The statement.
    package let sql: String

    /// Keeps two who make the database at the same time apart.
    static let turn = "PERFORM pg_advisory_xact_lock(\(CentralLocks.schema), 0);"

    /// What is done once, and remembered by its number.
    static func migration(_ number: Int, _ name: String, _ parts: [String]) -> SchemaStep {
        SchemaStep(
            name: name,
            sql: """
                DO $step$
                BEGIN
                    \(turn)
                    IF EXISTS (SELECT FROM callboard.migration WHERE number = \(number)) THEN
                        RETURN;
                    END IF;
                    EXECUTE $sql$
                \(parts.joined(separator: "\n\n"))

                REVOKE ALL ON ALL FUNCTIONS IN SCHEMA callboard FROM PUBLIC;
                    $sql$;
                    INSERT INTO callboard.migration (number, name) VALUES (\(number), '\(name)');
                END
                $step$
                """)
    }
}

/// The first halves of the advisory locks' names, of which the second is a history's number, or nothing.
enum CentralLocks {
    /// Held by a connection that hands a history in.
    static let history = 0x4361_6C6C
    /// Held by whoever changes the form of the database.
    static let schema = 0x4361_6C6D
}
