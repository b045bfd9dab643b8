import Commands
import Linux

/// By which address a browser reaches the wall, as far as the configuration and this machine tell.
struct WallAddress: Sendable {
    /// What of this machine's networks matters here.
    struct Machine: Sendable {
        /// What it is called.
        var name: String?
        /// The address by which others of its network reach it.
        var address: String?
        /// Whether its name with `.local` behind it can be looked up in the network.
        var isFoundByName = false

        private static let avahi = "/run/avahi-daemon/pid"

        /// This machine.
        static var current: Machine {
            Machine(
                name: HostName.current,
                address: NetworkInterface.all.outward(route: NetworkInterface.ofDefaultRoute),
                isFoundByName: FileInspection.number(at: avahi) != nil)
        }
    }

    /// The beginning of all addresses of the wall.
    let text: String
    /// What has to be said about it; nil where it is sure.
    let doubt: String?

    /// The address of the first place at which others reach it, or of the first of all.
    ///
    /// - Parameter host: the name or the address that a person wants in it.
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
                : "the wall does not know the name \(host): add it to `hosts` in section [wall], and "
                    + "then sudo systemctl reload callboard-wall"
        } else if let url = settings.url {
            (text, doubt) = (url, nil)
        } else if let place, ["0.0.0.0", "::"].contains(place.1) {
            let isOfVersion4 = !(machine.address?.contains(":") ?? true)
            let isReached = place.1 == "::" || isOfVersion4
            if let address = machine.address, isReached {
                text = Self.text(address, port)
                doubt = Self.other(of: machine)
            } else {
                let name = machine.name ?? "localhost"
                text = Self.text(machine.isFoundByName ? name + ".local" : name, port)
                doubt =
                    "this machine has no address on a network now: if a device cannot open the link, "
                    + "make another one with --host ADDRESS"
            }
        } else if let place {
            text = Self.text(place.1, port)
            doubt =
                place.0.isOfThisMachine
                ? "only this machine can open the link: for other devices, set `listen = 0.0.0.0:\(port ?? 0)` "
                    + "in section [wall]; Docs/wall.md has the rest" : nil
        } else {
            text = "http://\(machine.name ?? "localhost")"
            doubt =
                "the wall is behind a proxy: set `url` in section [wall] to the address of that"
        }
    }

    /// Whether a text can be the host of an address, without a port.
    static func isHost(_ text: String) -> Bool {
        guard case .host(let name, nil) = ServerHost(text) else { return false }
        return name == text || "[\(name)]" == text
    }

    private static func other(of machine: Machine) -> String? {
        guard machine.isFoundByName, let name = machine.name else { return nil }
        return
            "if the address of this machine changes, the browser has to be let in again; for devices that know "
            + "such names, --host \(name).local makes a link that lasts"
    }

    private static func text(_ host: String, _ port: Int?) -> String {
        "http://\(ServerHost.host(host, port: port).text)"
    }
}
