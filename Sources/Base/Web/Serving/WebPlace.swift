package import Linux

/// Where a web server can be reached.
package enum WebPlace: Hashable, Sendable {
    /// An address of a network.
    case network(NetworkPlace)
    /// A socket of this machine, for a proxy before it.
    case socket(SocketPlace)

    /// What it is called.
    package var text: String {
        switch self {
        case .network(let place): place.text
        case .socket(let place): place.path
        }
    }
}
