-- The database of form 6, as `callboard-central init --print` of 2adae833 printed it.

\set ON_ERROR_STOP on

-- whether the database is one for Callboard
DO $step$
BEGIN
    PERFORM pg_advisory_xact_lock(1130458221, 0);
    IF current_setting('server_version_num')::integer < 150000 THEN
        RAISE EXCEPTION USING ERRCODE = 'ZC009',
            MESSAGE = 'the server is older than PostgreSQL 15';
    END IF;
    IF getdatabaseencoding() <> 'UTF8' THEN
        RAISE EXCEPTION USING ERRCODE = 'ZC009',
            MESSAGE = 'the encoding of the database is not UTF8';
    END IF;
    IF to_regnamespace('callboard') IS NULL THEN
        CREATE SCHEMA callboard;
    END IF;
    IF to_regclass('callboard.migration') IS NULL THEN
        CREATE TABLE callboard.migration (
            number integer PRIMARY KEY, name text NOT NULL,
            done timestamptz NOT NULL DEFAULT now()
        );
    END IF;
    IF EXISTS (SELECT FROM callboard.migration WHERE number > 6) THEN
        RAISE EXCEPTION USING ERRCODE = 'ZC007',
            MESSAGE = 'the database was made by a newer Callboard';
    END IF;
END
$step$;

-- histories, their phones and apps, their notices by month
DO $step$
BEGIN
    PERFORM pg_advisory_xact_lock(1130458221, 0);
    IF EXISTS (SELECT FROM callboard.migration WHERE number = 1) THEN
        RETURN;
    END IF;
    EXECUTE $sql$
CREATE TABLE callboard.access (
    role name NOT NULL, site text NOT NULL,
    PRIMARY KEY (role, site)
);
COMMENT ON TABLE callboard.access IS
    'Which role, or member of it, belongs to which site; the site * is all of them.';

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

CREATE TABLE callboard.notice (
    number bigint NOT NULL CHECK (number >= 0),
    received bigint NOT NULL, sent bigint,
    moment bigint NOT NULL GENERATED ALWAYS AS (coalesce(sent, number >> 20)) STORED,
    removed_at bigint, ring_ms bigint, talk_ms bigint,
    history integer NOT NULL, phone integer NOT NULL, app integer NOT NULL,
    category smallint NOT NULL, flags smallint NOT NULL,
    declined boolean NOT NULL, incomplete boolean NOT NULL,
    call_state text, removed_by text, hidden text,
    title text NOT NULL, subtitle text NOT NULL, message text NOT NULL,
    words text NOT NULL, record text NOT NULL,
    PRIMARY KEY (history, number)
) PARTITION BY RANGE (number);
ALTER TABLE callboard.notice ALTER title SET STATISTICS 0, ALTER subtitle SET STATISTICS 0, ALTER message SET STATISTICS 0, ALTER words SET STATISTICS 0, ALTER record SET STATISTICS 0;

CREATE INDEX notice_number ON callboard.notice (number DESC, history DESC);
CREATE INDEX notice_moment
    ON callboard.notice (moment DESC, number DESC, history DESC);
CREATE INDEX notice_history
    ON callboard.notice (history, moment DESC, number DESC);
CREATE INDEX notice_call
    ON callboard.notice (moment DESC, number DESC, history DESC)
    WHERE call_state IS NOT NULL;
CREATE INDEX notice_missed
    ON callboard.notice (moment DESC, number DESC, history DESC)
    WHERE call_state = 'missed';
CREATE INDEX notice_phone ON callboard.notice (phone);
CREATE INDEX notice_app ON callboard.notice (app);
CREATE INDEX notice_category ON callboard.notice (category);
CREATE INDEX notice_words ON callboard.notice USING gin ((array_to_tsvector(string_to_array(words, ' '))))
    WITH (gin_pending_list_limit = 512);

CREATE TABLE callboard.part (
    name name PRIMARY KEY, first bigint NOT NULL, past bigint NOT NULL,
    late bigint, erased bigint NOT NULL DEFAULT 0
);
COMMENT ON TABLE callboard.part IS
    'The tables of callboard.notice: which numbers belong there.';
COMMENT ON COLUMN callboard.part.late IS
    'The latest moment of a notice that was sent after its month, as wrong clocks say.';
COMMENT ON COLUMN callboard.part.erased IS
    'How many notices were taken out since the table was written anew.';
CREATE TABLE callboard.notice_other PARTITION OF callboard.notice DEFAULT;
ALTER TABLE callboard.notice_other ALTER title SET STATISTICS 0, ALTER subtitle SET STATISTICS 0, ALTER message SET STATISTICS 0, ALTER words SET STATISTICS 0, ALTER record SET STATISTICS 0;
INSERT INTO callboard.part (name, first, past)
    VALUES ('notice_other', 0, 9223372036854775807);

CREATE TABLE callboard.retention (
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only), first bigint NOT NULL
);
INSERT INTO callboard.retention (first) VALUES (0);
COMMENT ON TABLE callboard.retention IS
    'The least number of a notice that is kept; older ones are not taken either.';

CREATE FUNCTION callboard.first_number(month date) RETURNS bigint
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT (extract(epoch FROM month::timestamp)::bigint * 1000) << 20
$$;

CREATE FUNCTION callboard.make_month(month date, is_ahead boolean) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    part name := 'notice_' || to_char(month, 'YYYY_MM');
    low bigint := callboard.first_number(month);
    high bigint := callboard.first_number((month + interval '1 month')::date);
    patience text := current_setting('lock_timeout');
BEGIN
    IF is_ahead AND NOT pg_try_advisory_xact_lock(1130458221, 0) THEN
        RETURN;
    END IF;
    PERFORM pg_advisory_xact_lock(1130458221, 0);
    IF EXISTS (SELECT FROM callboard.part p WHERE p.name = part) THEN
        RETURN;
    END IF;
    PERFORM set_config(
        'lock_timeout', CASE WHEN is_ahead THEN '1ms' ELSE '500ms' END, true);
    LOCK TABLE callboard.notice_other IN ACCESS EXCLUSIVE MODE;
    EXECUTE format('CREATE TABLE callboard.%I (LIKE callboard.notice '
        'INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING GENERATED)', part);
    EXECUTE format('ALTER TABLE callboard.%I ALTER title SET STATISTICS 0, ALTER subtitle SET STATISTICS 0, ALTER message SET STATISTICS 0, ALTER words SET STATISTICS 0, ALTER record SET STATISTICS 0', part);
    EXECUTE format(
        'WITH moved AS (DELETE FROM callboard.notice_other '
        'WHERE number >= $1 AND number < $2 RETURNING *) '
        'INSERT INTO callboard.%I (number, received, sent, removed_at, ring_ms, talk_ms, history, phone, app, category, flags, declined, incomplete, call_state, removed_by, hidden, title, subtitle, message, words, record) SELECT number, received, sent, removed_at, ring_ms, talk_ms, history, phone, app, category, flags, declined, incomplete, call_state, removed_by, hidden, title, subtitle, message, words, record FROM moved',
        part) USING low, high;
    EXECUTE format(
        'ALTER TABLE callboard.notice ATTACH PARTITION callboard.%I '
        'FOR VALUES FROM (%s) TO (%s)', part, low, high);
    EXECUTE format('ALTER INDEX %s ALTER COLUMN 1 SET STATISTICS 1000', (
        SELECT i.indexrelid::regclass FROM pg_index i
        JOIN pg_inherits h ON h.inhrelid = i.indexrelid
        WHERE i.indrelid = format('callboard.%I', part)::regclass
            AND h.inhparent = 'callboard.notice_words'::regclass));
    INSERT INTO callboard.part (name, first, past) VALUES (part, low, high);
    PERFORM set_config('lock_timeout', patience, true);
EXCEPTION WHEN lock_not_available THEN
    PERFORM set_config('lock_timeout', patience, true);
END
$$;

CREATE FUNCTION callboard.make_months(numbers bigint[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    month date;
    next date := date_trunc('month', now() AT TIME ZONE 'UTC') + interval '1 month';
    first bigint := callboard.first_number('2013-01-01');
    past bigint := callboard.first_number((next + interval '1 month')::date);
BEGIN
    FOR month IN
        SELECT DISTINCT date_trunc(
            'month', to_timestamp((n >> 20) / 1000.0) AT TIME ZONE 'UTC')::date
        FROM unnest(numbers || callboard.first_number(next)) n
        WHERE n >= first AND n < past AND NOT EXISTS (
            SELECT FROM callboard.part p
            WHERE p.name <> 'notice_other' AND n >= p.first AND n < p.past)
        ORDER BY 1
    LOOP
        PERFORM callboard.make_month(month, month = next AND NOT EXISTS (
            SELECT FROM unnest(numbers) n WHERE n >= callboard.first_number(next)
                AND n < past));
    END LOOP;
END
$$;

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

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA callboard FROM PUBLIC;
    $sql$;
    INSERT INTO callboard.migration (number, name) VALUES (1, 'histories, their phones and apps, their notices by month');
END
$step$;

-- handing in
DO $step$
BEGIN
    PERFORM pg_advisory_xact_lock(1130458221, 0);
    IF EXISTS (SELECT FROM callboard.migration WHERE number = 2) THEN
        RETURN;
    END IF;
    EXECUTE $sql$
CREATE FUNCTION callboard.tidy_words(words text) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT coalesce(string_agg(CASE WHEN octet_length(word) > 2046 THEN left(word, 511)
        ELSE word END, ' ' ORDER BY place), '')
    FROM string_to_table(left(words, 200000), ' ') WITH ORDINALITY AS found (word, place)
    WHERE word <> ''
$$;

CREATE FUNCTION callboard.are_tidy(words text) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
    SELECT octet_length(words) <= 2046 AND strpos(words, '  ') = 0
        AND left(words, 1) <> ' ' AND right(words, 1) <> ' '
$$;

CREATE FUNCTION callboard.meet(
    history text, meeting bigint, token text, next text, site text, bridge text,
    version text
) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
    known callboard.history;
    is_new boolean := false;
    other integer;
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
    SELECT * INTO known FROM callboard.history h WHERE h.id = meet.history FOR UPDATE;
    IF NOT FOUND THEN
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
    IF NOT pg_try_advisory_lock(1130458220, known.number) THEN
        RAISE EXCEPTION USING ERRCODE = 'ZC002', MESSAGE =
            'another program is handing this history in: was its disk or card copied?';
    END IF;
    IF is_new OR known.meeting < meet.meeting
        OR known.meeting = meet.meeting AND known.token = meet.token
    THEN
        known.meeting := meet.meeting + 1;
        known.token := meet.next;
    ELSIF known.meeting <> meet.meeting + 1 OR known.token <> meet.next THEN
        PERFORM pg_advisory_unlock(1130458220, known.number);
        RAISE EXCEPTION USING ERRCODE = 'ZC001', MESSAGE = format(
            'this is a copy of a history that was handed in from elsewhere, as %s of %s',
            known.bridge, known.site);
    END IF;
    FOR other IN
        SELECT objid::integer FROM pg_locks
        WHERE locktype = 'advisory' AND pid = pg_backend_pid() AND objsubid = 2
            AND classid = 1130458220 AND objid <> known.number
    LOOP
        PERFORM pg_advisory_unlock(1130458220, other);
    END LOOP;
    UPDATE callboard.history h SET session = NULL, login = NULL
        WHERE h.session = pg_backend_pid() AND h.number <> known.number;
    UPDATE callboard.history h
        SET meeting = known.meeting, token = known.token, site = meet.site,
            bridge = meet.bridge, version = meet.version, last_seen = now(),
            session = pg_backend_pid(), login = session_user
        WHERE h.number = known.number;
    PERFORM set_config('tcp_keepalives_idle', '30', false),
        set_config('tcp_keepalives_interval', '10', false),
        set_config('tcp_keepalives_count', '3', false),
        set_config('tcp_user_timeout', '60s', false),
        set_config('idle_in_transaction_session_timeout', '60s', false);
    RETURN known.last_turn;
END
$$;

CREATE FUNCTION callboard.met() RETURNS callboard.history
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    known callboard.history;
BEGIN
    SELECT * INTO known FROM callboard.history h
        WHERE h.session = pg_backend_pid() AND h.login = session_user FOR UPDATE;
    IF known.number IS NULL
        OR NOT pg_try_advisory_lock(1130458220, known.number)
    THEN
        RAISE EXCEPTION USING ERRCODE = 'ZC004',
            MESSAGE = 'this connection does not hand in any history';
    END IF;
    IF NOT callboard.has_site(known.site) THEN
        RAISE EXCEPTION USING ERRCODE = 'ZC003', MESSAGE = format(
            'the user %s has no access to the site %s', session_user, known.site);
    END IF;
    RETURN known;
END
$$;

CREATE FUNCTION callboard.rename_phone(
    history integer, bond text, was text, new_name text
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
    old integer := callboard.phone_number(
        rename_phone.history, rename_phone.bond, rename_phone.was);
    other integer := callboard.phone_number(
        rename_phone.history, rename_phone.bond, rename_phone.new_name);
BEGIN
    IF old = other THEN
        RETURN;
    END IF;
    IF other IS NULL THEN
        UPDATE callboard.phone p SET name = left(rename_phone.new_name, 300)
            WHERE p.number = old;
        RETURN;
    END IF;
    UPDATE callboard.notice n SET phone = other
        WHERE n.history = rename_phone.history AND n.phone = old;
    DELETE FROM callboard.phone p WHERE p.number = old;
END
$$;

CREATE FUNCTION callboard.phone_number(history integer, bond text, name text)
RETURNS integer
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT p.number FROM callboard.phone p
    WHERE p.history = phone_number.history
        AND p.bond = left(phone_number.bond, 300)
        AND p.name = left(phone_number.name, 300)
$$;

CREATE FUNCTION callboard.take_out(history integer, numbers bigint[]) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
    removed bigint[];
    phones integer[];
    apps integer[];
BEGIN
    IF cardinality(numbers) = 0 THEN
        RETURN 0;
    END IF;
    WITH deleted AS (
        DELETE FROM callboard.notice n
        WHERE n.history = take_out.history AND n.number = ANY (take_out.numbers)
        RETURNING n.number, n.phone, n.app
    ) SELECT array_agg(number), array_agg(DISTINCT phone), array_agg(DISTINCT app)
        INTO removed, phones, apps FROM deleted;
    DELETE FROM callboard.phone p WHERE p.number = ANY (phones)
        AND NOT EXISTS (SELECT FROM callboard.notice n WHERE n.phone = p.number);
    DELETE FROM callboard.app a WHERE a.number = ANY (apps)
        AND NOT EXISTS (SELECT FROM callboard.notice n WHERE n.app = a.number);
    UPDATE callboard.part p SET erased = erased + m.count
        FROM (
            SELECT p.name, count(*) AS count FROM unnest(removed) n
            JOIN callboard.part p ON n >= p.first AND n < p.past
                AND (p.name <> 'notice_other' OR NOT EXISTS (
                    SELECT FROM callboard.part q WHERE q.name <> 'notice_other'
                        AND n >= q.first AND n < q.past))
            GROUP BY p.name
        ) m
        WHERE p.name = m.name;
    RETURN coalesce(cardinality(removed), 0);
END
$$;

CREATE FUNCTION callboard.take(
    turn bigint, renamed_bonds text[], renamed_was text[], renamed_names text[],
    numbers bigint[], bonds text[], phones text[], received bigint[], sent bigint[],
    categories integer[], flags integer[], app_ids text[], apps text[],
    titles text[], subtitles text[], messages text[], call_states text[],
    ring_ms bigint[], talk_ms bigint[], declined boolean[], removed_at bigint[],
    removed_by text[], hidden text[], incomplete boolean[], words text[], records text[],
    OUT is_repeated boolean, OUT kept integer, OUT gone integer, OUT passed_over integer
)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
    known callboard.history := callboard.met();
    kept_numbers bigint[];
    first_kept bigint := (SELECT first FROM callboard.retention);
    i integer;
BEGIN
    SELECT false, 0, 0, 0 INTO is_repeated, kept, gone, passed_over;
    IF take.turn = known.last_turn THEN
        is_repeated := true;
        RETURN;
    END IF;
    IF take.turn < known.last_turn OR take.turn IS NULL THEN
        RAISE EXCEPTION USING ERRCODE = 'ZC005', MESSAGE = format(
            'batch %s is older than batch %s, which is there', take.turn, known.last_turn);
    END IF;
    IF cardinality(numbers) > 1000
        OR cardinality(renamed_bonds) > 1000
        OR cardinality(renamed_was) <> cardinality(renamed_bonds)
        OR cardinality(renamed_names) <> cardinality(renamed_bonds)
        OR array_position(renamed_bonds || renamed_was || renamed_names, NULL) IS NOT NULL
        OR EXISTS (
            SELECT FROM unnest(ARRAY[
                cardinality(bonds), cardinality(phones), cardinality(received),
                cardinality(sent), cardinality(categories), cardinality(flags),
                cardinality(app_ids), cardinality(apps), cardinality(titles),
                cardinality(subtitles), cardinality(messages), cardinality(call_states),
                cardinality(ring_ms), cardinality(talk_ms), cardinality(declined),
                cardinality(removed_at), cardinality(removed_by), cardinality(hidden),
                cardinality(incomplete), cardinality(words), cardinality(records)
            ]) c WHERE c IS DISTINCT FROM cardinality(numbers))
        OR EXISTS (SELECT FROM unnest(numbers) n GROUP BY n HAVING count(*) > 1)
        OR EXISTS (
            SELECT FROM unnest(
                numbers, bonds, phones, received, categories, flags, app_ids, titles,
                subtitles, messages, declined, incomplete, words, records
            ) AS n (
                number, bond, phone, received, category, flags, app_id, title,
                subtitle, message, declined, incomplete, words, record)
            WHERE n.number IS NULL OR n.number < 0 OR n.record IS NOT NULL AND (
                n.bond IS NULL OR n.phone IS NULL OR n.received IS NULL
                OR n.category NOT BETWEEN 0 AND 255 OR n.category IS NULL
                OR n.flags NOT BETWEEN 0 AND 255 OR n.flags IS NULL
                OR n.app_id IS NULL OR n.title IS NULL OR n.subtitle IS NULL
                OR n.message IS NULL OR n.declined IS NULL OR n.incomplete IS NULL
                OR n.words IS NULL))
    THEN
        RAISE EXCEPTION USING ERRCODE = 'ZC006', MESSAGE = 'the batch makes no sense';
    END IF;

    kept_numbers := ARRAY (
        SELECT n FROM unnest(numbers, records) AS found (n, record)
        WHERE record IS NOT NULL AND n >= first_kept);
    passed_over := (SELECT count(*) FROM unnest(numbers, records) AS found (n, record)
        WHERE record IS NOT NULL AND n < first_kept);
    PERFORM callboard.make_months(kept_numbers);

    FOR i IN 1 .. cardinality(renamed_bonds) LOOP
        PERFORM callboard.rename_phone(
            known.number, renamed_bonds[i], renamed_was[i], renamed_names[i]);
    END LOOP;
    gone := callboard.take_out(known.number, ARRAY (
        SELECT n FROM unnest(numbers, records) AS found (n, record)
        WHERE record IS NULL));

    INSERT INTO callboard.phone (history, bond, name)
        SELECT DISTINCT known.number, left(n.bond, 300), left(n.phone, 300)
        FROM unnest(numbers, bonds, phones) AS n (number, bond, phone)
        WHERE n.number >= first_kept AND n.bond IS NOT NULL AND NOT EXISTS (
            SELECT FROM callboard.phone p
            WHERE p.history = known.number AND p.bond = left(n.bond, 300)
                AND p.name = left(n.phone, 300));
    INSERT INTO callboard.app (history, identifier, name)
        SELECT DISTINCT known.number, left(n.app_id, 300), left(n.app, 300)
        FROM unnest(numbers, app_ids, apps) AS n (number, app_id, app)
        WHERE n.number >= first_kept AND n.app_id IS NOT NULL AND NOT EXISTS (
            SELECT FROM callboard.app a
            WHERE a.history = known.number AND a.identifier = left(n.app_id, 300)
                AND a.name IS NOT DISTINCT FROM left(n.app, 300));

    FOR attempt IN 1 .. 2 LOOP
        BEGIN
            INSERT INTO callboard.notice AS o (number, received, sent, removed_at, ring_ms, talk_ms, history, phone, app, category, flags, declined, incomplete, call_state, removed_by, hidden, title, subtitle, message, words, record)
                SELECT n.number, n.received, n.sent, n.removed_at, n.ring_ms, n.talk_ms,
                    known.number, p.number, a.number, n.category, n.flags, n.declined,
                    n.incomplete, n.call_state, n.removed_by, n.hidden, n.title, n.subtitle,
                    n.message,
                    CASE WHEN callboard.are_tidy(n.words) THEN n.words
                        ELSE callboard.tidy_words(n.words) END,
                    n.record
                FROM unnest(
                    numbers, bonds, phones, received, sent, categories, flags, app_ids, apps,
                    titles, subtitles, messages, call_states, ring_ms, talk_ms, declined,
                    removed_at, removed_by, hidden, incomplete, words, records
                ) AS n (
                    number, bond, phone, received, sent, category, flags, app_id, app, title,
                    subtitle, message, call_state, ring_ms, talk_ms, declined, removed_at,
                    removed_by, hidden, incomplete, words, record)
                JOIN callboard.phone p ON p.history = known.number
                    AND p.bond = left(n.bond, 300) AND p.name = left(n.phone, 300)
                JOIN callboard.app a ON a.history = known.number
                    AND a.identifier = left(n.app_id, 300)
                    AND a.name IS NOT DISTINCT FROM left(n.app, 300)
                WHERE n.record IS NOT NULL AND n.number >= first_kept
                ORDER BY n.number
            ON CONFLICT (history, number) DO UPDATE
                SET (number, received, sent, removed_at, ring_ms, talk_ms, history, phone, app, category, flags, declined, incomplete, call_state, removed_by, hidden, title, subtitle, message, words, record) = (excluded.number, excluded.received, excluded.sent, excluded.removed_at, excluded.ring_ms, excluded.talk_ms, excluded.history, excluded.phone, excluded.app, excluded.category, excluded.flags, excluded.declined, excluded.incomplete, excluded.call_state, excluded.removed_by, excluded.hidden, excluded.title, excluded.subtitle, excluded.message, excluded.words, excluded.record)
                WHERE o.record <> excluded.record OR o.words <> excluded.words
                    OR o.phone <> excluded.phone OR o.sent IS DISTINCT FROM excluded.sent;
            EXIT;
        EXCEPTION WHEN check_violation THEN
            IF attempt = 2 THEN
                RAISE;
            END IF;
        END;
    END LOOP;
    kept := cardinality(kept_numbers);
    UPDATE callboard.part p SET late = m.moment
        FROM (
            SELECT p.name, max(m.sent) AS moment
            FROM unnest(numbers, sent, records) AS m (number, sent, record)
            JOIN callboard.part p ON m.number >= p.first AND m.number < p.past
                AND p.past < 9223372036854775807
            WHERE m.sent >= p.past >> 20 AND m.record IS NOT NULL
            GROUP BY p.name
        ) m
        WHERE p.name = m.name AND (p.late IS NULL OR p.late < m.moment);

    UPDATE callboard.history h SET last_turn = take.turn, last_seen = now()
        WHERE h.number = known.number;
    PERFORM pg_notify('callboard', known.number || ' ' || coalesce(
        (SELECT max(n) FROM unnest(numbers) n), 0));
END
$$;

CREATE FUNCTION callboard.report(
    waiting bigint, lost bigint, set_aside bigint, state text
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
    known callboard.history := callboard.met();
BEGIN
    UPDATE callboard.history h
        SET waiting = greatest(report.waiting, 0), lost = greatest(report.lost, 0),
            set_aside = greatest(report.set_aside, 0),
            state = left(coalesce(report.state, ''), 200), last_seen = now()
        WHERE h.number = known.number;
END
$$;

CREATE FUNCTION callboard.leave() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    UPDATE callboard.history h SET session = NULL, login = NULL, last_seen = now()
        WHERE h.session = pg_backend_pid() AND h.login = session_user;
    PERFORM pg_advisory_unlock_all();
END
$$;

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA callboard FROM PUBLIC;
    $sql$;
    INSERT INTO callboard.migration (number, name) VALUES (2, 'handing in');
END
$step$;

-- reading
DO $step$
BEGIN
    PERFORM pg_advisory_xact_lock(1130458221, 0);
    IF EXISTS (SELECT FROM callboard.migration WHERE number = 3) THEN
        RETURN;
    END IF;
    EXECUTE $sql$
CREATE TYPE callboard.wanted AS (
    histories integer[], phones integer[], apps integer[], categories integer[],
    only_calls boolean, only_missed boolean, since bigint, until bigint, by_sent boolean,
    before_moment bigint, before_number bigint, before_history integer,
    query tsquery, parts text[], patterns text[], literal text
);

CREATE FUNCTION callboard.conditions(w callboard.wanted) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT concat_ws(' AND ',
        'true',
        CASE WHEN cardinality(w.histories) = 1 THEN 'n.history = ($1).histories[1]'
            WHEN w.histories IS NOT NULL THEN 'n.history = ANY (($1).histories)' END,
        CASE WHEN w.phones IS NOT NULL THEN 'n.phone = ANY (($1).phones)' END,
        CASE WHEN w.apps IS NOT NULL THEN 'n.app = ANY (($1).apps)' END,
        CASE WHEN 1 = ANY (w.categories) THEN '(n.category = ANY (($1).categories)'
            ' OR n.category = 12 AND n.call_state = ''ended'')'
            WHEN w.categories IS NOT NULL THEN 'n.category = ANY (($1).categories)' END,
        CASE WHEN w.only_missed THEN 'n.call_state = ''missed'''
            WHEN w.only_calls THEN 'n.call_state IS NOT NULL' END,
        CASE WHEN w.since IS NOT NULL AND w.by_sent THEN 'n.moment >= ($1).since'
            WHEN w.since IS NOT NULL THEN 'n.number >= ($1).since << 20' END,
        CASE WHEN w.until IS NOT NULL AND w.by_sent THEN 'n.moment < ($1).until'
            WHEN w.until IS NOT NULL THEN 'n.number < ($1).until << 20' END,
        CASE WHEN w.by_sent AND w.before_moment IS NOT NULL THEN
            '(n.moment, n.number, n.history) < '
            '(($1).before_moment, ($1).before_number, ($1).before_history)'
            WHEN w.before_number IS NOT NULL THEN '(n.number, n.history) < '
            '(($1).before_number, ($1).before_history)' END,
        CASE WHEN w.query IS NOT NULL THEN
            'array_to_tsvector(string_to_array(n.words, '' '')) @@ ($1).query' END,
        (SELECT string_agg(format(CASE WHEN w.query IS NULL
            THEN '('' '' || n.words || '' '') LIKE ($1).patterns[%s]'
            ELSE 'strpos('' '' || n.words || '' '', ($1).parts[%s]) > 0' END, i), ' AND ')
            FROM generate_subscripts(w.parts, 1) i),
        CASE WHEN w.literal IS NOT NULL THEN '(strpos(n.title, ($1).literal) > 0'
            ' OR strpos(n.subtitle, ($1).literal) > 0'
            ' OR strpos(n.message, ($1).literal) > 0)' END)
$$;

CREATE FUNCTION callboard.newest_first(by_sent boolean) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN by_sent THEN 'moment DESC, ' ELSE '' END || 'number DESC, history DESC'
$$;

CREATE FUNCTION callboard.want(
    query text, parts text[], literal text, sites text[], bridges text[], phones text[],
    apps text[], categories integer[], only_calls boolean, only_missed boolean,
    since bigint, until bigint, by_sent boolean
) RETURNS callboard.wanted
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
    w callboard.wanted;
    latest bigint := 9223372036854775807 >> 20;
    sign text := chr(92);
BEGIN
    w.histories := ARRAY (SELECT callboard.seen());
    IF cardinality(sites) > 0 OR cardinality(bridges) > 0 THEN
        w.histories := ARRAY (
            SELECT h.number FROM callboard.history h
            WHERE h.number = ANY (w.histories)
                AND (coalesce(cardinality(sites), 0) = 0
                    OR lower(h.site) = ANY (lower(sites::text)::text[]))
                AND (coalesce(cardinality(bridges), 0) = 0 OR h.id = ANY (bridges)
                    OR lower(h.bridge) = ANY (lower(bridges::text)::text[])));
    END IF;
    IF cardinality(phones) > 0 THEN
        SELECT coalesce(array_agg(p.number), '{}'),
                coalesce(array_agg(DISTINCT p.history), '{}')
            INTO w.phones, w.histories
            FROM callboard.phone p
            WHERE p.history = ANY (w.histories) AND (
                lower(p.name) = ANY (lower(phones::text)::text[])
                OR lower(p.bond) = ANY (lower(phones::text)::text[]));
    END IF;
    IF cardinality(apps) > 0 THEN
        SELECT coalesce(array_agg(a.number), '{}'),
                coalesce(array_agg(DISTINCT a.history), '{}')
            INTO w.apps, w.histories
            FROM callboard.app a
            WHERE a.history = ANY (w.histories) AND (
                lower(a.name) = ANY (lower(apps::text)::text[])
                OR lower(a.identifier) = ANY (lower(apps::text)::text[]));
    END IF;
    IF cardinality(w.histories) = (SELECT count(*) FROM callboard.history) THEN
        w.histories := NULL;
    END IF;
    w.categories := nullif(categories, '{}');
    w.only_calls := coalesce(only_calls, false);
    w.only_missed := coalesce(only_missed, false);
    w.since := CASE WHEN since IS NOT NULL THEN least(greatest(since, 0), latest) END;
    w.until := CASE WHEN until IS NOT NULL THEN least(greatest(until, 0), latest) END;
    w.by_sent := coalesce(by_sent, true);
    w.query := query::tsquery;
    w.parts := ARRAY (SELECT part FROM unnest(parts) part WHERE part <> '' LIMIT 32);
    w.patterns := ARRAY (
        SELECT '%' || replace(replace(replace(part, sign, sign || sign),
            '%', sign || '%'), '_', sign || '_') || '%'
        FROM unnest(w.parts) part);
    w.literal := nullif(literal, '');
    RETURN w;
END
$$;

CREATE FUNCTION callboard.find(
    query text DEFAULT NULL, parts text[] DEFAULT NULL, literal text DEFAULT NULL, sites text[] DEFAULT NULL, bridges text[] DEFAULT NULL, phones text[] DEFAULT NULL, apps text[] DEFAULT NULL, categories integer[] DEFAULT NULL, only_calls boolean DEFAULT false, only_missed boolean DEFAULT false, since bigint DEFAULT NULL, until bigint DEFAULT NULL, by_sent boolean DEFAULT true,
    before_moment bigint DEFAULT NULL, before_number bigint DEFAULT NULL,
    before_history text DEFAULT NULL, most integer DEFAULT 100
) RETURNS TABLE (
    history text, site text, bridge text, bond text, phone text, number bigint,
    moment bigint, record text
)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET jit = off AS $$
#variable_conflict use_column
DECLARE
    w callboard.wanted := callboard.want(query, parts, literal, sites, bridges, phones, apps, categories, only_calls, only_missed, since, until, by_sent);
    wanted_count integer := least(greatest(most, 0), 1000);
    conditions text;
    sorting text := callboard.newest_first(w.by_sent);
    found callboard.notice[] := '{}';
    more callboard.notice[];
    part record;
BEGIN
    w.before_moment := before_moment;
    w.before_number := before_number;
    w.before_history := coalesce(
        (SELECT h.number FROM callboard.history h WHERE h.id = before_history), 0);
    conditions := callboard.conditions(w);
    FOR part IN
        SELECT p.name, p.first >> 20 AS since,
            CASE WHEN w.by_sent THEN greatest((p.past - 1 >> 20) + 1, p.late)
                ELSE (p.past - 1 >> 20) + 1 END AS until
        FROM callboard.part p ORDER BY until DESC
    LOOP
        CONTINUE WHEN part.until <= w.since OR NOT w.by_sent
            AND (part.since >= w.until OR part.since << 20 > w.before_number);
        EXIT WHEN wanted_count <= (
            SELECT count(*) FROM unnest(found) n
            WHERE part.until <= CASE WHEN w.by_sent THEN n.moment ELSE n.number >> 20 END);
        EXECUTE format(
            'SELECT array_agg(n::callboard.notice) FROM (SELECT n FROM callboard.%I n '
            'WHERE %s ORDER BY %s LIMIT $2) AS found (n)',
            part.name, conditions, sorting)
            INTO more USING w, wanted_count;
        found := found || more;
    END LOOP;
    RETURN QUERY EXECUTE
        'SELECT h.id, h.site, h.bridge, p.bond, p.name, n.number, n.moment, n.record '
        'FROM unnest($1) n JOIN callboard.history h ON h.number = n.history '
        'JOIN callboard.phone p ON p.number = n.phone '
        'ORDER BY ' || CASE WHEN w.by_sent THEN 'n.moment DESC, ' ELSE '' END
        || 'n.number DESC, n.history DESC LIMIT $2'
        USING found, wanted_count;
END
$$;

CREATE FUNCTION callboard.tally(
    query text DEFAULT NULL, parts text[] DEFAULT NULL, literal text DEFAULT NULL, sites text[] DEFAULT NULL, bridges text[] DEFAULT NULL, phones text[] DEFAULT NULL, apps text[] DEFAULT NULL, categories integer[] DEFAULT NULL, only_calls boolean DEFAULT false, only_missed boolean DEFAULT false, since bigint DEFAULT NULL, until bigint DEFAULT NULL, by_sent boolean DEFAULT true,
    most integer DEFAULT 10000
) RETURNS bigint
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET jit = off AS $$
DECLARE
    w callboard.wanted := callboard.want(query, parts, literal, sites, bridges, phones, apps, categories, only_calls, only_missed, since, until, by_sent);
    counted bigint;
BEGIN
    EXECUTE 'SELECT count(*) FROM (SELECT FROM callboard.notice n WHERE '
        || callboard.conditions(w) || ' LIMIT $2) AS found'
        INTO counted USING w, greatest(most, 0);
    RETURN counted;
END
$$;

CREATE FUNCTION callboard.facts(
    query text DEFAULT NULL, parts text[] DEFAULT NULL, literal text DEFAULT NULL, sites text[] DEFAULT NULL, bridges text[] DEFAULT NULL, phones text[] DEFAULT NULL, apps text[] DEFAULT NULL, categories integer[] DEFAULT NULL, only_calls boolean DEFAULT false, only_missed boolean DEFAULT false, since bigint DEFAULT NULL, until bigint DEFAULT NULL, by_sent boolean DEFAULT true
) RETURNS TABLE (
    moment bigint, site text, bridge text, phone text, category smallint, app_id text,
    app text, title text, call_state text, ring_ms bigint, declined boolean,
    talk_ms bigint
)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET jit = off AS $$
#variable_conflict use_column
DECLARE
    w callboard.wanted := callboard.want(query, parts, literal, sites, bridges, phones, apps, categories, only_calls, only_missed, since, until, by_sent);
BEGIN
    RETURN QUERY EXECUTE
        'SELECT CASE WHEN $2 THEN n.moment ELSE n.received END, h.site, h.bridge, p.name, '
        'n.category, a.identifier, a.name, '
        'CASE WHEN n.call_state IS NOT NULL THEN n.title END, n.call_state, n.ring_ms, '
        'n.declined, n.talk_ms FROM callboard.notice n '
        'JOIN callboard.history h ON h.number = n.history '
        'JOIN callboard.phone p ON p.number = n.phone '
        'JOIN callboard.app a ON a.number = n.app WHERE ' || callboard.conditions(w)
        USING w, w.by_sent;
END
$$;

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA callboard FROM PUBLIC;
    $sql$;
    INSERT INTO callboard.migration (number, name) VALUES (3, 'reading');
END
$step$;

-- views
DO $step$
BEGIN
    PERFORM pg_advisory_xact_lock(1130458221, 0);
    IF EXISTS (SELECT FROM callboard.migration WHERE number = 4) THEN
        RETURN;
    END IF;
    EXECUTE $sql$
CREATE FUNCTION callboard.category_name(category smallint) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT coalesce((ARRAY['other', 'incoming_call', 'missed_call', 'voicemail', 'social',
        'schedule', 'email', 'news', 'health_and_fitness', 'business_and_finance',
        'location', 'entertainment', 'active_call'])[category + 1],
        'category_' || category)
$$;

CREATE FUNCTION callboard.notice_id(number bigint) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz',
        ((number >> 5 * place) & 31)::integer + 1, 1), '' ORDER BY place DESC)
    FROM generate_series(0, 12) AS place
$$;

CREATE FUNCTION callboard.at(milliseconds bigint) RETURNS timestamptz
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN milliseconds BETWEEN -62135596800000 AND 253402300799999
        THEN to_timestamp(milliseconds / 1000.0) END
$$;

CREATE FUNCTION callboard.call_outcome(
    call_state text, declined boolean, category smallint, talk_ms bigint
) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN call_state = 'missed' THEN 'missed'
        WHEN call_state <> 'ended' THEN NULL
        WHEN declined THEN 'declined'
        WHEN category = 12 OR talk_ms IS NOT NULL THEN 'answered'
        ELSE 'stopped' END
$$;

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

CREATE VIEW callboard.bridges WITH (security_invoker = true) AS
    SELECT h.site, h.bridge, h.version, h.last_seen, EXISTS (
            SELECT FROM pg_locks l WHERE l.locktype = 'advisory' AND l.granted
                AND l.classid = 1130458220 AND l.objid::bigint = h.number
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

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA callboard FROM PUBLIC;
    $sql$;
    INSERT INTO callboard.migration (number, name) VALUES (4, 'views');
END
$step$;

-- retention and forgetting
DO $step$
BEGIN
    PERFORM pg_advisory_xact_lock(1130458221, 0);
    IF EXISTS (SELECT FROM callboard.migration WHERE number = 5) THEN
        RETURN;
    END IF;
    EXECUTE $sql$
CREATE FUNCTION callboard.retain(months integer) RETURNS integer
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET lock_timeout = '5s' AS $$
DECLARE
    oldest bigint;
    part record;
    dropped integer := 0;
BEGIN
    IF (months BETWEEN 1 AND 1200) IS NOT TRUE THEN
        RAISE EXCEPTION USING ERRCODE = 'ZC006',
            MESSAGE = 'the months to keep are a number from 1 to 1200';
    END IF;
    PERFORM pg_advisory_xact_lock(1130458221, 0);
    oldest := greatest(0, callboard.first_number((
        date_trunc('month', now() AT TIME ZONE 'UTC')
        - (months - 1) * interval '1 month')::date));
    UPDATE callboard.retention SET first = oldest;
    FOR part IN
        SELECT p.name FROM callboard.part p
        WHERE p.past <= oldest AND p.name <> 'notice_other' ORDER BY p.past
    LOOP
        EXECUTE format('DROP TABLE callboard.%I', part.name);
        DELETE FROM callboard.part p WHERE p.name = part.name;
        dropped := dropped + 1;
    END LOOP;
    WITH deleted AS (
        DELETE FROM callboard.notice_other n WHERE n.number < oldest RETURNING 1
    ) UPDATE callboard.part p SET erased = p.erased + (SELECT count(*) FROM deleted)
        WHERE p.name = 'notice_other';
    RETURN dropped;
END
$$;

CREATE FUNCTION callboard.forget_history(id text) RETURNS bigint
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
    known integer;
    part record;
    removed bigint;
    total bigint := 0;
BEGIN
    SELECT h.number INTO known FROM callboard.history h
        WHERE h.id = forget_history.id FOR UPDATE;
    IF known IS NULL THEN
        RAISE EXCEPTION USING ERRCODE = 'ZC010', MESSAGE = 'there is no such history';
    END IF;
    IF NOT pg_try_advisory_xact_lock(1130458220, known) THEN
        RAISE EXCEPTION USING ERRCODE = 'ZC002',
            MESSAGE = 'a program is handing this history in: stop it first';
    END IF;
    FOR part IN SELECT p.name FROM callboard.part p ORDER BY p.name LOOP
        EXECUTE format('DELETE FROM callboard.%I n WHERE n.history = $1', part.name)
            USING known;
        GET DIAGNOSTICS removed = ROW_COUNT;
        total := total + removed;
        IF removed > 0 THEN
            UPDATE callboard.part p SET erased = p.erased + removed
                WHERE p.name = part.name;
        END IF;
    END LOOP;
    DELETE FROM callboard.app a WHERE a.history = known;
    DELETE FROM callboard.phone p WHERE p.history = known;
    DELETE FROM callboard.history h WHERE h.number = known;
    RETURN total;
END
$$;

CREATE FUNCTION callboard.readmit(id text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    UPDATE callboard.history h SET meeting = -1 WHERE h.id = readmit.id;
    IF NOT FOUND THEN
        RAISE EXCEPTION USING ERRCODE = 'ZC010', MESSAGE = 'there is no such history';
    END IF;
END
$$;

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA callboard FROM PUBLIC;
    $sql$;
    INSERT INTO callboard.migration (number, name) VALUES (5, 'retention and forgetting');
END
$step$;

-- reading from the oldest on
DO $step$
BEGIN
    PERFORM pg_advisory_xact_lock(1130458221, 0);
    IF EXISTS (SELECT FROM callboard.migration WHERE number = 6) THEN
        RETURN;
    END IF;
    EXECUTE $sql$
CREATE FUNCTION callboard.oldest(
    query text DEFAULT NULL, parts text[] DEFAULT NULL, literal text DEFAULT NULL, sites text[] DEFAULT NULL, bridges text[] DEFAULT NULL, phones text[] DEFAULT NULL, apps text[] DEFAULT NULL, categories integer[] DEFAULT NULL, only_calls boolean DEFAULT false, only_missed boolean DEFAULT false, since bigint DEFAULT NULL, until bigint DEFAULT NULL, by_sent boolean DEFAULT true,
    after_number bigint DEFAULT NULL, after_history text DEFAULT NULL,
    most integer DEFAULT 100
) RETURNS TABLE (
    history text, site text, bridge text, bond text, phone text, number bigint,
    moment bigint, record text
)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET jit = off AS $$
#variable_conflict use_column
DECLARE
    w callboard.wanted := callboard.want(query, parts, literal, sites, bridges, phones, apps, categories, only_calls, only_missed, since, until, by_sent);
    wanted_count integer := least(greatest(most, 0), 1000);
    after integer := coalesce(
        (SELECT h.number FROM callboard.history h WHERE h.id = after_history), 0);
    latest bigint := 9223372036854775807;
    low bigint := coalesce(after_number, 0);
    high bigint;
    found callboard.notice[] := '{}';
    more callboard.notice[];
BEGIN
    LOOP
        high := coalesce((
            SELECT min(b) FROM callboard.part p, LATERAL (VALUES (p.first), (p.past)) v (b)
            WHERE p.name <> 'notice_other' AND b > low), latest);
        EXECUTE
            'SELECT array_agg(n) FROM (SELECT n FROM callboard.notice n WHERE '
            || callboard.conditions(w) || ' AND n.number >= $2 '
            'AND (n.number < $3 OR $3 = $4) AND (n.number, n.history) > ($5, $6) '
            'ORDER BY n.number, n.history LIMIT $7) AS found (n)'
            INTO more USING w, low, high, latest, coalesce(after_number, 0), after,
                wanted_count - cardinality(found);
        found := found || more;
        EXIT WHEN cardinality(found) >= wanted_count OR high = latest;
        low := high;
    END LOOP;
    RETURN QUERY
        SELECT h.id, h.site, h.bridge, p.bond, p.name, n.number, n.moment, n.record
        FROM unnest(found) n JOIN callboard.history h ON h.number = n.history
        JOIN callboard.phone p ON p.number = n.phone ORDER BY n.number, n.history;
END
$$;

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA callboard FROM PUBLIC;
    $sql$;
    INSERT INTO callboard.migration (number, name) VALUES (6, 'reading from the oldest on');
END
$step$;

-- who may do what
DO $step$
DECLARE
    missing text;
BEGIN
    PERFORM pg_advisory_xact_lock(1130458221, 0);
    SELECT string_agg(format('CREATE ROLE %I NOLOGIN;', r), ' ') INTO missing
        FROM unnest(ARRAY['callboard_bridge', 'callboard_reader']) r
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
GRANT USAGE ON SCHEMA callboard TO callboard_bridge, callboard_reader;
GRANT EXECUTE ON FUNCTION callboard.form, callboard.meet, callboard.take,
    callboard.report, callboard.leave TO callboard_bridge;
GRANT EXECUTE ON FUNCTION callboard.form, callboard.seen, callboard.find,
    callboard.oldest, callboard.tally, callboard.facts, callboard.category_name, callboard.notice_id,
    callboard.at, callboard.call_outcome TO callboard_reader;
GRANT SELECT ON callboard.notices, callboard.calls, callboard.bridges,
    callboard.phones, callboard.apps, callboard.notice, callboard.phone,
    callboard.app TO callboard_reader;
GRANT SELECT (number, id, site, bridge, version, last_turn, first_seen, last_seen,
    waiting, lost, set_aside, state) ON callboard.history TO callboard_reader;
    $sql$;
END
$step$;
