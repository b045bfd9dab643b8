import Commands
import Linux

/// URL at which browsers reach the wall, derived from the configuration and the host's network.
struct WallAddress: Sendable {
    /// Network facts about this host.
    struct Machine: Sendable {
        var name: String?
        /// Address at which other hosts reach this one; nil without a network.
        var address: String?
        /// Whether its `.local` name can be resolved in the network (mDNS).
        var isFoundByName = false

        private static let avahi = "/run/avahi-daemon/pid"

        static var current: Machine {
            Machine(
                name: HostName.current,
                address: NetworkInterface.all.outward(route: NetworkInterface.ofDefaultRoute),
                isFoundByName: FileInspection.number(at: avahi) != nil)
        }
    }

    /// Beginning of all URLs of the wall.
    let text: String
    /// A warning about the URL; nil if there is none.
    let doubt: String?

    /// Derives the URL from the first listening address that other hosts can reach, otherwise from the first one.
    ///
    /// - Parameter host: the name or address to use instead.
    init(_ settings: WallSettings, host: String? = nil, on machine: Machine = .current) {
        let places = settings.listen.compactMap { place in
            if case .host(let name, let port) = place { (place, name, port) } else { nil }
        }
        let place = places.first { !$0.0.isOfThisMachine } ?? places.first
        let port = place.map { $0.2 ?? WallSettings.usualPort }
        if let host {
            text = Self.text(host, port)
            doubt =
                HostNames(settings, machine: machine.name).allows(host)
                ? nil
                : "the wall does not accept the name \(host): add it to `hosts` in section "
                    + "[wall], and then sudo systemctl reload callboard-wall"
        } else if let url = settings.url {
            (text, doubt) = (url, nil)
        } else if let place, ["0.0.0.0", "::"].contains(place.1) {
            let isReached = place.1 == "::" || machine.address?.contains(":") == false
            if let address = machine.address, isReached {
                text = Self.text(address, port)
                doubt = Self.other(of: machine)
            } else {
                let name = machine.name ?? "localhost"
                text = Self.text(machine.isFoundByName ? name + ".local" : name, port)
                doubt =
                    "this host has no network address now: if a device cannot open the link, "
                    + "make another one with --host ADDRESS"
            }
        } else if let place {
            text = Self.text(place.1, port)
            doubt =
                place.0.isOfThisMachine
                ? "only this host can open the link: for other devices, set "
                    + "`listen = 0.0.0.0:\(port ?? 0)` "
                    + "in section [wall]; see Docs/how-to/wall.md" : nil
        } else {
            text = "http://\(machine.name ?? "localhost")"
            doubt =
                "the wall is behind a proxy: set `url` in section [wall] to the proxy's address"
        }
    }

    /// Whether a text is a valid host of a URL, without a port.
    static func isHost(_ text: String) -> Bool {
        guard case .host(let name, nil) = ServerHost(text) else { return false }
        return name == text || "[\(name)]" == text
    }

    private static func other(of machine: Machine) -> String? {
        guard machine.isFoundByName, let name = machine.name else { return nil }
        return
            "if the address of this host changes, the browser must sign in again; for devices with "
            + "mDNS, --host \(name).local makes a link that keeps working"
    }

    private static func text(_ host: String, _ port: Int?) -> String {
        "http://\(ServerHost.host(host, port: port).text)"
    }
}
