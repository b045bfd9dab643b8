extension CentralSchema {
    // Dropping a table waits for its readers, and all other sessions queue behind it. The lock
    // timeout ends that wait.
    /// Function that drops notifications older than the given number of months.
    static let retainFunction = """
        CREATE FUNCTION callboard.retain(months integer) RETURNS integer
        LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET lock_timeout = '5s' AS $$
        DECLARE
            oldest bigint;
            part record;
            dropped integer := 0;
        BEGIN
            IF (months BETWEEN 1 AND 1200) IS NOT TRUE THEN
                RAISE EXCEPTION USING ERRCODE = 'ZC006',
                    MESSAGE = 'the months to keep are a number from 1 to 1200';
            END IF;
            PERFORM pg_advisory_xact_lock(\(CentralLocks.schema), 0);
            oldest := greatest(0, callboard.first_number((
                date_trunc('month', now() AT TIME ZONE 'UTC')
                - (months - 1) * interval '1 month')::date));
            UPDATE callboard.retention SET first = oldest;
            FOR part IN
                SELECT p.name FROM callboard.part p
                WHERE p.past <= oldest AND p.name <> 'notice_other' ORDER BY p.past
            LOOP
                EXECUTE format('DROP TABLE callboard.%I', part.name);
                DELETE FROM callboard.part p WHERE p.name = part.name;
                dropped := dropped + 1;
            END LOOP;
            WITH deleted AS (
                DELETE FROM callboard.notice_other n WHERE n.number < oldest RETURNING 1
            ) UPDATE callboard.part p SET erased = p.erased + (SELECT count(*) FROM deleted)
                WHERE p.name = 'notice_other';
            RETURN dropped;
        END
        $$;
        """
}
