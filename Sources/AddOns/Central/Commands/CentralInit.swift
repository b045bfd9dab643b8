import Commands
import Linux
import PostgreSQL
import Settings

/// Command `init`: creates the schema of a central database, or updates an older one.
enum CentralInit {
    /// Prints the SQL instead of running it.
    static let prints = Parameter<Bool>.flag(
        "print", summary: "Print the SQL, for psql, instead of running it")
    /// Adds an index for parts of words.
    static let substrings = Parameter<Bool>.flag(
        "substrings", summary: "Also index parts of words, for about a third more disk space"
    )
    /// Prefix of the two group roles.
    static let prefix = Parameter<String?>.text(
        "prefix", placeholder: "WORD",
        summary: "Prefix of the two group roles, instead of callboard")

    static func run(_ arguments: ParsedArguments) -> ExitStatus {
        guard let roles = arguments[prefix].map(CentralRoles.init(prefix:)) ?? .usual else {
            Messages.say(
                "--prefix must be up to 40 lowercase letters, digits and underscores, with a "
                    + "letter first"
            )
            return .usage
        }
        let hasSubstrings = arguments[substrings]
        if arguments[prints] {
            return Messages.print(CentralSchema.script(roles, hasSubstrings: hasSubstrings))
        }
        return CentralFile(arguments).asking(toWrite: true) {
            (_, central) throws(ServerFailure) in
            for step in CentralSchema.steps(roles, hasSubstrings: hasSubstrings) {
                _ = try central.wait { (server) throws(BatchFailure) in
                    try await server.run([SQLStatement(step.sql)])
                }
            }
            try tellOpenings(central)
            return Messages.print(
                "The database is ready, schema version \(CentralSchema.version).\n")
        }
    }

    /// Prints what each login can still do, since the owner of the database may lack the right to revoke it.
    private static func tellOpenings(_ central: CentralAnswers) throws(ServerFailure) {
        let openings = try central.wait { (server) throws(BatchFailure) in
            try await server.rows(SQLStatement(CentralStatements.openings))
        }
        for opening in openings {
            let (what, who): (String, String) = (try opening.value(0), try opening.value(1))
            let statement: String = try opening.value(2)
            Messages.say(
                "each login can fill the disk of the server with \(what), until \(who) runs in this "
                    + "database: \(statement)")
        }
    }
}
