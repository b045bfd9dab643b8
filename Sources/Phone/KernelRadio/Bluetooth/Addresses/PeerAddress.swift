/// Which transport an address is of, and whether the address is assigned or made up.
package struct AddressKind: RawRepresentable, Hashable, Sendable {
    /// The number itself, also of one without a name here.
    package let rawValue: UInt8

    /// Any number is one, also one without a name here.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// One of Classic Bluetooth.
    package static let bredr = AddressKind(rawValue: 0)
    /// One that a maker has given.
    package static let publicLE = AddressKind(rawValue: 1)
    /// One that its owner has made up.
    package static let randomLE = AddressKind(rawValue: 2)
}

extension AddressKind: CustomStringConvertible {
    /// The same in words, for messages.
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
    /// The six bytes.
    package let address: BluetoothAddress
    /// What kind of address they are.
    package let kind: AddressKind

    /// An address with its kind.
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
    /// The same in words, for messages.
    package var description: String { "\(address) (\(kind))" }
}
