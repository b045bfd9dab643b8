extension CentralSchema {
    // The partitions are read one after another. A plan over all of them would look for the first
    // matching row in each.
    /// Function that returns the oldest matching notifications by reception, after a position.
    static let oldestFunction = """
        CREATE FUNCTION callboard.oldest(
            \(chosenBy),
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
            w callboard.wanted := \(asWanted);
            wanted_count integer := least(greatest(most, 0), \(CentralStatements.pageLimit));
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
        """
}
