extension CentralSchema {
    /// Functions that return names and texts for numbers in the tables.
    static let nameFunctions = """
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
        """
}
