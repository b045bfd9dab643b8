extension CentralSchema {
    /// Functions that limit uploaded words to what the index accepts.
    ///
    /// A word has at most 2046 bytes there, and all words of a notification at most 1 MiB. None may be empty.
    static let tidyWords = """
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
        """
}
