package import Commands
import Linux

/// Host names of this host that are accepted in requests.
///
/// Any other name could belong to a foreign page that resolves its own name to this host (DNS rebinding) and would
/// then read the board.
package struct HostNames: Sendable {
    private let names: Set<String>

    /// - Parameters:
    ///   - machine: name of this host.
    ///   - settings: further names.
    package init(_ settings: WallSettings, machine: String? = HostName.current) {
        var names: Set<String> = ["localhost"]
        if let machine = machine?.lowercased() { names.formUnion([machine, machine + ".local"]) }
        names.formUnion(settings.hosts.map { $0.lowercased() })
        for host in settings.listen {
            if case .host(let name, _) = host { names.insert(name.lowercased()) }
        }
        if let url = settings.url, let name = Self.name(in: url[...].withoutScheme) {
            names.insert(name)
        }
        self.names = names
    }

    /// Whether a `Host` field names this host.
    package func allows(_ host: String?) -> Bool {
        guard let host, let name = Self.name(in: host[...]) else { return false }
        // An IP address always refers to the host that has it, so it needs no check.
        if name.contains(":") { return Self.isAddress(name) }
        return names.contains(name) || name.hasSuffix(".localhost") || Self.isAddress(name)
    }

    /// The lowercase name without its port; nil if the text is no valid host.
    static func name(in host: Substring) -> String? {
        guard case .host(var name, _) = ServerHost(String(host)),
            !host.hasPrefix("[") || name.contains(":")
        else { return nil }
        if name.hasSuffix(".") { name.removeLast() }
        return name.lowercased()
    }

    private static func isAddress(_ name: String) -> Bool {
        if name.contains(":") {
            let digits = name.prefix { $0 != "%" }
            return digits.utf8.allSatisfy { byte in
                (0x30...0x3A).contains(byte) || (0x61...0x66).contains(byte) || byte == 0x2E
            }
        }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { part in
                part.utf8.allSatisfy { (0x30...0x39).contains($0) } && UInt8(part) != nil
            }
    }
}

extension Substring {
    /// A URL without its scheme.
    fileprivate var withoutScheme: Substring {
        for scheme in ["http://", "https://"] where hasPrefix(scheme) {
            return dropFirst(scheme.count)
        }
        return self
    }
}
