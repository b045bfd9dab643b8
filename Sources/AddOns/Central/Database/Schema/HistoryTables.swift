extension CentralSchema {
    // An index entry is limited in size, so names are cut. The record of each notification has the
    // exact ones.
    static let nameLimit = 300

    /// Tables of uploaded histories, and of the phones and apps of their notifications.
    static let historyTables = """
        CREATE TABLE callboard.history (
            number integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            id text NOT NULL UNIQUE, site text NOT NULL, bridge text NOT NULL,
            version text NOT NULL, meeting bigint NOT NULL, token text NOT NULL,
            last_turn bigint NOT NULL DEFAULT 0,
            first_seen timestamptz NOT NULL DEFAULT now(),
            last_seen timestamptz NOT NULL DEFAULT now(),
            waiting bigint NOT NULL DEFAULT 0, lost bigint NOT NULL DEFAULT 0,
            set_aside bigint NOT NULL DEFAULT 0, state text NOT NULL DEFAULT '',
            session integer, login name
        );
        CREATE INDEX history_session ON callboard.history (session) WHERE session IS NOT NULL;

        CREATE TABLE callboard.phone (
            number integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            history integer NOT NULL REFERENCES callboard.history,
            bond text NOT NULL, name text NOT NULL,
            UNIQUE (history, bond, name)
        );

        CREATE TABLE callboard.app (
            number integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            history integer NOT NULL REFERENCES callboard.history,
            identifier text NOT NULL, name text,
            UNIQUE NULLS NOT DISTINCT (history, identifier, name)
        );
        CREATE INDEX app_identifier ON callboard.app (lower(identifier));
        CREATE INDEX app_name ON callboard.app (lower(name));
        """
}
