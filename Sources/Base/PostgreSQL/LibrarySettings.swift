internal import Linux

/// What the library is told about one attempt to connect: every setting that could otherwise come from elsewhere.
struct LibrarySettings {
    private(set) var names: [String] = []
    private(set) var values: [String] = []

    /// A path at which no file can ever be, for what would otherwise be looked for in the user's home.
    private static let nowhere = "/dev/null/none"
    /// Debian's bundle of all authorities; the library only learns to find the system's in a later version.
    static let systemAuthorities = "/etc/ssl/certs/ca-certificates.crt"

    private static let forgetsVariables: Void = removeVariables()

    /// Has the library find no variable of the environment: once, before its first connection.
    static func forgetVariables() {
        forgetsVariables
    }

    /// Removes all variables that the library reads, some of them whatever it is told, such as the name of a service.
    static func removeVariables() {
        for (name, _) in Environment.all where name.hasPrefix("PG") { Environment.remove(name) }
    }

    /// - Parameter address: the host's address in digits, so that the library looks nothing up.
    init(
        _ plan: DatabaseEndpoint, place: DatabaseEndpoint.Place, address: String?
    ) throws(ServerFailure) {
        switch place {
        case .host(let name, let port):
            try set("host", name)
            try set("hostaddr", address ?? name)
            try set("port", "\(port)")
        case .folder(let path, let port):
            try set("host", path)
            try set("port", "\(port)")
        }
        try set("dbname", plan.database)
        try set("user", plan.user)
        if let password = plan.password, !password.isEmpty { try set("password", password) }
        try set("passfile", Self.nowhere)
        try set("application_name", plan.programName)
        try set("client_encoding", "UTF8")
        try set("target_session_attrs", plan.wantsToWrite ? "read-write" : "any")
        try set("gssencmode", "disable")
        // A dead server is noticed within a minute, whether it is being told something or not.
        try set("keepalives", "1")
        try set("keepalives_idle", "30")
        try set("keepalives_interval", "10")
        try set("keepalives_count", "3")
        try set("tcp_user_timeout", "60000")
        try setEncryption(plan, place)
    }

    /// The first statement: what a role or a database may have been given otherwise, and texts of values depend on.
    ///
    /// It is not said in the greeting, where poolers take none of it.
    static func beginning(_ plan: DatabaseEndpoint) -> String {
        let limit = plan.statementLimit?.milliseconds ?? 0
        let settings = [
            ("timezone", "UTC"), ("datestyle", "ISO,YMD"), ("intervalstyle", "iso_8601"),
            ("bytea_output", "hex"), ("extra_float_digits", "1"),
            ("statement_timeout", "\(max(0, limit))"),
        ]
        let all = settings.map { "pg_catalog.set_config('\($0.0)', '\($0.1)', false)" }
        return "SELECT pg_catalog.pg_backend_pid(), " + all.joined(separator: ", ")
    }

    private mutating func setEncryption(
        _ plan: DatabaseEndpoint, _ place: DatabaseEndpoint.Place
    ) throws(ServerFailure) {
        guard let encryption = plan.encryption, case .host = place else {
            return try set("sslmode", "disable")
        }
        try set("sslmode", "verify-full")
        try set("sslrootcert", encryption.authorities ?? Self.systemAuthorities)
        try set("sslcert", encryption.certificate ?? Self.nowhere)
        try set("sslkey", encryption.key ?? Self.nowhere)
        try set("sslcrl", Self.nowhere)
        try set("sslcompression", "0")
        try set("ssl_min_protocol_version", "TLSv1.2")
        // Without one the terminal would be asked for it, where a key wants one.
        try set("sslpassword", "none")
    }

    private mutating func set(_ name: String, _ value: String) throws(ServerFailure) {
        guard !value.utf8.contains(0) else {
            throw .invalid("the \(Self.words[name] ?? name) has a character in it that no text has")
        }
        // The library takes an empty one for none, and several with commas between them.
        guard !value.isEmpty, name != "host" || !value.contains(",") else {
            throw .invalid("the \(Self.words[name] ?? name) is none that a server can have")
        }
        names.append(name)
        values.append(value)
    }

    private static let words = [
        "host": "host", "hostaddr": "host", "dbname": "name of the database", "user": "user",
        "password": "password", "application_name": "name of the program",
        "sslrootcert": "path of the authorities", "sslcert": "path of the certificate",
        "sslkey": "path of the key",
    ]
}
