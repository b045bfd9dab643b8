package import Notices
package import Settings

/// The keys of the section about the wall, the page for browsers.
package enum WallKeys {
    /// Where it listens.
    package static let listen = Key<[ServerHost]>.list(
        "listen", of: .server, default: [.host("localhost", port: WallSettings.usualPort)],
        example: "localhost:8437, 192.168.1.20:8437, unix:/run/callboard-wall/wall.sock",
        summary: "Where browsers reach it: addresses of this machine, or a socket for a proxy "
            + "before it; 0.0.0.0 is every network")
    /// Who may use a socket.
    package static let group = Key<String?>.optional(
        "socket-group", .word, example: "callboard-wall",
        summary: "The group whose members may use a socket, such as callboard-wall with the "
            + "proxy's user in it")
    /// By which address browsers reach it.
    package static let url = Key<String?>.optional(
        "url", .word, example: "https://wall.example.org",
        summary: "By which address browsers reach it, where that is a proxy's; links begin with it")
    /// By which names it may be called.
    package static let hosts = Key<[String]>.list(
        "hosts", of: .word, example: "wall.lan, hall.example.org",
        summary: "Further names by which browsers may call this machine; its own name, that with "
            + ".local behind it, localhost and addresses are known")
    /// Whether whoever comes sees how much there is.
    package static let open = Key<Bool>(
        "open", .yesOrNo, default: false,
        summary: "Whether whoever comes without a token sees how many notices there are, and "
            + "when it rings, but no name and no word")
    /// Where lasting tokens are.
    package static let tokens = Key<SecretPlace?>.optional(
        "tokens", .secret, example: "file:/etc/callboard/wall.tokens",
        summary: "Where tokens are that an administrator chose, one in a line: a name, how much it "
            + "sees (full, names, counts), perhaps act, and the token")
    /// What the page is called.
    package static let name = Key<String?>.optional(
        "name", .text, example: "Hall",
        summary: "What the page is called; the name of the machine by default")
    /// When the page is as dark as the night.
    package static let night = Key<TimeSpan?>.optional(
        "night", .timeSpan, example: "22:00-07:00",
        summary: "When the page is as dark as the night, by this machine's clock")
    /// What becomes of what is delivered in silence.
    package static let silent = Key<Silence>(
        "silent", .choice, default: .quiet,
        summary: "What becomes of what the phone delivers in silence, as with Focus: shown like "
            + "all else (show), without large letters or sound (quiet), or left out (hide)")
    /// Whether one-time codes are legible.
    package static let codes = Key<CodeDisplay>(
        "codes", .choice, default: .hide,
        summary: "Whether one-time codes are legible (show), or each of their characters is a dot "
            + "(hide)")
    /// How many may look at a time.
    package static let streams = Key<Int>(
        "streams", .integer(1...4096), default: 64,
        summary: "How many pages may be live at a time; a further one shows the day and tries again"
    )
    /// After how long an absent phone is a fault.
    package static let alarm = Key<Duration>(
        "alarm", .duration(.seconds(60)...(.seconds(30 * 86_400))), default: .seconds(1800),
        summary: "How long a phone that was there may be away before /health tells of it")
    /// Whether it shows many bridges.
    package static let centre = Key<Bool>(
        "centre", .yesOrNo, default: false,
        summary: "Whether it shows all bridges of the centre that [central] names, and not this "
            + "machine's; callboard-central has to be installed")
    /// Which sites of a centre it shows.
    package static let sites = Key<[String]>.list(
        "sites", of: .word, example: "berlin, paris",
        summary: "With centre, only these sites")
    /// Which bridges of a centre it shows.
    package static let bridges = Key<[String]>.list(
        "bridges", of: .word, example: "hall, kitchen",
        summary: "With centre, only these bridges")

    /// The section.
    package static let section = Section(
        "wall", summary: "The wall: the day in a browser, live, by callboard-wall",
        details: [
            "For the program callboard-wall, which is a package of its own; the bridge itself has no "
                + "network. Nobody sees anything without a token: sudo callboard wall link makes one. "
                + "Docs/wall.md goes from nothing to a tablet on the wall."
        ],
        keys: [
            listen.entry, group.entry, url.entry, hosts.entry, open.entry, tokens.entry, name.entry,
            night.entry, silent.entry, codes.entry, streams.entry, alarm.entry,
            centre.entry, sites.entry, bridges.entry,
        ], advice: ["port": "the port stands behind the address: listen = ADDRESS:PORT"])
}
