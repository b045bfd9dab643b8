package import Commands
import Linux

/// By which names browsers may call this machine: a page of somebody else's can have its own name lead here, and would read what it may
/// not, were any other let in.
package struct HostNames: Sendable {
    private let names: Set<String>

    /// - Parameters:
    ///   - machine: what this machine is called.
    ///   - settings: what else it is called.
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

    /// Whether a request may be for this host, as the field `Host` has it.
    package func allows(_ host: String?) -> Bool {
        guard let host, let name = Self.name(in: host[...]) else { return false }
        // An address can lead to no other machine than the one that has it.
        if name.contains(":") { return Self.isAddress(name) }
        return names.contains(name) || name.hasSuffix(".localhost") || Self.isAddress(name)
    }

    /// The name without its port, as it is compared.
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
    /// An address of the web without what stands before its name.
    fileprivate var withoutScheme: Substring {
        for scheme in ["http://", "https://"] where hasPrefix(scheme) {
            return dropFirst(scheme.count)
        }
        return self
    }
}
