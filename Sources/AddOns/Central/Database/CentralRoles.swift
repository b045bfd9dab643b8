/// The two group roles by which the database says who may do what.
package struct CentralRoles: Hashable, Sendable {
    /// Whose members may hand histories in, and do nothing else.
    package let bridge: String
    /// Whose members may read what their sites have.
    package let reader: String

    /// The roles of a database that shares its server with no other centre.
    package static let usual = CentralRoles(bridge: "callboard_bridge", reader: "callboard_reader")

    private static let lengthLimit = 40

    /// The roles whose names begin with a prefix: up to 40 small letters, digits and underscores, the first a letter; nil for another one.
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
