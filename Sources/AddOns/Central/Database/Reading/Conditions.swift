extension CentralSchema {
    /// Filter parameters of every function that reads notifications.
    static let chosenBy = """
        query text DEFAULT NULL, parts text[] DEFAULT NULL, literal text DEFAULT NULL, \
        sites text[] DEFAULT NULL, bridges text[] DEFAULT NULL, phones text[] DEFAULT NULL, \
        apps text[] DEFAULT NULL, categories integer[] DEFAULT NULL, \
        only_calls boolean DEFAULT false, only_missed boolean DEFAULT false, \
        since bigint DEFAULT NULL, until bigint DEFAULT NULL, by_sent boolean DEFAULT true
        """
    /// The filter parameters, with names resolved to numbers.
    static let asWanted = """
        callboard.want(query, parts, literal, sites, bridges, phones, apps, categories, \
        only_calls, only_missed, since, until, by_sent)
        """

    /// Type of a filter with names resolved to numbers.
    static let wantedType = """
        CREATE TYPE callboard.wanted AS (
            histories integer[], phones integer[], apps integer[], categories integer[],
            only_calls boolean, only_missed boolean, since bigint, until bigint, by_sent boolean,
            before_moment bigint, before_number bigint, before_history integer,
            query tsquery, parts text[], patterns text[], literal text
        );
        """

    // The planner estimates a missing condition better than one that is always true. User input is
    // only passed as $1. Parts of words use their index, if there is one. Together with words they
    // are phrases, which the planner would consider very rare. An answered call that has ended is
    // listed as a call.
    /// Function that builds the conditions of a filter, which is `$1` of a statement about notifications `n`.
    static let conditionsFunction = """
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
        """

    // A user who may see everything needs no condition on histories. Wildcards in search text are
    // escaped.
    /// Function that resolves names to numbers, as far as the session's user may see them.
    static let wantFunction = """
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
        """
}
