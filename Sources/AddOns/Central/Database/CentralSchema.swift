/// Schema of the central database, as the statements that create it.
package enum CentralSchema {
    /// Number of the last migration.
    package static let version = migrations.count

    /// Returns the steps that create or update the schema, in order, each in its own statement.
    ///
    /// - Parameter hasSubstrings: whether parts of words are indexed, too, for about a third more disk space.
    package static func steps(
        _ roles: CentralRoles = .usual, hasSubstrings: Bool = false
    ) -> [SchemaStep] {
        [start] + migrations + (hasSubstrings ? [substrings] : [])
            + [rights(roles), closing(roles)]
    }

    /// Returns the same steps as a script for `psql`.
    package static func script(
        _ roles: CentralRoles = .usual, hasSubstrings: Bool = false
    ) -> String {
        let steps = steps(roles, hasSubstrings: hasSubstrings)
        return (["\\set ON_ERROR_STOP on"] + steps.map { "-- \($0.name)\n\($0.sql);" })
            .joined(separator: "\n\n") + "\n"
    }

    private static let migrations: [SchemaStep] = [
        .migration(
            1, "histories, their phones and apps, their notices by month",
            [accessTable, historyTables, noticeTable, monthFunctions, accessFunctions]),
        .migration(
            2, "handing in",
            [tidyWords, meetFunction, changeFunctions, takeFunction, reportFunctions]),
        .migration(
            3, "reading",
            [wantedType, conditionsFunction, wantFunction, findFunction, factFunctions]),
        .migration(4, "views", [nameFunctions, noticeViews, bridgeViews]),
        .migration(5, "retention and forgetting", [retainFunction, forgetFunctions]),
        .migration(6, "reading from the oldest on", [oldestFunction]),
        .migration(
            7, "bridges of logins, and how many histories each begins",
            [loginTables, loginFunctions, meetFunction]),
    ]

    private static let start = SchemaStep(
        name: "whether the database is one for Callboard",
        sql: """
            DO $step$
            BEGIN
                \(SchemaStep.turn)
                IF current_setting('server_version_num')::integer < 150000 THEN
                    RAISE EXCEPTION USING ERRCODE = 'ZC009',
                        MESSAGE = 'the server is older than PostgreSQL 15';
                END IF;
                IF getdatabaseencoding() <> 'UTF8' THEN
                    RAISE EXCEPTION USING ERRCODE = 'ZC009',
                        MESSAGE = 'the encoding of the database is not UTF8';
                END IF;
                IF to_regnamespace('callboard') IS NULL THEN
                    CREATE SCHEMA callboard;
                END IF;
                IF to_regclass('callboard.migration') IS NULL THEN
                    CREATE TABLE callboard.migration (
                        number integer PRIMARY KEY, name text NOT NULL,
                        done timestamptz NOT NULL DEFAULT now()
                    );
                END IF;
                IF EXISTS (SELECT FROM callboard.migration WHERE number > \(version)) THEN
                    RAISE EXCEPTION USING ERRCODE = 'ZC007',
                        MESSAGE = 'the database was made by a newer Callboard';
                END IF;
            END
            $step$
            """)
}
