extension CentralSchema {
    // Under row-level security the server uses an index for a condition only if the condition is
    // leakproof, as comparisons of numbers are. Hence the columns `moment` and `number` beside the
    // readable ones.
    /// Views of notifications and calls for SQL clients, limited to what the reader may see.
    static let noticeViews = """
        CREATE VIEW callboard.notices WITH (security_invoker = true) AS
            SELECT h.site, h.bridge, p.name AS phone, callboard.at(n.moment) AS time,
                callboard.category_name(n.category) AS category, coalesce(a.name, a.identifier) AS app,
                n.title, n.subtitle, n.message, n.call_state, n.removed_by,
                callboard.at(n.removed_at) AS removed_at, callboard.at(n.received) AS received,
                callboard.at(n.sent) AS sent, n.moment, n.number,
                callboard.notice_id(n.number) AS id, h.id AS history, p.bond,
                a.identifier AS app_id, n.flags, n.hidden, n.incomplete
            FROM callboard.notice n
            JOIN callboard.history h ON h.number = n.history
            JOIN callboard.phone p ON p.number = n.phone
            JOIN callboard.app a ON a.number = n.app;
        COMMENT ON COLUMN callboard.notices.moment IS
            'Milliseconds since 1970 at which it was sent or, where nobody knows, came; has an index.';

        CREATE VIEW callboard.calls WITH (security_invoker = true) AS
            SELECT h.site, h.bridge, p.name AS phone, callboard.at(n.moment) AS time,
                n.title AS caller,
                callboard.call_outcome(n.call_state, n.declined, n.category, n.talk_ms) AS outcome,
                n.call_state, n.ring_ms / 1000.0 AS ring_seconds, n.talk_ms / 1000.0 AS talk_seconds,
                n.declined, n.moment, n.number, callboard.notice_id(n.number) AS id,
                h.id AS history, p.bond
            FROM callboard.notice n
            JOIN callboard.history h ON h.number = n.history
            JOIN callboard.phone p ON p.number = n.phone
            WHERE n.call_state IS NOT NULL;
        COMMENT ON COLUMN callboard.calls.outcome IS
            'answered, missed, declined or stopped; nothing while it rings or goes on.';
        """

    /// Views of bridges, phones and apps, limited to what the reader may see.
    static let bridgeViews = """
        CREATE VIEW callboard.bridges WITH (security_invoker = true) AS
            SELECT h.site, h.bridge, h.version, h.last_seen, EXISTS (
                    SELECT FROM pg_locks l WHERE l.locktype = 'advisory' AND l.granted
                        AND l.classid = \(CentralLocks.history) AND l.objid::bigint = h.number
                        AND l.objsubid = 2 AND l.database = (
                            SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
                ) AS is_connected,
                h.state, h.waiting, h.lost, h.set_aside, h.first_seen, h.last_turn,
                h.id AS history, h.number
            FROM callboard.history h;
        COMMENT ON COLUMN callboard.bridges.waiting IS
            'Notices that were still to be handed in, as the bridge said last.';

        CREATE VIEW callboard.phones WITH (security_invoker = true) AS
            SELECT h.site, h.bridge, p.name AS phone, p.bond, h.id AS history
            FROM callboard.phone p JOIN callboard.history h ON h.number = p.history;

        CREATE VIEW callboard.apps WITH (security_invoker = true) AS
            SELECT h.site, h.bridge, coalesce(a.name, a.identifier) AS app,
                a.identifier AS app_id, h.id AS history
            FROM callboard.app a JOIN callboard.history h ON h.number = a.history;
        """
}
