package import Settings

/// Option that selects the running bridge, in every client command.
package enum SocketOption {
    package static let parameter = Parameter<String?>.file(
        "socket", placeholder: "SOCKET",
        summary: "Talk to the bridge that listens there; the service's, or your own, by default")
}
