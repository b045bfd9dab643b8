extension CentralSchema {
    /// Functions with which every login can fill the server's disk with large objects.
    ///
    /// Row-level security does not cover these.
    private static let largeObjects = """
        FROM pg_proc p WHERE p.pronamespace = 'pg_catalog'::regnamespace AND p.proname IN (
            'lo_creat', 'lo_create', 'lo_from_bytea', 'lo_put', 'lowrite', 'lo_truncate',
            'lo_truncate64') AND has_function_privilege('public', p.oid, 'EXECUTE')
        """

    /// Statement for a superuser that stops logins from creating large objects; null if none can.
    static let closingLargeObjects = """
        SELECT 'REVOKE EXECUTE ON FUNCTION ' || string_agg(p.oid::regprocedure::text, ', '
            ORDER BY p.oid::regprocedure::text) || ' FROM PUBLIC' \(largeObjects)
        """

    /// Statement for the database's owner that stops logins from creating temporary tables; null if none can.
    static let closingTemporaryTables = """
        SELECT format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database())
        WHERE has_database_privilege('public', current_database(), 'TEMPORARY')
        """

    /// Revokes rights that PostgreSQL grants to every login, as far as the database's owner may revoke them.
    static func closing(_ roles: CentralRoles) -> SchemaStep {
        SchemaStep(
            name: "what nobody may do beside that",
            sql: """
                DO $step$
                DECLARE
                    missing text;
                BEGIN
                    \(SchemaStep.turn)
                    IF (SELECT pg_has_role(d.datdba, 'USAGE') FROM pg_database d
                        WHERE d.datname = current_database())
                    THEN
                        EXECUTE format('GRANT CONNECT ON DATABASE %I TO \(roles.bridge), '
                            '\(roles.reader)', current_database());
                        missing := (\(closingTemporaryTables));
                        IF missing IS NOT NULL THEN
                            EXECUTE missing;
                        END IF;
                    END IF;
                    missing := (\(closingLargeObjects));
                    IF missing IS NULL THEN
                        RETURN;
                    END IF;
                    IF (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
                        EXECUTE missing;
                    ELSE
                        RAISE WARNING 'each login can fill the disk of the server with large '
                            'objects, until a superuser runs in this database: %', missing;
                    END IF;
                END
                $step$
                """)
    }
}
