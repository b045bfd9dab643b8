import Commands
import Linux
import PostgreSQL
import Settings

/// The command `init`: makes the database of a centre, or brings an older one up to date.
enum CentralInit {
    /// Has the SQL printed and nothing done.
    static let prints = Parameter<Bool>.flag(
        "print", summary: "Print the SQL, for psql, and do nothing")
    /// Makes parts of words findable quickly.
    static let substrings = Parameter<Bool>.flag(
        "substrings", summary: "Make parts of words findable quickly as well, for a third more room"
    )
    /// What the groups of users are called.
    static let prefix = Parameter<String?>.text(
        "prefix", placeholder: "WORD",
        summary: "What the names of the two groups of users begin with, instead of callboard")

    /// Does it.
    static func run(_ arguments: ParsedArguments) -> ExitStatus {
        guard let roles = arguments[prefix].map(CentralRoles.init(prefix:)) ?? .usual else {
            Messages.say(
                "--prefix wants up to 40 small letters, digits and underscores, the first a letter")
            return .usage
        }
        let hasSubstrings = arguments[substrings]
        if arguments[prints] {
            return Messages.print(CentralSchema.script(roles, hasSubstrings: hasSubstrings))
        }
        return CentralFile(arguments).asking(toWrite: true) {
            (_, centre) throws(ServerFailure) in
            for step in CentralSchema.steps(roles, hasSubstrings: hasSubstrings) {
                _ = try centre.wait { (server) throws(BatchFailure) in
                    try await server.run([SQLStatement(step.sql)])
                }
            }
            try tellOpenings(centre)
            return Messages.print("The database is ready, form \(CentralSchema.version).\n")
        }
    }

    /// Prints what each login can still do, since the owner of the database may lack the right to revoke it.
    private static func tellOpenings(_ centre: CentralAnswers) throws(ServerFailure) {
        let openings = try centre.wait { (server) throws(BatchFailure) in
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
