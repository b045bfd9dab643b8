extension CentralSchema {
    // Monthly partitions are created first, since that takes locks. Constraint violations are
    // checked explicitly: the server's own error would quote the row.
    //
    // Repeating a batch changes nothing, and neither does an unchanged notification. A history that
    // is uploaded again from its beginning leaves no dead rows.
    //
    // A month may get its own partition while an INSERT into the default partition waits; the
    // second attempt then uses it.
    /// Function that stores a batch: renamings first, then notifications; one without a record is deleted.
    static let takeFunction = """
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
            IF cardinality(numbers) > \(CentralStatements.batchLimit)
                OR cardinality(renamed_bonds) > \(CentralStatements.batchLimit)
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
                SELECT DISTINCT known.number, left(n.bond, \(nameLimit)), left(n.phone, \(nameLimit))
                FROM unnest(numbers, bonds, phones) AS n (number, bond, phone)
                WHERE n.number >= first_kept AND n.bond IS NOT NULL AND NOT EXISTS (
                    SELECT FROM callboard.phone p
                    WHERE p.history = known.number AND p.bond = left(n.bond, \(nameLimit))
                        AND p.name = left(n.phone, \(nameLimit)));
            INSERT INTO callboard.app (history, identifier, name)
                SELECT DISTINCT known.number, left(n.app_id, \(nameLimit)), left(n.app, \(nameLimit))
                FROM unnest(numbers, app_ids, apps) AS n (number, app_id, app)
                WHERE n.number >= first_kept AND n.app_id IS NOT NULL AND NOT EXISTS (
                    SELECT FROM callboard.app a
                    WHERE a.history = known.number AND a.identifier = left(n.app_id, \(nameLimit))
                        AND a.name IS NOT DISTINCT FROM left(n.app, \(nameLimit)));

            FOR attempt IN 1 .. 2 LOOP
                BEGIN
                    INSERT INTO callboard.notice AS o (\(noticeColumns))
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
                            AND p.bond = left(n.bond, \(nameLimit)) AND p.name = left(n.phone, \(nameLimit))
                        JOIN callboard.app a ON a.history = known.number
                            AND a.identifier = left(n.app_id, \(nameLimit))
                            AND a.name IS NOT DISTINCT FROM left(n.app, \(nameLimit))
                        WHERE n.record IS NOT NULL AND n.number >= first_kept
                        ORDER BY n.number
                    ON CONFLICT (history, number) DO UPDATE
                        SET (\(noticeColumns)) = (\(excludedColumns))
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
        """

    private static let excludedColumns =
        noticeColumns.split(separator: ", ").map { "excluded.\($0)" }.joined(separator: ", ")
}
