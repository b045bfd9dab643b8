/// The keys of all bonds, and the key behind the addresses that this host has on air.
struct KeyRing: Hashable, Sendable {
    /// Phones past that are refused; nobody has so many.
    static let limit = 32
    /// The bytes of the host's key.
    static let hostKeyLength = 16

    var hostKey: [UInt8]
    private(set) var bonds: [Bond]

    init(hostKey: [UInt8], bonds: [Bond] = []) {
        self.hostKey = hostKey
        self.bonds = bonds
    }

    /// A key ring without bonds and with a new key.
    static func empty() -> KeyRing {
        var generator = SystemRandomNumberGenerator()
        return KeyRing(hostKey: (0..<hostKeyLength).map { _ in generator.next() })
    }

    /// Whether there is room for a phone.
    func hasRoom(for peer: PeerAddress, on adapter: BluetoothAddress) -> Bool {
        bonds.count < Self.limit || bond(of: peer, on: adapter) != nil
    }

    /// The bonds of an adapter.
    func bonds(on adapter: BluetoothAddress) -> [Bond] {
        bonds.filter { $0.adapter == adapter }
    }

    /// The bond between a phone and an adapter.
    func bond(of peer: PeerAddress, on adapter: BluetoothAddress) -> Bond? {
        bonds.first { $0.peer == peer && $0.adapter == adapter }
    }

    /// Adds a bond in place of an earlier one with the same phone.
    mutating func add(_ bond: Bond) {
        bonds.removeAll { $0.peer == bond.peer && $0.adapter == bond.adapter }
        bonds.append(bond)
    }

    /// Takes out every bond with a name; says whether there was one.
    mutating func remove(named name: String) -> Bool {
        let count = bonds.count
        bonds.removeAll { $0.name == name }
        return bonds.count != count
    }

    /// Takes out every bond of which this holds.
    mutating func remove(where isMeant: (Bond) -> Bool) {
        bonds.removeAll(where: isMeant)
    }

    /// Takes out every bond with one of these names.
    mutating func remove(all names: Set<String>) {
        bonds.removeAll { names.contains($0.name) }
    }
}

extension KeyRing: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    var description: String { "key ring of \(bonds.count) bonds" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: [:]) }
}
