import Commands
import Linux
import PostgreSQL

extension ServerFailure {
    /// Advice for the user.
    func fix(of settings: CentralSettings) -> String {
        switch self {
        case .unknownName: "set host in [central] to the server's name or address"
        case .noNameService: "check whether this host has a network connection"
        case .unreachable(let place, .connectionRefused), .unreachable(let place, .noEntry),
            .silent(let place):
            "check whether the server runs, and listens at \(place): listen_addresses and port"
        case .unreachable, .lost: "check whether the server runs, and accepts this host"
        case .file(let path, _): "ls -l \(path)    # the service's user must be able to read it"
        case .encryption(_, DatabaseEncryptionMessages.none):
            "set ssl = on in the server's postgresql.conf, or tls = no in [central]"
        case .encryption where settings.authorities == nil:
            "set ca in [central] to the authority that signed the server's certificate"
        case .encryption:
            "compare ca, certificate and host in [central] with the server's certificate"
        case .refused(_, let refusal, let user, let database):
            refusal.fix(user: user, database: database)
        case .unavailable(_, .tooManyConnections): "raise max_connections at the server"
        case .misunderstood:
            "set host in [central] to the port of a PostgreSQL server, usually 5432"
        case .invalid:
            "correct it in [central] if it names a setting; else look at the server's log"
        default: "look at the server's log"
        }
    }
}

extension ServerFailure.Refusal {
    fileprivate func fix(user: String, database: String) -> String {
        switch self {
        case .password: "compare user and password in [central] with the server's"
        case .passwordWanted: "set password in [central] to the location of the user's password"
        case .openPassword:
            "set tls = yes in [central]; or scram-sha-256 in the server's pg_hba.conf, and run: "
                + "SET password_encryption = 'scram-sha-256'; ALTER ROLE \(SQLStatement.quoted(user)) "
                + "PASSWORD '...'"
        case .user: "set user in [central] to a role of the server with LOGIN"
        case .database:
            "correct database in [central], or create the database: read Docs/how-to/fleet.md"
        case .rule:
            "add a line for the user \(user) and the database \(database) to the server's "
                + "pg_hba.conf"
        case .other(.noPrivilege, _):
            "allow the user to connect: GRANT CONNECT ON DATABASE, as its owner"
        case .other: "look at the log of the server, or of the pooler in front of it"
        }
    }
}
