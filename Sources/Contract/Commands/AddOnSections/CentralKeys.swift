package import Settings

/// The keys of the section about the centre to which this and other histories are handed over.
package enum CentralKeys {
    /// The server, or several that are tried in turn.
    package static let host = Key<[ServerHost]>.list(
        "host", of: .server, default: [.host("localhost", port: nil)],
        example: "db.lan, 192.168.1.5:5433, unix:/run/postgresql",
        summary:
            "The PostgreSQL server, or the folder of its socket; of several the first that can be "
            + "written to is taken")
    /// The database.
    package static let database = Key<String>(
        "database", .word, default: "callboard", summary: "The database")
    /// The user.
    package static let user = Key<String>(
        "user", .word, default: "callboard",
        summary: "The user, by whom the server knows this machine")
    /// The user's password.
    package static let password = Key<SecretPlace?>.optional(
        "password", .secret, example: "credential:callboard-central.password", isSecret: true,
        summary: "Where the user's password is")
    /// Whether the connection is encrypted.
    package static let tls = Key<Bool?>.optional(
        "tls", .yesOrNo, example: "yes",
        summary:
            "Whether the connection is encrypted, and the server's certificate checked; by default "
            + "it is, unless the server is on this machine")
    /// Whose signature under the server's certificate counts.
    package static let authorities = Key<String?>.optional(
        "ca", .file, example: "/etc/callboard/central-ca.crt",
        summary:
            "The authority that signed the server's certificate; those of the system by default")
    /// The certificate of this side.
    package static let certificate = Key<String?>.optional(
        "certificate", .file, example: "/etc/callboard/central.crt",
        summary: "The certificate by which the server knows this client")
    /// Its key.
    package static let key = Key<SecretPlace?>.optional(
        "key", .secret, example: "credential:callboard-central.key", isSecret: true,
        summary: "Where the key of that certificate is")
    /// Where this bridge is.
    package static let site = Key<String?>.optional(
        "site", .word, example: "berlin",
        summary: "The site that this bridge belongs to; who may read there sees its notices")
    /// What this bridge is called there.
    package static let bridge = Key<String?>.optional(
        "bridge", .word, example: "hall",
        summary: "What this bridge is called at the centre; the name of the machine by default")
    /// After how long a silent bridge is told of.
    package static let alarm = Key<Duration>(
        "alarm", .duration(.seconds(600)...(.seconds(30 * 86_400))), default: .seconds(900),
        summary: "How long a bridge may be silent before callboard-central status tells of it")

    /// The section.
    package static let section = Section(
        "central",
        summary: "The centre: a PostgreSQL to which callboard-central hands the history over",
        details: [
            "For the program callboard-central, which is a package of its own; the bridge itself has no "
                + "network. Docs/fleet.md goes from nothing to a centre."
        ],
        keys: [
            host.entry, database.entry, user.entry, password.entry, tls.entry, authorities.entry,
            certificate.entry, key.entry, site.entry, bridge.entry, alarm.entry,
        ], advice: ["port": "the port stands behind the host: host = NAME:PORT"])
}
