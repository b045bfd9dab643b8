extension CentralSchema {
    /// Table of the roles that may upload for a site, or read its notifications.
    static let accessTable = """
        CREATE TABLE callboard.access (
            role name NOT NULL, site text NOT NULL,
            PRIMARY KEY (role, site)
        );
        COMMENT ON TABLE callboard.access IS
            'Which role, or member of it, belongs to which site; the site * is all of them.';
        """

    // A dropped role may still be in the table. A member of the owner's role has access to all
    // sites anyway.
    static let accessFunctions = """
        CREATE FUNCTION callboard.sites() RETURNS SETOF text
        LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
            SELECT a.site FROM callboard.access a JOIN pg_roles r ON r.rolname = a.role
            WHERE pg_has_role(session_user, r.oid, 'MEMBER')
            UNION
            SELECT '*' FROM pg_namespace
            WHERE nspname = 'callboard' AND pg_has_role(session_user, nspowner, 'MEMBER')
        $$;

        CREATE FUNCTION callboard.has_site(site text) RETURNS boolean
        LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
            SELECT EXISTS (SELECT FROM callboard.sites() s WHERE s IN ('*', has_site.site))
        $$;

        CREATE FUNCTION callboard.seen() RETURNS SETOF integer
        LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
            WITH mine AS MATERIALIZED (SELECT s FROM callboard.sites() s)
            SELECT h.number FROM callboard.history h
            WHERE EXISTS (SELECT FROM mine WHERE s = '*') OR h.site IN (SELECT s FROM mine)
        $$;

        ALTER TABLE callboard.history ENABLE ROW LEVEL SECURITY;
        CREATE POLICY seen ON callboard.history FOR SELECT
            USING (number = ANY (ARRAY (SELECT callboard.seen())));
        ALTER TABLE callboard.phone ENABLE ROW LEVEL SECURITY;
        CREATE POLICY seen ON callboard.phone FOR SELECT
            USING (history = ANY (ARRAY (SELECT callboard.seen())));
        ALTER TABLE callboard.app ENABLE ROW LEVEL SECURITY;
        CREATE POLICY seen ON callboard.app FOR SELECT
            USING (history = ANY (ARRAY (SELECT callboard.seen())));
        ALTER TABLE callboard.notice ENABLE ROW LEVEL SECURITY;
        CREATE POLICY seen ON callboard.notice FOR SELECT
            USING (history = ANY (ARRAY (SELECT callboard.seen())));

        CREATE FUNCTION callboard.form() RETURNS integer
        LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
            SELECT max(number) FROM callboard.migration
        $$;
        """
}
