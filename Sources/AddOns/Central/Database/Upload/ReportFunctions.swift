extension CentralSchema {
    /// Functions for the status of an uploading program.
    static let reportFunctions = """
        CREATE FUNCTION callboard.report(
            waiting bigint, lost bigint, set_aside bigint, state text
        ) RETURNS void
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
        #variable_conflict use_column
        DECLARE
            known callboard.history := callboard.met();
        BEGIN
            UPDATE callboard.history h
                SET waiting = greatest(report.waiting, 0), lost = greatest(report.lost, 0),
                    set_aside = greatest(report.set_aside, 0),
                    state = left(coalesce(report.state, ''), 200), last_seen = now()
                WHERE h.number = known.number;
        END
        $$;

        CREATE FUNCTION callboard.leave() RETURNS void
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
        BEGIN
            UPDATE callboard.history h SET session = NULL, login = NULL, last_seen = now()
                WHERE h.session = pg_backend_pid() AND h.login = session_user;
            PERFORM pg_advisory_unlock_all();
        END
        $$;
        """
}
