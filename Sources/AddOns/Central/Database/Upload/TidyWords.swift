extension CentralSchema {
    /// Makes of words what the index can take, whatever somebody handed in.
    ///
    /// A word has 2046 bytes at most there, all words of a notice 1 MiB, and none may be empty.
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
