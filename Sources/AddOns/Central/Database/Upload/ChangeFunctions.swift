extension CentralSchema {
    // When the last notification of a phone or app is deleted, its name is deleted, too.
    /// Functions for the renamings and deletions of a batch.
    static let changeFunctions = """
        CREATE FUNCTION callboard.rename_phone(
            history integer, bond text, was text, new_name text
        ) RETURNS void
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
        #variable_conflict use_column
        DECLARE
            old integer := callboard.phone_number(
                rename_phone.history, rename_phone.bond, rename_phone.was);
            other integer := callboard.phone_number(
                rename_phone.history, rename_phone.bond, rename_phone.new_name);
        BEGIN
            IF old = other THEN
                RETURN;
            END IF;
            IF other IS NULL THEN
                UPDATE callboard.phone p SET name = left(rename_phone.new_name, \(nameLimit))
                    WHERE p.number = old;
                RETURN;
            END IF;
            UPDATE callboard.notice n SET phone = other
                WHERE n.history = rename_phone.history AND n.phone = old;
            DELETE FROM callboard.phone p WHERE p.number = old;
        END
        $$;

        CREATE FUNCTION callboard.phone_number(history integer, bond text, name text)
        RETURNS integer
        LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
            SELECT p.number FROM callboard.phone p
            WHERE p.history = phone_number.history
                AND p.bond = left(phone_number.bond, \(nameLimit))
                AND p.name = left(phone_number.name, \(nameLimit))
        $$;

        CREATE FUNCTION callboard.take_out(history integer, numbers bigint[]) RETURNS integer
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
        #variable_conflict use_column
        DECLARE
            removed bigint[];
            phones integer[];
            apps integer[];
        BEGIN
            IF cardinality(numbers) = 0 THEN
                RETURN 0;
            END IF;
            WITH deleted AS (
                DELETE FROM callboard.notice n
                WHERE n.history = take_out.history AND n.number = ANY (take_out.numbers)
                RETURNING n.number, n.phone, n.app
            ) SELECT array_agg(number), array_agg(DISTINCT phone), array_agg(DISTINCT app)
                INTO removed, phones, apps FROM deleted;
            DELETE FROM callboard.phone p WHERE p.number = ANY (phones)
                AND NOT EXISTS (SELECT FROM callboard.notice n WHERE n.phone = p.number);
            DELETE FROM callboard.app a WHERE a.number = ANY (apps)
                AND NOT EXISTS (SELECT FROM callboard.notice n WHERE n.app = a.number);
            UPDATE callboard.part p SET erased = erased + m.count
                FROM (
                    SELECT p.name, count(*) AS count FROM unnest(removed) n
                    JOIN callboard.part p ON n >= p.first AND n < p.past
                        AND (p.name <> 'notice_other' OR NOT EXISTS (
                            SELECT FROM callboard.part q WHERE q.name <> 'notice_other'
                                AND n >= q.first AND n < q.past))
                    GROUP BY p.name
                ) m
                WHERE p.name = m.name;
            RETURN coalesce(cardinality(removed), 0);
        END
        $$;
        """
}
