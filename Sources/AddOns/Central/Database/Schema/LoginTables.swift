extension CentralSchema {
    /// Default limit of histories that a login may upload.
    package static let historyLimit = 20

    // All bridges of a site may have shared one login before there was a limit. Such a login gets a
    // limit of twice the histories at its site, if that is more than the default.
    /// Table changes that limit a login to one bridge, and the number of its histories.
    static let loginTables = """
        ALTER TABLE callboard.access ADD COLUMN bridge text;
        ALTER TABLE callboard.access
            ADD COLUMN histories integer DEFAULT \(historyLimit) CHECK (histories >= 0);
        UPDATE callboard.access a SET histories = greatest(\(historyLimit), 2 * (
            SELECT count(*) FROM callboard.history h WHERE a.site IN ('*', h.site)));
        ALTER TABLE callboard.access DROP CONSTRAINT access_pkey;
        ALTER TABLE callboard.access
            ADD CONSTRAINT access_key UNIQUE NULLS NOT DISTINCT (role, site, bridge);
        COMMENT ON COLUMN callboard.access.bridge IS
            'The one bridge of the site that is meant; null is each of them.';
        COMMENT ON COLUMN callboard.access.histories IS
            'How many histories of bridges the role may hand in; null is any number.';

        ALTER TABLE callboard.history ADD COLUMN last_login name;
        COMMENT ON COLUMN callboard.history.last_login IS 'Who handed it in last.';

        CREATE TABLE callboard.login (role name PRIMARY KEY, begun bigint NOT NULL);
        COMMENT ON TABLE callboard.login IS 'How many histories each login has begun so far.';
        """

    /// Functions that check the rights of a login.
    static let loginFunctions = """
        CREATE FUNCTION callboard.rights()
        RETURNS TABLE (site text, bridge text, histories integer)
        LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
            SELECT a.site, a.bridge, a.histories
            FROM callboard.access a JOIN pg_roles r ON r.rolname = a.role
            WHERE pg_has_role(session_user, r.oid, 'MEMBER')
            UNION
            SELECT '*', NULL, NULL FROM pg_namespace
            WHERE nspname = 'callboard' AND pg_has_role(session_user, nspowner, 'MEMBER')
        $$;

        CREATE FUNCTION callboard.has_bridge(site text, bridge text) RETURNS boolean
        LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
            SELECT EXISTS (SELECT FROM callboard.rights() r
                WHERE r.site IN ('*', has_bridge.site)
                    AND (r.bridge IS NULL OR r.bridge = has_bridge.bridge))
        $$;

        CREATE OR REPLACE FUNCTION callboard.seen() RETURNS SETOF integer
        LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
            WITH mine AS MATERIALIZED (SELECT r.site, r.bridge FROM callboard.rights() r)
            SELECT h.number FROM callboard.history h
            WHERE EXISTS (SELECT FROM mine m WHERE m.site IN ('*', h.site)
                AND (m.bridge IS NULL OR m.bridge = h.bridge))
        $$;
        """
}
