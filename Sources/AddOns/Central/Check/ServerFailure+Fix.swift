import Commands
import Linux
import PostgreSQL

extension ServerFailure {
    /// What a person can do about it.
    func fix(of settings: CentralSettings) -> String {
        switch self {
        case .unknownName: "host in [central] wants the server's name or address"
        case .noNameService: "look whether this machine has a network"
        case .unreachable(let place, .connectionRefused), .unreachable(let place, .noEntry),
            .silent(let place):
            "look whether the server runs, and listens at \(place): listen_addresses and port"
        case .unreachable, .lost: "look whether the server runs, and lets this machine in"
        case .file(let path, _): "ls -l \(path)    # the service's user has to be able to read it"
        case .encryption(_, DatabaseEncryptionMessages.none):
            "ssl = on in the server's postgresql.conf; or tls = no in [central]"
        case .encryption where settings.authorities == nil:
            "ca in [central] names the authority that signed the server's certificate"
        case .encryption:
            "compare ca, certificate and host in [central] with the server's certificate"
        case .refused(_, let refusal, let user, let database):
            refusal.fix(user: user, database: database)
        case .unavailable(_, .tooManyConnections): "raise max_connections at the server"
        case .misunderstood: "host in [central] wants the port of a PostgreSQL, usually 5432"
        case .invalid: "mend it in [central]"
        default: "look at the server's log"
        }
    }
}

extension ServerFailure.Refusal {
    fileprivate func fix(user: String, database: String) -> String {
        switch self {
        case .password: "compare user and password in [central] with the server's"
        case .passwordWanted: "password in [central] says where the user's password is"
        case .openPassword:
            "tls = yes in [central]; or at the server scram-sha-256 in pg_hba.conf, and there: "
                + "SET password_encryption = 'scram-sha-256'; ALTER ROLE \(SQLStatement.quoted(user)) "
                + "PASSWORD '...'"
        case .user: "user in [central] wants a role with LOGIN at the server"
        case .database: "database in [central], or make it there: read Docs/fleet.md"
        case .rule:
            "a line for the user \(user) and the database \(database) in the server's pg_hba.conf"
        case .other(.noPrivilege, _):
            "let the user connect: GRANT CONNECT ON DATABASE, as its owner"
        case .other: "look at the log of the server, or of the pooler in front of it"
        }
    }
}
