internal import Linux

/// The parameters of one attempt to connect; they override every setting from files and variables.
struct LibrarySettings {
    private(set) var names: [String] = []
    private(set) var values: [String] = []

    /// A path that can never exist, in place of files in the user's home.
    private static let nowhere = "/dev/null/none"
    /// Debian's CA bundle; libpq finds that of the system only in later versions.
    static let systemAuthorities = "/etc/ssl/certs/ca-certificates.crt"

    private static let forgetsVariables: Void = removeVariables()

    /// Removes libpq's environment variables, once, before the first connection.
    static func forgetVariables() {
        forgetsVariables
    }

    /// Removes all variables that libpq reads, since some cannot be overridden, such as the service
    /// name.
    static func removeVariables() {
        for (name, _) in Environment.all where name.hasPrefix("PG") { Environment.remove(name) }
    }

    /// - Parameter address: numeric address of the host, so that libpq looks up no name.
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
        // A dead server is detected within a minute, whether data is being sent or not.
        try set("keepalives", "1")
        try set("keepalives_idle", "30")
        try set("keepalives_interval", "10")
        try set("keepalives_count", "3")
        try set("tcp_user_timeout", "60000")
        try setEncryption(plan, place)
    }

    /// Returns the first statement: settings that a role or database may override and that the
    /// format of values depends on.
    ///
    /// They are not part of the startup packet, because poolers ignore them there.
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
        // Without a password libpq would ask for it on the terminal if the key needs one.
        try set("sslpassword", "none")
    }

    private mutating func set(_ name: String, _ value: String) throws(ServerFailure) {
        guard !value.utf8.contains(0) else {
            throw .invalid("the \(Self.words[name] ?? name) contains a NUL character")
        }
        // libpq treats an empty value as unset, and a comma as a list separator.
        guard !value.isEmpty, name != "host" || !value.contains(",") else {
            throw .invalid("the \(Self.words[name] ?? name) is not valid for a server")
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
