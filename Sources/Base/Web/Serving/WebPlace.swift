package import Linux

/// Address of a web server.
package enum WebPlace: Hashable, Sendable {
    case network(NetworkPlace)
    /// A local socket, for a proxy in front of the server.
    case socket(SocketPlace)

    /// The address as text.
    package var text: String {
        switch self {
        case .network(let place): place.text
        case .socket(let place): place.path
        }
    }
}
