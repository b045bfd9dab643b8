/// An idempotent statement of the schema, executed completely or not at all.
package struct SchemaStep: Hashable, Sendable {
    package let name: String
    package let sql: String

    /// Lock that serializes concurrent changes of the schema.
    static let turn = "PERFORM pg_advisory_xact_lock(\(CentralLocks.schema), 0);"

    /// Returns a step that is run once and recorded by its number.
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

/// First keys of advisory locks; the second key is the number of a history, or 0.
enum CentralLocks {
    /// Held by a connection that uploads a history.
    static let history = 0x4361_6C6C
    /// Held by a session that changes the schema.
    static let schema = 0x4361_6C6D
}
