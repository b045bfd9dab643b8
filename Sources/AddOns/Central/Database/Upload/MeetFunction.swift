extension CentralSchema {
    // A session lock outlives a failed transaction, and is released explicitly before a refusal.
    // Without keepalives the server would hold it for hours for a bridge whose network is gone.
    //
    // The row of a history names the server process of the connection that uploads it. Process IDs
    // are reused, so `met` also compares the user of the session.
    //
    // The server resolves names in a function only when it runs. Migration 2 can therefore create a
    // function that uses tables of migration 7, and an older database gets the same function.
    //
    // The login's own row is updated before its histories are counted. Another connection of the
    // login that begins a history waits for the update, or fails if its isolation level hides that.
    /// Functions that register a connection as the uploader of one history, if its identity is the last known one.
    static let meetFunction = """
        CREATE OR REPLACE FUNCTION callboard.meet(
            history text, meeting bigint, token text, next text, site text, bridge text,
            version text
        ) RETURNS bigint
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
        #variable_conflict use_column
        DECLARE
            known callboard.history;
            is_new boolean := false;
            other integer;
            allowed integer;
            begun bigint;
        BEGIN
            IF (meet.history ~ '^[0-9a-f]{32}$' AND meet.meeting BETWEEN 0 AND 1::bigint << 60
                AND length(meet.token) <= 64 AND length(meet.next) BETWEEN 1 AND 64
                AND length(meet.site) BETWEEN 1 AND 100 AND meet.site <> '*'
                AND length(meet.bridge) BETWEEN 1 AND 200 AND length(meet.version) <= 100
            ) IS NOT TRUE THEN
                RAISE EXCEPTION USING ERRCODE = 'ZC006',
                    MESSAGE = 'what was said of the history makes no sense';
            END IF;
            IF NOT callboard.has_site(meet.site) THEN
                RAISE EXCEPTION USING ERRCODE = 'ZC003', MESSAGE = format(
                    'the user %s has no access to the site %s', session_user, meet.site);
            END IF;
            IF NOT callboard.has_bridge(meet.site, meet.bridge) THEN
                RAISE EXCEPTION USING ERRCODE = 'ZC011', MESSAGE = format(
                    'the user %s may not hand in as the bridge %s of %s',
                    session_user, meet.bridge, meet.site);
            END IF;
            SELECT * INTO known FROM callboard.history h WHERE h.id = meet.history FOR UPDATE;
            IF NOT FOUND THEN
                INSERT INTO callboard.login AS l (role, begun) VALUES (session_user, 1)
                    ON CONFLICT (role) DO UPDATE SET begun = l.begun + 1;
                SELECT CASE WHEN bool_and(r.histories IS NOT NULL) THEN max(r.histories) END
                    INTO allowed FROM callboard.rights() r
                    WHERE r.site IN ('*', meet.site)
                        AND (r.bridge IS NULL OR r.bridge = meet.bridge);
                begun := (SELECT count(*) FROM callboard.history h
                    WHERE h.last_login = session_user);
                IF begun >= allowed THEN
                    RAISE EXCEPTION USING ERRCODE = 'ZC012', MESSAGE = format(
                        'the user %s hands in %s histories, and this would be one more: at most %s '
                        'are allowed', session_user, begun, allowed);
                END IF;
                INSERT INTO callboard.history (id, site, bridge, version, meeting, token)
                    VALUES (meet.history, meet.site, meet.bridge, meet.version,
                        meet.meeting + 1, meet.next)
                    ON CONFLICT (id) DO NOTHING;
                is_new := FOUND;
                SELECT * INTO STRICT known FROM callboard.history h
                    WHERE h.id = meet.history FOR UPDATE;
            END IF;
            IF NOT callboard.has_site(known.site) THEN
                RAISE EXCEPTION USING ERRCODE = 'ZC003', MESSAGE = format(
                    'the history belongs to another site, to which the user %s has no access',
                    session_user);
            END IF;
            IF NOT callboard.has_bridge(known.site, known.bridge) THEN
                RAISE EXCEPTION USING ERRCODE = 'ZC011', MESSAGE = format(
                    'the history is that of another bridge, as which the user %s may not hand in',
                    session_user);
            END IF;
            IF NOT pg_try_advisory_lock(\(CentralLocks.history), known.number) THEN
                RAISE EXCEPTION USING ERRCODE = 'ZC002', MESSAGE =
                    'another program is handing this history in: was its disk or card copied?';
            END IF;
            IF is_new OR known.meeting < meet.meeting
                OR known.meeting = meet.meeting AND known.token = meet.token
            THEN
                known.meeting := meet.meeting + 1;
                known.token := meet.next;
            ELSIF known.meeting <> meet.meeting + 1 OR known.token <> meet.next THEN
                PERFORM pg_advisory_unlock(\(CentralLocks.history), known.number);
                RAISE EXCEPTION USING ERRCODE = 'ZC001', MESSAGE = format(
                    'this is a copy of a history that was handed in from elsewhere, as %s of %s',
                    known.bridge, known.site);
            END IF;
            FOR other IN
                SELECT objid::integer FROM pg_locks
                WHERE locktype = 'advisory' AND pid = pg_backend_pid() AND objsubid = 2
                    AND classid = \(CentralLocks.history) AND objid <> known.number
            LOOP
                PERFORM pg_advisory_unlock(\(CentralLocks.history), other);
            END LOOP;
            UPDATE callboard.history h SET session = NULL, login = NULL
                WHERE h.session = pg_backend_pid() AND h.number <> known.number;
            UPDATE callboard.history h
                SET meeting = known.meeting, token = known.token, site = meet.site,
                    bridge = meet.bridge, version = meet.version, last_seen = now(),
                    session = pg_backend_pid(), login = session_user,
                    last_login = session_user
                WHERE h.number = known.number;
            PERFORM set_config('tcp_keepalives_idle', '30', false),
                set_config('tcp_keepalives_interval', '10', false),
                set_config('tcp_keepalives_count', '3', false),
                set_config('tcp_user_timeout', '60s', false),
                set_config('idle_in_transaction_session_timeout', '60s', false);
            RETURN known.last_turn;
        END
        $$;

        CREATE OR REPLACE FUNCTION callboard.met() RETURNS callboard.history
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
        DECLARE
            known callboard.history;
        BEGIN
            SELECT * INTO known FROM callboard.history h
                WHERE h.session = pg_backend_pid() AND h.login = session_user FOR UPDATE;
            IF known.number IS NULL
                OR NOT pg_try_advisory_lock(\(CentralLocks.history), known.number)
            THEN
                RAISE EXCEPTION USING ERRCODE = 'ZC004',
                    MESSAGE = 'this connection does not hand in any history';
            END IF;
            IF NOT callboard.has_site(known.site) THEN
                RAISE EXCEPTION USING ERRCODE = 'ZC003', MESSAGE = format(
                    'the user %s has no access to the site %s', session_user, known.site);
            END IF;
            IF NOT callboard.has_bridge(known.site, known.bridge) THEN
                RAISE EXCEPTION USING ERRCODE = 'ZC011', MESSAGE = format(
                    'the user %s may not hand in as the bridge %s of %s',
                    session_user, known.bridge, known.site);
            END IF;
            RETURN known;
        END
        $$;
        """
}
