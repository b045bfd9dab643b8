extension CentralSchema {
    /// Indexed expression of a notification's words.
    static let words = "array_to_tsvector(string_to_array(words, ' '))"
    /// The words between spaces, which distinguishes whole words and phrases from parts of words.
    static let spacedWords = "(' ' || words || ' ')"

    // With the default of 100 the planner assumes that one notification in a thousand has an
    // unknown word. In a month of millions it would then read all rows, the newest first, for a
    // word that does not occur.
    /// Statistics target for words: ten times the default.
    static let wordSamples = 1_000

    /// Written columns of a notification; `moment` is generated from them.
    static let noticeColumns =
        "number, received, sent, removed_at, ring_ms, talk_ms, history, phone, app, category, flags, "
        + "declined, incomplete, call_state, removed_by, hidden, title, subtitle, message, words, record"

    // The server keeps samples of columns for its planner. Text columns must have none, or deleted
    // text would survive there.
    static let noSamples = ["title", "subtitle", "message", "words", "record"]
        .map { "ALTER \($0) SET STATISTICS 0" }.joined(separator: ", ")

    // `number` identifies a notification within its history: the reception in milliseconds since
    // 1970, and a 20-bit counter. Two histories may have the same numbers.
    /// Table of notifications, partitioned by the month of reception.
    static let noticeTable = """
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
        ALTER TABLE callboard.notice \(noSamples);

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
        CREATE INDEX notice_words ON callboard.notice USING gin ((\(words)))
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
        ALTER TABLE callboard.notice_other \(noSamples);
        INSERT INTO callboard.part (name, first, past)
            VALUES ('notice_other', 0, 9223372036854775807);

        CREATE TABLE callboard.retention (
            is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only), first bigint NOT NULL
        );
        INSERT INTO callboard.retention (first) VALUES (0);
        COMMENT ON TABLE callboard.retention IS
            'The least number of a notice that is kept; older ones are not taken either.';
        """
}
