/// The two group roles for permissions in the database.
package struct CentralRoles: Hashable, Sendable {
    /// Members may only upload histories.
    package let bridge: String
    /// Members may read notifications of their sites.
    package let reader: String

    /// Roles of a database that shares its server with no other central database.
    package static let usual = CentralRoles(bridge: "callboard_bridge", reader: "callboard_reader")

    private static let lengthLimit = 40

    /// Creates roles with a prefix of up to 40 lowercase letters, digits and underscores, beginning with a letter;
    /// otherwise nil.
    package init?(prefix: String) {
        let bytes = Array(prefix.utf8)
        guard bytes.count <= Self.lengthLimit, let first = bytes.first,
            (0x61...0x7A).contains(first),
            bytes.allSatisfy({
                (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F
            })
        else { return nil }
        self.init(bridge: "\(prefix)_bridge", reader: "\(prefix)_reader")
    }

    private init(bridge: String, reader: String) {
        (self.bridge, self.reader) = (bridge, reader)
    }
}
