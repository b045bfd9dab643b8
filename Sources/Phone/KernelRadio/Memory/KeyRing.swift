/// Keys of all bonds, and the key for the host's private addresses.
struct KeyRing: Hashable, Sendable {
    /// Maximum number of phones; further ones are refused.
    static let limit = 32
    /// Number of bytes of the host's key.
    static let hostKeyLength = 16

    var hostKey: [UInt8]
    private(set) var bonds: [Bond]

    init(hostKey: [UInt8], bonds: [Bond] = []) {
        self.hostKey = hostKey
        self.bonds = bonds
    }

    /// Returns a key ring without bonds and with a new host key.
    static func empty() -> KeyRing {
        var generator = SystemRandomNumberGenerator()
        return KeyRing(hostKey: (0..<hostKeyLength).map { _ in generator.next() })
    }

    /// Returns whether a phone can be added.
    func hasRoom(for peer: PeerAddress, on adapter: BluetoothAddress) -> Bool {
        bonds.count < Self.limit || bond(of: peer, on: adapter) != nil
    }

    /// Returns the bonds of an adapter.
    func bonds(on adapter: BluetoothAddress) -> [Bond] {
        bonds.filter { $0.adapter == adapter }
    }

    /// Returns the bond between a phone and an adapter.
    func bond(of peer: PeerAddress, on adapter: BluetoothAddress) -> Bond? {
        bonds.first { $0.peer == peer && $0.adapter == adapter }
    }

    /// Adds a bond, and replaces an earlier one with the same phone.
    mutating func add(_ bond: Bond) {
        bonds.removeAll { $0.peer == bond.peer && $0.adapter == bond.adapter }
        bonds.append(bond)
    }

    /// Removes all bonds with this name, and returns whether there were any.
    mutating func remove(named name: String) -> Bool {
        let count = bonds.count
        bonds.removeAll { $0.name == name }
        return bonds.count != count
    }

    /// Removes all bonds that satisfy the condition.
    mutating func remove(where isMeant: (Bond) -> Bool) {
        bonds.removeAll(where: isMeant)
    }

    /// Removes all bonds with these names.
    mutating func remove(all names: Set<String>) {
        bonds.removeAll { names.contains($0.name) }
    }
}

extension KeyRing: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    var description: String { "key ring of \(bonds.count) bonds" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: [:]) }
}
