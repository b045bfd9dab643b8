extension CentralSchema {
    /// Functions that delete a whole history, or allow the upload of one that appears to be a copy.
    static let forgetFunctions = """
        CREATE FUNCTION callboard.forget_history(id text) RETURNS bigint
        LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
        #variable_conflict use_column
        DECLARE
            known integer;
            part record;
            removed bigint;
            total bigint := 0;
        BEGIN
            SELECT h.number INTO known FROM callboard.history h
                WHERE h.id = forget_history.id FOR UPDATE;
            IF known IS NULL THEN
                RAISE EXCEPTION USING ERRCODE = 'ZC010', MESSAGE = 'there is no such history';
            END IF;
            IF NOT pg_try_advisory_xact_lock(\(CentralLocks.history), known) THEN
                RAISE EXCEPTION USING ERRCODE = 'ZC002',
                    MESSAGE = 'a program is handing this history in: stop it first';
            END IF;
            FOR part IN SELECT p.name FROM callboard.part p ORDER BY p.name LOOP
                EXECUTE format('DELETE FROM callboard.%I n WHERE n.history = $1', part.name)
                    USING known;
                GET DIAGNOSTICS removed = ROW_COUNT;
                total := total + removed;
                IF removed > 0 THEN
                    UPDATE callboard.part p SET erased = p.erased + removed
                        WHERE p.name = part.name;
                END IF;
            END LOOP;
            DELETE FROM callboard.app a WHERE a.history = known;
            DELETE FROM callboard.phone p WHERE p.history = known;
            DELETE FROM callboard.history h WHERE h.number = known;
            RETURN total;
        END
        $$;

        CREATE FUNCTION callboard.readmit(id text) RETURNS void
        LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
        #variable_conflict use_column
        BEGIN
            UPDATE callboard.history h SET meeting = -1 WHERE h.id = readmit.id;
            IF NOT FOUND THEN
                RAISE EXCEPTION USING ERRCODE = 'ZC010', MESSAGE = 'there is no such history';
            END IF;
        END
        $$;
        """
}
