/// Which transport an address is of, and whether the address is assigned or made up.
package struct AddressKind: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let bredr = AddressKind(rawValue: 0)
    package static let publicLE = AddressKind(rawValue: 1)
    package static let randomLE = AddressKind(rawValue: 2)
}

extension AddressKind: CustomStringConvertible {
    package var description: String {
        switch self {
        case .bredr: "BR/EDR"
        case .publicLE: "public"
        case .randomLE: "random"
        default: "kind \(rawValue)"
        }
    }
}

/// Whom a controller talks to: an address means nothing without its kind.
package struct PeerAddress: Hashable, Sendable {
    package let address: BluetoothAddress
    package let kind: AddressKind

    package init(_ address: BluetoothAddress, _ kind: AddressKind) {
        self.address = address
        self.kind = kind
    }

    /// Whether it stays the same, so that keys may be kept for it.
    package var isIdentity: Bool {
        kind == .publicLE || kind == .randomLE && address.highestBits == 0b11
    }
}

extension PeerAddress: CustomStringConvertible {
    package var description: String { "\(address) (\(kind))" }
}
