extension CentralSchema {
    /// Functions that count matching notifications and return their fields for statistics.
    static let factFunctions = """
        CREATE FUNCTION callboard.tally(
            \(chosenBy),
            most integer DEFAULT 10000
        ) RETURNS bigint
        LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
        SET jit = off AS $$
        DECLARE
            w callboard.wanted := \(asWanted);
            counted bigint;
        BEGIN
            EXECUTE 'SELECT count(*) FROM (SELECT FROM callboard.notice n WHERE '
                || callboard.conditions(w) || ' LIMIT $2) AS found'
                INTO counted USING w, greatest(most, 0);
            RETURN counted;
        END
        $$;

        CREATE FUNCTION callboard.facts(
            \(chosenBy)
        ) RETURNS TABLE (
            moment bigint, site text, bridge text, phone text, category smallint, app_id text,
            app text, title text, call_state text, ring_ms bigint, declined boolean,
            talk_ms bigint
        )
        LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
        SET jit = off AS $$
        #variable_conflict use_column
        DECLARE
            w callboard.wanted := \(asWanted);
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
        """
}
