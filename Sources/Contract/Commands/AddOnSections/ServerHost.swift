package import Settings

/// Address of a server, such as an MQTT broker or a database, as configured.
package enum ServerHost: Hashable, Sendable {
    /// Host by name or address; without a port, the default one applies.
    case host(String, port: Int?)
    /// Unix socket on this host.
    case socket(path: String)

    private static let socketPrefix = "unix:"
    private static let ports = 1...65_535

    /// Parses `NAME`, `NAME:PORT`, `[ADDRESS]:PORT` or `unix:/PATH`.
    package init?(_ text: String) {
        if text.hasPrefix(Self.socketPrefix) {
            let path = text.dropFirst(Self.socketPrefix.count)
            guard path.hasPrefix("/"), path.count > 1 else { return nil }
            self = .socket(path: String(path))
            return
        }
        guard let (name, rest) = Self.split(text), !name.isEmpty,
            name.utf8.allSatisfy(Self.isOfNames),
            // A port alone, which the system would take for an address.
            !name.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        guard let rest else {
            self = .host(name, port: nil)
            return
        }
        guard let port = Int(rest), Self.ports.contains(port), rest.first != "+" else { return nil }
        self = .host(name, port: port)
    }

    /// Form used in the configuration.
    package var text: String {
        switch self {
        case .host(let name, let port):
            (name.contains(":") ? "[\(name)]" : name) + (port.map { ":\($0)" } ?? "")
        case .socket(let path): Self.socketPrefix + path
        }
    }

    /// Splits name and port; nil if the brackets are malformed.
    private static func split(_ text: String) -> (name: String, port: String?)? {
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            let name = String(text[text.index(after: text.startIndex)..<end])
            let rest = text[text.index(after: end)...]
            if rest.isEmpty { return (name, nil) }
            return rest.first == ":" ? (name, String(rest.dropFirst())) : nil
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        switch parts.count {
        case 1: return (text, nil)
        case 2: return (String(parts[0]), String(parts[1]))
        // An IPv6 address without its brackets.
        default: return (text, nil)
        }
    }

    private static func isOfNames(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: ".-_:%".utf8.contains(byte)
        }
    }
}

extension ValueSyntax<ServerHost> {
    package static let server = ValueSyntax(
        wants: "NAME, NAME:PORT, [ADDRESS]:PORT or unix:/PATH", kind: "address",
        read: { (text) throws(ValueRefusal) in
            if text.contains("://") {
                throw .because(
                    "leave out everything up to and including ://; in [mqtt] and [central], "
                        + "tls = yes turns encryption on")
            }
            guard let host = ServerHost(text) else { throw .otherKind }
            return host
        }, write: { $0.text })
}
