extension CentralSchema {
    // Partitions are read from the newest on, until the remaining ones cannot contain newer rows.
    // Most lists and searches end in the first one. A plan over all partitions would read a little
    // of each.
    /// Function that returns the newest matching notifications after a position.
    static let findFunction = """
        CREATE FUNCTION callboard.find(
            \(chosenBy),
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
            w callboard.wanted := \(asWanted);
            wanted_count integer := least(greatest(most, 0), \(CentralStatements.pageLimit));
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
        """
}
