package import Settings

/// The way to the running bridge, in every program that asks it.
package enum SocketOption {
    /// The option that names the socket.
    package static let parameter = Parameter<String?>.file(
        "socket", placeholder: "SOCKET",
        summary: "Talk to the bridge that listens there; the service's, or your own, by default")
}
