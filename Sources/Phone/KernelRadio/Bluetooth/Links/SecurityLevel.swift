/// Required security of a link, in the kernel's numbers.
package struct SecurityLevel: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// No protection.
    package static let low = SecurityLevel(rawValue: 1)
    /// Encryption.
    package static let medium = SecurityLevel(rawValue: 2)
    /// Encryption with an authenticated key, protected against a man in the middle.
    package static let high = SecurityLevel(rawValue: 3)
    /// Like `high`, with a key from elliptic curves (P-256).
    package static let fips = SecurityLevel(rawValue: 4)
}

extension SecurityLevel: Comparable {
    /// Compares the levels.
    package static func < (left: SecurityLevel, right: SecurityLevel) -> Bool {
        left.rawValue < right.rawValue
    }
}

extension SecurityLevel: CustomStringConvertible {
    /// Name of the level.
    package var description: String {
        switch self {
        case .low: "low"
        case .medium: "medium"
        case .high: "high"
        case .fips: "FIPS"
        default: "level \(rawValue)"
        }
    }
}
