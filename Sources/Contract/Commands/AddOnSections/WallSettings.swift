package import Notices
package import Settings

/// Settings of the section about the wall.
package struct WallSettings: Hashable, Sendable {
    /// Default port.
    package static let usualPort = 8437

    /// Addresses on which the page is served.
    package var listen: [ServerHost]
    /// Group whose members may connect to a socket.
    package var group: String?
    /// Public address of the page, without a trailing slash.
    package var url: String?
    /// Additional host names accepted from browsers.
    package var hosts: [String]
    /// Whether visitors without a token see counts.
    package var isOpen: Bool
    /// Location of permanent tokens.
    package var tokens: SecretPlace?
    /// Title of the page; nil if not configured.
    package var name: String?
    /// Hours in which the page uses its night colours.
    package var night: Hours?
    /// Treatment of silently delivered notifications.
    package var silence: Silence
    /// Whether one-time codes are legible.
    package var codes: CodeDisplay
    /// Most live pages at a time.
    package var streams: Int
    /// Length of absence after which a phone is reported.
    package var alarm: Duration

    /// Selection from the central database; nil to show the bridge of this host.
    package var central: Central?

    /// Part of the central database that a wall shows.
    package struct Central: Hashable, Sendable {
        /// Sites to show; all if empty.
        package var sites: [String] = []
        /// Bridges to show; all if empty.
        package var bridges: [String] = []

        package init() {}
    }

    /// Creates settings from a section whose values are valid.
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
        guard section[WallKeys.central] else { return }
        var central = Central()
        central.sites = section[WallKeys.sites]
        central.bridges = section[WallKeys.bridges]
        self.central = central
    }

    /// Errors that the check of a single value cannot find, such as an empty list or a URL with a path.
    package static func problems(with section: SectionValues) -> [SettingsProblem] {
        var problems: [SettingsProblem] = []
        if section[WallKeys.listen].isEmpty {
            problems.append(section.problem(with: WallKeys.listen, "names no address"))
        }
        if let url = section[WallKeys.url], !isAddress(url) {
            problems.append(
                section.problem(
                    with: WallKeys.url,
                    "must begin with http:// or https:// and a host name, without a path"))
        }
        if let host = section[WallKeys.hosts].first(where: { ServerHost($0)?.isBareName != true }) {
            problems.append(
                section.problem(
                    with: WallKeys.hosts,
                    "must contain host names only, without a port or a path: \(host)"))
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
    /// Whether this is a name or an address without a port.
    fileprivate var isBareName: Bool {
        if case .host(_, port: nil) = self { true } else { false }
    }
}
