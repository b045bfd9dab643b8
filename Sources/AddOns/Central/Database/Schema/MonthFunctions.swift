extension CentralSchema {
    // A month before 2013 (ANCS did not exist yet), or later than next month, is due to a wrong
    // clock. Such notifications go to the default partition, and are moved once their month gets
    // one.
    //
    // The table is created alone and then attached, so that others can read and write in the
    // meantime. Only the default partition is locked for a moment. If another session holds a lock
    // on it, such as a backup, the month waits for a later batch. A month created ahead of time
    // does not wait at all. Otherwise each batch of each bridge would wait in turn until the backup
    // is done.
    /// Functions that create monthly partitions when they are needed.
    static let monthFunctions = """
        CREATE FUNCTION callboard.first_number(month date) RETURNS bigint
        LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
            SELECT (extract(epoch FROM month::timestamp)::bigint * 1000) << 20
        $$;

        CREATE FUNCTION callboard.make_month(month date, is_ahead boolean) RETURNS void
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
        DECLARE
            part name := 'notice_' || to_char(month, 'YYYY_MM');
            low bigint := callboard.first_number(month);
            high bigint := callboard.first_number((month + interval '1 month')::date);
            patience text := current_setting('lock_timeout');
        BEGIN
            IF is_ahead AND NOT pg_try_advisory_xact_lock(\(CentralLocks.schema), 0) THEN
                RETURN;
            END IF;
            PERFORM pg_advisory_xact_lock(\(CentralLocks.schema), 0);
            IF EXISTS (SELECT FROM callboard.part p WHERE p.name = part) THEN
                RETURN;
            END IF;
            PERFORM set_config(
                'lock_timeout', CASE WHEN is_ahead THEN '1ms' ELSE '500ms' END, true);
            LOCK TABLE callboard.notice_other IN ACCESS EXCLUSIVE MODE;
            EXECUTE format('CREATE TABLE callboard.%I (LIKE callboard.notice '
                'INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING GENERATED)', part);
            EXECUTE format('ALTER TABLE callboard.%I \(noSamples)', part);
            EXECUTE format(
                'WITH moved AS (DELETE FROM callboard.notice_other '
                'WHERE number >= $1 AND number < $2 RETURNING *) '
                'INSERT INTO callboard.%I (\(noticeColumns)) SELECT \(noticeColumns) FROM moved',
                part) USING low, high;
            EXECUTE format(
                'ALTER TABLE callboard.notice ATTACH PARTITION callboard.%I '
                'FOR VALUES FROM (%s) TO (%s)', part, low, high);
            EXECUTE format('ALTER INDEX %s ALTER COLUMN 1 SET STATISTICS \(wordSamples)', (
                SELECT i.indexrelid::regclass FROM pg_index i
                JOIN pg_inherits h ON h.inhrelid = i.indexrelid
                WHERE i.indrelid = format('callboard.%I', part)::regclass
                    AND h.inhparent = 'callboard.notice_words'::regclass));
            INSERT INTO callboard.part (name, first, past) VALUES (part, low, high);
            PERFORM set_config('lock_timeout', patience, true);
        EXCEPTION WHEN lock_not_available THEN
            PERFORM set_config('lock_timeout', patience, true);
        END
        $$;

        CREATE FUNCTION callboard.make_months(numbers bigint[]) RETURNS void
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
        DECLARE
            month date;
            next date := date_trunc('month', now() AT TIME ZONE 'UTC') + interval '1 month';
            first bigint := callboard.first_number('2013-01-01');
            past bigint := callboard.first_number((next + interval '1 month')::date);
        BEGIN
            FOR month IN
                SELECT DISTINCT date_trunc(
                    'month', to_timestamp((n >> 20) / 1000.0) AT TIME ZONE 'UTC')::date
                FROM unnest(numbers || callboard.first_number(next)) n
                WHERE n >= first AND n < past AND NOT EXISTS (
                    SELECT FROM callboard.part p
                    WHERE p.name <> 'notice_other' AND n >= p.first AND n < p.past)
                ORDER BY 1
            LOOP
                PERFORM callboard.make_month(month, month = next AND NOT EXISTS (
                    SELECT FROM unnest(numbers) n WHERE n >= callboard.first_number(next)
                        AND n < past));
            END LOOP;
        END
        $$;
        """
}
