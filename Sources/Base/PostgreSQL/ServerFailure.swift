package import Linux

/// The reason for a failed or lost connection, or for a failed statement.
package enum ServerFailure: Error, Hashable, Sendable {
    /// The reason of a refused login.
    package enum Refusal: Hashable, Sendable {
        case password
        /// The server requires a password, and none is configured.
        case passwordWanted
        /// The server requests the password in clear text or as MD5 without encryption.
        case openPassword
        case user
        case database
        /// No rule of `pg_hba.conf` matches.
        case rule
        /// Another reason, with the message of the server.
        case other(SQLState, String)
    }

    /// The host name does not exist.
    case unknownName(String)
    /// The name server does not answer.
    case noNameService(String)
    /// The system could not connect.
    case unreachable(DatabaseEndpoint.Place, Errno)
    /// No answer in time.
    case silent(DatabaseEndpoint.Place)
    /// A TLS file cannot be used.
    case file(String, Errno)
    /// TLS failed with this message.
    case encryption(DatabaseEndpoint.Place, String)
    /// The server refused the login.
    case refused(DatabaseEndpoint.Place, Refusal, user: String, database: String)
    /// The server accepts no further connection at the moment.
    case unavailable(DatabaseEndpoint.Place, SQLState)
    /// The server is read-only, and a writable one is required.
    case notWritable(DatabaseEndpoint.Place)
    /// Several servers failed, each for its own reason.
    case noneServes([ServerFailure])
    /// The server ended the connection with a reason.
    case dismissed(DatabaseEndpoint.Place, SQLState)
    /// The connection broke, or the server ended it without a reason.
    case lost(DatabaseEndpoint.Place)
    /// Not a PostgreSQL server; with the message of libpq.
    case misunderstood(DatabaseEndpoint.Place, String)
    /// A statement failed; with the message of the server if it cannot quote values.
    case statement(SQLState, String)
    /// A row exceeds the size limit.
    case rowTooLarge(limit: Int)
    /// A column has an unexpected type.
    case column(String, wanted: String)
    /// Too many outstanding statements.
    case crowded
    /// libpq, or this module, rejected an argument.
    case invalid(String)
}

extension ServerFailure: CustomStringConvertible {
    /// A sentence without a full stop.
    package var description: String {
        switch self {
        case .unknownName(let name): "no host is called \(name)"
        case .noNameService(let name): "the name \(name) cannot be looked up at the moment"
        case .unreachable(let place, .connectionRefused), .unreachable(let place, .noEntry):
            "no server listens at \(place)"
        case .unreachable(let place, let error): "\(place) cannot be reached: \(error)"
        case .silent(let place): "\(place) does not answer"
        case .file(let path, let error): "\(path) cannot be read: \(error)"
        case .encryption(let place, let words): "no encrypted connection to \(place): \(words)"
        case .refused(let place, let refusal, let user, let database):
            "\(place) refuses the connection: \(refusal.words(user, database))"
        case .unavailable(let place, let state):
            "\(place) accepts no more connections at the moment: \(state.wordsOrCode)"
        case .notWritable(let place): "nothing can be written to the server at \(place)"
        case .noneServes(let failures):
            failures.map(\.description).joined(separator: "; ")
        case .dismissed(let place, let state):
            "\(place) ended the connection: \(state.wordsOrCode)"
        case .lost(let place): "the connection to \(place) is gone"
        case .misunderstood(let place, let words):
            "\(place) does not answer like a PostgreSQL server: \(words)"
        case .statement(let state, let words): state.sentence(words)
        case .rowTooLarge(let limit): "a row has more than \(limit) bytes"
        case .column(let name, let wanted): "the column \(name) is not \(wanted)"
        case .crowded: "too many statements are waiting for the server"
        case .invalid(let words): words
        }
    }

    /// Whether the failure means that there is no connection.
    package var endsConnection: Bool {
        switch self {
        case .statement, .column, .crowded, .invalid: false
        default: true
        }
    }

    /// Progress of the attempt, for choosing the attempt that came furthest.
    var progress: Int {
        switch self {
        case .unknownName, .noNameService, .unreachable: 0
        case .silent: 1
        case .lost: 2
        default: 3
        }
    }

    /// Whether other servers of the same endpoint would fail for the same reason.
    package var isForAll: Bool {
        switch self {
        // A pooler reports this if only its own server is unavailable.
        case .refused(_, .other(let state, _), _, _) where state.classCode == "08": false
        case .refused, .file, .invalid: true
        default: false
        }
    }

    /// Returns the combined failure: for each place that of the attempt that came furthest.
    static func of(_ attempts: [(place: DatabaseEndpoint.Place, failure: ServerFailure)])
        -> ServerFailure
    {
        var order: [DatabaseEndpoint.Place] = []
        var best: [DatabaseEndpoint.Place: ServerFailure] = [:]
        for (place, failure) in attempts {
            if let known = best[place], known.progress >= failure.progress { continue }
            if best.updateValue(failure, forKey: place) == nil { order.append(place) }
        }
        let failures = order.compactMap { best[$0] }
        if failures.count > 1 { return .noneServes(failures) }
        return failures.first ?? .invalid("no server address is configured")
    }
}

extension ServerFailure.Refusal {
    fileprivate func words(_ user: String, _ database: String) -> String {
        switch self {
        case .password: "the password of the user \(user) is wrong, or there is no such user"
        case .passwordWanted: "it requires a password for the user \(user)"
        case .openPassword:
            "it asks for the password of the user \(user) in a way that others could read or use again; "
                + "without encryption it is sent by SCRAM alone"
        case .user: "there is no user \(user) with permission to log in"
        case .database: "there is no database \(database)"
        case .rule:
            "no rule in its pg_hba.conf is for the user \(user) and the database \(database) "
                + "from this host by this kind of connection"
        case .other(.noPrivilege, _):
            "the user \(user) may not use the database \(database)"
        case .other(let state, let words): state.sentence(words)
        }
    }
}

extension SQLState {
    fileprivate var wordsOrCode: String { words ?? "reason \(rawValue)" }

    /// Returns our text and the server's message, with the SQLSTATE.
    fileprivate func sentence(_ own: String) -> String {
        let words = words ?? "the server refused it"
        return own.isEmpty ? "\(words) (\(rawValue))" : "\(words): \(own) (\(rawValue))"
    }
}
