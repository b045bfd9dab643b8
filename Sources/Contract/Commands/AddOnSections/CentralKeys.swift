package import Settings

/// Keys of the section about the central database, to which histories are uploaded.
package enum CentralKeys {
    /// PostgreSQL servers, tried in turn.
    package static let host = Key<[ServerHost]>.list(
        "host", of: .server, default: [.host("localhost", port: nil)],
        example: "db.lan, 192.168.1.5:5433, unix:/run/postgresql",
        summary:
            "The PostgreSQL server, or the folder of its socket; the first writable one is used")
    package static let database = Key<String>(
        "database", .word, default: "callboard", summary: "The database")
    package static let user = Key<String>(
        "user", .word, default: "callboard",
        summary: "The PostgreSQL user that identifies this host")
    package static let password = Key<SecretPlace?>.optional(
        "password", .secret, example: "credential:callboard-central.password", isSecret: true,
        summary: "Where the user's password is")
    package static let tls = Key<Bool?>.optional(
        "tls", .yesOrNo, example: "yes",
        summary:
            "Whether the connection is encrypted and the server's certificate checked; yes by "
            + "default, unless the server is on this host")
    /// Certificate authority of the server.
    package static let authorities = Key<String?>.optional(
        "ca", .file, example: "/etc/callboard/central-ca.crt",
        summary:
            "The authority of the server's certificate; those of the system by default")
    /// Client certificate.
    package static let certificate = Key<String?>.optional(
        "certificate", .file, example: "/etc/callboard/central.crt",
        summary: "The client certificate for the server")
    /// Private key of the client certificate.
    package static let key = Key<SecretPlace?>.optional(
        "key", .secret, example: "credential:callboard-central.key", isSecret: true,
        summary: "Where the key of that certificate is")
    package static let site = Key<String?>.optional(
        "site", .word, example: "berlin",
        summary: "The site of this bridge; reading its notifications requires permission for the "
            + "site")
    /// Name of this bridge in the central database.
    package static let bridge = Key<String?>.optional(
        "bridge", .word, example: "hall",
        summary: "The bridge's name in the database; the host name by default")
    /// Length of silence after which a bridge is reported.
    package static let alarm = Key<Duration>(
        "alarm", .duration(.seconds(600)...(.seconds(30 * 86_400))), default: .seconds(900),
        summary: "How long a bridge may be silent before callboard-central status reports it")

    package static let section = Section(
        "central",
        summary: "The central database: a PostgreSQL server to which callboard-central uploads "
            + "the history",
        details: [
            "For callboard-central, a separate package. Docs/how-to/fleet.md describes the setup."
        ],
        keys: [
            host.entry, database.entry, user.entry, password.entry, tls.entry, authorities.entry,
            certificate.entry, key.entry, site.entry, bridge.entry, alarm.entry,
        ], advice: ["port": "write the port after the host: host = NAME:PORT"])
}
