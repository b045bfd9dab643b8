import CompanionSections
import Linux

/// By which address a browser reaches the wall, as far as the configuration tells.
struct WallAddress: Sendable {
    /// The beginning of all addresses of the wall.
    let text: String
    /// What has to be said about it; nil where it is sure.
    let doubt: String?

    /// The address of the first place at which it listens.
    init(_ settings: WallSettings, machine: String? = HostName.current) {
        if let url = settings.url {
            (text, doubt) = (url, nil)
            return
        }
        let machine = machine ?? "localhost"
        for case .host(let name, let port) in settings.listen {
            let isEverywhere = ["0.0.0.0", "::"].contains(name)
            let host = ServerHost.host(
                isEverywhere ? machine : name, port: port ?? WallSettings.usualPort)
            text = "http://\(host.text)"
            guard !isEverywhere else {
                doubt =
                    "where a device does not know the name \(machine), put the address of this machine in "
                    + "its place; url = of [wall] has links begin otherwise"
                return
            }
            doubt =
                host.isOfThisMachine
                ? "it can be opened on this machine alone: listen = of [wall] opens it to others, and "
                    + "Docs/wall.md says how that is done well" : nil
            return
        }
        text = "http://\(machine)"
        doubt = "the address is that of the proxy: say it in url = of [wall]"
    }
}
