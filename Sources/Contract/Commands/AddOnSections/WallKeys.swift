package import Notices
package import Settings

/// Keys of the section about the wall, the page for browsers.
package enum WallKeys {
    /// Addresses on which the page is served.
    package static let listen = Key<[ServerHost]>.list(
        "listen", of: .server, default: [.host("localhost", port: WallSettings.usualPort)],
        example: "localhost:8437, 192.168.1.20:8437, unix:/run/callboard-wall/wall.sock",
        summary: "The addresses of the page, or a socket for a reverse proxy; 0.0.0.0 means every "
            + "network")
    /// Group that may connect to a socket.
    package static let group = Key<String?>.optional(
        "socket-group", .word, example: "callboard-wall",
        summary: "The group that may use a socket, such as callboard-wall with the proxy's user "
            + "in it")
    /// Public address of the page.
    package static let url = Key<String?>.optional(
        "url", .word, example: "https://wall.example.org",
        summary: "The public address behind a proxy; links begin with it")
    /// Additional host names accepted from browsers.
    package static let hosts = Key<[String]>.list(
        "hosts", of: .word, example: "wall.lan, hall.example.org",
        summary: "Additional host names to accept from browsers; the host's own, that with "
            + ".local, localhost and addresses always work")
    /// Whether visitors without a token see counts.
    package static let open = Key<Bool>(
        "open", .yesOrNo, default: false,
        summary: "Whether visitors without a token see counts, and when a call rings, but no "
            + "names and no text")
    /// Location of permanent tokens.
    package static let tokens = Key<SecretPlace?>.optional(
        "tokens", .secret, example: "file:/etc/callboard/wall.tokens",
        summary: "Where fixed tokens are, one per line: a name, the detail (full, names, counts), "
            + "optionally act, and the token")
    /// Title of the page.
    package static let name = Key<String?>.optional(
        "name", .text, example: "Hall",
        summary: "The title of the page; the host name by default")
    /// Hours in which the page uses its night colours.
    package static let night = Key<TimeSpan?>.optional(
        "night", .timeSpan, example: "22:00-07:00",
        summary: "When the page is dark red on black, by this host's clock")
    /// Treatment of silently delivered notifications.
    package static let silent = Key<Silence>(
        "silent", .choice, default: .quiet,
        summary: "Whether silently delivered notifications, as with Focus, are omitted (hide), "
            + "shown without a light, a bell or large letters (quiet), or shown like all others "
            + "(show)")
    /// Whether one-time codes are legible.
    package static let codes = Key<CodeDisplay>(
        "codes", .choice, default: .hide,
        summary: "Whether one-time codes are legible (show), or each of their characters is a dot "
            + "(hide)")
    /// Most live pages at a time.
    package static let streams = Key<Int>(
        "streams", .integer(1...4096), default: 64,
        summary: "The most live pages; further ones show today's notifications and try again"
    )
    /// Length of absence after which a phone is reported.
    package static let alarm = Key<Duration>(
        "alarm", .duration(.seconds(60)...(.seconds(30 * 86_400))), default: .seconds(1800),
        summary: "How long a phone that was connected may be away before /health reports it")
    /// Whether the page shows all bridges of the central database.
    package static let central = Key<Bool>(
        "centre", .yesOrNo, default: false,
        summary: "Whether the page shows all bridges of the central database instead of this "
            + "host's; requires callboard-central")
    /// Sites of the central database to show.
    package static let sites = Key<[String]>.list(
        "sites", of: .word, example: "berlin, paris",
        summary: "With centre, only these sites")
    /// Bridges of the central database to show.
    package static let bridges = Key<[String]>.list(
        "bridges", of: .word, example: "hall, kitchen",
        summary: "With centre, only these bridges")

    package static let section = Section(
        "wall", summary: "The wall: today's notifications in a browser, live, by callboard-wall",
        details: [
            "For callboard-wall, a separate package. By default, visitors need a token: sudo "
                + "callboard wall link creates one. Docs/how-to/wall.md describes the setup."
        ],
        keys: [
            listen.entry, group.entry, url.entry, hosts.entry, open.entry, tokens.entry, name.entry,
            night.entry, silent.entry, codes.entry, streams.entry, alarm.entry,
            central.entry, sites.entry, bridges.entry,
        ], advice: ["port": "write the port after the address: listen = ADDRESS:PORT"])
}
