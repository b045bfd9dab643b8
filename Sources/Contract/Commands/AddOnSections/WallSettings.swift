package import Notices
package import Settings

/// What the section about the wall means.
package struct WallSettings: Hashable, Sendable {
    /// The port, where nobody says another.
    package static let usualPort = 8437

    /// Where it listens.
    package var listen: [ServerHost]
    /// The group whose programs may use a socket.
    package var group: String?
    /// By which address browsers reach it, without a slash at its end.
    package var url: String?
    /// Further names by which browsers may call this machine.
    package var hosts: [String]
    /// Whether whoever comes without a token sees how many notices there are.
    package var isOpen: Bool
    /// Where lasting tokens are.
    package var tokens: SecretPlace?
    /// What the page is called, where somebody said.
    package var name: String?
    /// When the page is as dark as the night.
    package var night: Hours?
    /// What becomes of what is delivered in silence.
    package var silence: Silence
    /// Whether one-time codes are legible.
    package var codes: CodeDisplay
    /// How many may look at a time.
    package var streams: Int
    /// How long a phone may be away.
    package var alarm: Duration

    /// What of a centre it shows; nil where it shows this machine's bridge.
    package var centre: Central?

    /// What of a centre a wall shows.
    package struct Central: Hashable, Sendable {
        /// These sites; all where there are none.
        package var sites: [String] = []
        /// These bridges; all where there are none.
        package var bridges: [String] = []

        /// All of it.
        package init() {}
    }

    /// Takes a section whose values are right.
    package init(_ section: SectionValues) {
        listen = section[WallKeys.listen]
        group = section[WallKeys.group]
        url = section[WallKeys.url].map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
        hosts = section[WallKeys.hosts]
        isOpen = section[WallKeys.open]
        tokens = section[WallKeys.tokens]
        name = section[WallKeys.name]
        night = section[WallKeys.night].map { Hours(from: $0.start.minute, to: $0.end.minute) }
        silence = section[WallKeys.silent]
        codes = section[WallKeys.codes]
        streams = section[WallKeys.streams]
        alarm = section[WallKeys.alarm]
        guard section[WallKeys.centre] else { return }
        var centre = Central()
        centre.sites = section[WallKeys.sites]
        centre.bridges = section[WallKeys.bridges]
        self.centre = centre
    }

    /// What is wrong with a section that only all of it shows.
    package static func problems(with section: SectionValues) -> [SettingsProblem] {
        var problems: [SettingsProblem] = []
        if section[WallKeys.listen].isEmpty {
            problems.append(section.problem(with: WallKeys.listen, "names no address"))
        }
        if let url = section[WallKeys.url], !isAddress(url) {
            problems.append(
                section.problem(
                    with: WallKeys.url,
                    "begins with http:// or https://, then a name, and has no path"))
        }
        if let host = section[WallKeys.hosts].first(where: { ServerHost($0)?.isBareName != true }) {
            problems.append(
                section.problem(
                    with: WallKeys.hosts, "has names alone, without a port or a path: \(host)"))
        }
        return problems
    }

    private static func isAddress(_ url: String) -> Bool {
        for scheme in ["http://", "https://"] where url.hasPrefix(scheme) {
            var rest = url.dropFirst(scheme.count)
            if rest.hasSuffix("/") { rest = rest.dropLast() }
            if case .host = ServerHost(String(rest)) { return true }
        }
        return false
    }
}

extension ServerHost {
    /// Whether it is a name or an address and no more.
    fileprivate var isBareName: Bool {
        if case .host(_, port: nil) = self { true } else { false }
    }
}
