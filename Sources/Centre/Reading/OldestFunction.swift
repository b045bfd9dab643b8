extension CentreSchema {
    // Rows are compared as a whole for the index, and by number once more, by which the tables of earlier months are left out.
    /// Finds the oldest notices that fit, by when they came, from a place of the list on.
    static let oldestFunction = """
        CREATE FUNCTION callboard.oldest(
            query text DEFAULT NULL, parts text[] DEFAULT NULL, literal text DEFAULT NULL,
            sites text[] DEFAULT NULL, bridges text[] DEFAULT NULL, phones text[] DEFAULT NULL,
            apps text[] DEFAULT NULL, categories integer[] DEFAULT NULL,
            only_calls boolean DEFAULT false, only_missed boolean DEFAULT false,
            since bigint DEFAULT NULL, until bigint DEFAULT NULL, by_sent boolean DEFAULT true,
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
            w callboard.wanted := callboard.want(
                query, parts, literal, sites, bridges, phones, apps, categories, only_calls,
                only_missed, since, until, by_sent);
            after integer := coalesce(
                (SELECT h.number FROM callboard.history h WHERE h.id = after_history), 0);
        BEGIN
            RETURN QUERY EXECUTE
                'SELECT h.id, h.site, h.bridge, p.bond, p.name, n.number, n.moment, n.record '
                'FROM (SELECT * FROM callboard.notice n WHERE ' || callboard.conditions(w)
                || ' AND n.number >= $2 AND (n.number, n.history) > ($2, $3) '
                'ORDER BY n.number, n.history LIMIT $4) n '
                'JOIN callboard.history h ON h.number = n.history '
                'JOIN callboard.phone p ON p.number = n.phone ORDER BY n.number, n.history'
                USING w, coalesce(after_number, 0), after,
                    least(greatest(most, 0), \(CentreStatements.pageLimit));
        END
        $$;
        """
}
