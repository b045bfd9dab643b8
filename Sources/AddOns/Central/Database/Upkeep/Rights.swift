extension CentralSchema {
    /// Creates missing group roles and grants their permissions.
    static func rights(_ roles: CentralRoles) -> SchemaStep {
        SchemaStep(
            name: "who may do what",
            sql: """
                DO $step$
                DECLARE
                    missing text;
                BEGIN
                    \(SchemaStep.turn)
                    SELECT string_agg(format('CREATE ROLE %I NOLOGIN;', r), ' ') INTO missing
                        FROM unnest(ARRAY['\(roles.bridge)', '\(roles.reader)']) r
                        WHERE r NOT IN (SELECT rolname FROM pg_roles);
                    IF missing IS NOT NULL AND NOT (
                        SELECT rolsuper OR rolcreaterole FROM pg_roles WHERE rolname = current_user)
                    THEN
                        RAISE EXCEPTION USING ERRCODE = 'ZC008', MESSAGE = format(
                            'the user %s may not create roles; an administrator has to run: %s',
                            current_user, missing);
                    END IF;
                    IF missing IS NOT NULL THEN
                        EXECUTE missing;
                    END IF;
                    EXECUTE $sql$
                REVOKE ALL ON ALL FUNCTIONS IN SCHEMA callboard FROM PUBLIC;
                GRANT USAGE ON SCHEMA callboard TO \(roles.bridge), \(roles.reader);
                GRANT EXECUTE ON FUNCTION callboard.form, callboard.meet, callboard.take,
                    callboard.report, callboard.leave TO \(roles.bridge);
                GRANT EXECUTE ON FUNCTION callboard.form, callboard.seen, callboard.find,
                    callboard.oldest, callboard.tally, callboard.facts, callboard.category_name, callboard.notice_id,
                    callboard.at, callboard.call_outcome TO \(roles.reader);
                GRANT SELECT ON callboard.notices, callboard.calls, callboard.bridges,
                    callboard.phones, callboard.apps, callboard.notice, callboard.phone,
                    callboard.app TO \(roles.reader);
                GRANT SELECT (number, id, site, bridge, version, last_turn, first_seen, last_seen,
                    waiting, lost, set_aside, state) ON callboard.history TO \(roles.reader);
                    $sql$;
                END
                $step$
                """)
    }

    // The planner estimates the frequency of words from samples of the indexed values. The server
    // takes these itself only after many changes. Until then it would read all notifications for a
    // word that does not occur.
    /// Index for a fast search of parts of words.
    static let substrings = SchemaStep(
        name: "parts of words",
        sql: """
            DO $step$
            BEGIN
                \(SchemaStep.turn)
                IF to_regclass('callboard.notice_parts') IS NULL THEN
                    CREATE EXTENSION IF NOT EXISTS pg_trgm;
                    CREATE INDEX notice_parts ON callboard.notice
                        USING gin (\(spacedWords) gin_trgm_ops);
                    ANALYZE callboard.notice;
                END IF;
            END
            $step$
            """)
}
