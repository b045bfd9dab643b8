package import Linux

/// Why there is no connection to a server, or not any more, or why the server did not do something.
package enum ServerFailure: Error, Hashable, Sendable {
    /// Whom a server does not let in, and over what.
    package enum Refusal: Hashable, Sendable {
        /// The password is wrong.
        case password
        /// It wants a password, and there is none.
        case passwordWanted
        /// It wants a password in the clear or as MD5, and nothing is encrypted.
        case openPassword
        /// It knows no such user.
        case user
        /// It has no such database.
        case database
        /// No rule of `pg_hba.conf` lets this client in.
        case rule
        /// For a reason of these characters, in the server's words.
        case other(SQLState, String)
    }

    /// Nobody knows the host's name.
    case unknownName(String)
    /// Who knows names does not answer.
    case noNameService(String)
    /// The system could not make the connection, for this reason.
    case unreachable(DatabaseEndpoint.Place, Errno)
    /// Nobody answered in time.
    case silent(DatabaseEndpoint.Place)
    /// A file of the encryption cannot be used.
    case file(String, Errno)
    /// There is no encrypted connection, for the reason in these words.
    case encryption(DatabaseEndpoint.Place, String)
    /// The server does not let this client in.
    case refused(DatabaseEndpoint.Place, Refusal, user: String, database: String)
    /// The server serves nobody further at the moment.
    case unavailable(DatabaseEndpoint.Place, SQLState)
    /// Nothing can be written to this server, and it should.
    case notWritable(DatabaseEndpoint.Place)
    /// Several servers were tried, and each had a reason.
    case noneServes([ServerFailure])
    /// The server ended the connection, and said why.
    case dismissed(DatabaseEndpoint.Place, SQLState)
    /// The connection broke, or the server ended it without a word.
    case lost(DatabaseEndpoint.Place)
    /// What is at the place does not speak as a server does; these are the library's words.
    case misunderstood(DatabaseEndpoint.Place, String)
    /// The server did not do what a statement says, with its own words where they cannot quote what it was given.
    case statement(SQLState, String)
    /// A row has more bytes than were allowed.
    case rowTooLarge(limit: Int)
    /// A column of a row is not what it was taken for.
    case column(String, wanted: String)
    /// Too much waits for the server already.
    case crowded
    /// The library does not take what it was given.
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
            "\(place) does not let this client in: \(refusal.words(user, database))"
        case .unavailable(let place, let state):
            "\(place) serves nobody further at the moment: \(state.wordsOrCode)"
        case .notWritable(let place): "nothing can be written to the server at \(place)"
        case .noneServes(let failures):
            failures.map(\.description).joined(separator: "; ")
        case .dismissed(let place, let state):
            "\(place) ended the connection: \(state.wordsOrCode)"
        case .lost(let place): "the connection to \(place) is gone"
        case .misunderstood(let place, let words): "\(place) is not understood: \(words)"
        case .statement(let state, let words): state.sentence(words)
        case .rowTooLarge(let limit): "a row has more than \(limit) bytes"
        case .column(let name, let wanted): "the column \(name) is not \(wanted)"
        case .crowded: "too much waits for the server already"
        case .invalid(let words): words
        }
    }

    /// Whether it is about the connection, which is gone with it, or was never there.
    package var endsConnection: Bool {
        switch self {
        case .statement, .column, .crowded, .invalid: false
        default: true
        }
    }

    /// How far an attempt came, so that the one that came furthest can be told.
    var progress: Int {
        switch self {
        case .unknownName, .noNameService, .unreachable: 0
        case .silent: 1
        case .lost: 2
        default: 3
        }
    }

    /// Whether no other server of the same plan is worth a try, since it would say the same.
    package var isForAll: Bool {
        switch self {
        // A pooler says so where only its own server is away.
        case .refused(_, .other(let state, _), _, _) where state.classCode == "08": false
        case .refused, .file, .invalid: true
        default: false
        }
    }

    /// What several attempts amount to: of each place the one that came furthest.
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
        return failures.first ?? .invalid("no place of a server is named")
    }
}

extension ServerFailure.Refusal {
    fileprivate func words(_ user: String, _ database: String) -> String {
        switch self {
        case .password: "the password of the user \(user) is wrong, or there is no such user"
        case .passwordWanted: "it wants a password of the user \(user)"
        case .openPassword:
            "it asks for the password of the user \(user) in a way that others could read or use again; "
                + "without encryption it is sent by SCRAM alone"
        case .user: "there is no user \(user) who may log in"
        case .database: "there is no database \(database)"
        case .rule:
            "no rule in its pg_hba.conf is for the user \(user) and the database \(database) "
                + "from here in this way"
        case .other(.noPrivilege, _):
            "the user \(user) may not use the database \(database)"
        case .other(let state, let words): state.sentence(words)
        }
    }
}

extension SQLState {
    fileprivate var wordsOrCode: String { words ?? "reason \(rawValue)" }

    /// What the server does not do, in our words and in its own, with the code by which manuals know it.
    fileprivate func sentence(_ own: String) -> String {
        let words = words ?? "the server does not do it"
        return own.isEmpty ? "\(words) (\(rawValue))" : "\(words): \(own) (\(rawValue))"
    }
}
