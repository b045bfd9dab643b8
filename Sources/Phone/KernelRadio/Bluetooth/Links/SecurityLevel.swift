/// What a link must be before it is used, in the kernel's numbers.
package struct SecurityLevel: RawRepresentable, Hashable, Sendable {
    /// The number itself, also of one without a name here.
    package let rawValue: UInt8

    /// Any number is one, also one without a name here.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Nothing.
    package static let low = SecurityLevel(rawValue: 1)
    /// Encrypted.
    package static let medium = SecurityLevel(rawValue: 2)
    /// Encrypted with a key that somebody in the middle cannot have.
    package static let high = SecurityLevel(rawValue: 3)
    /// Likewise, and the key was made on elliptic curves.
    package static let fips = SecurityLevel(rawValue: 4)
}

extension SecurityLevel: Comparable {
    /// Whether a level asks for less.
    package static func < (left: SecurityLevel, right: SecurityLevel) -> Bool {
        left.rawValue < right.rawValue
    }
}

extension SecurityLevel: CustomStringConvertible {
    /// What it asks for, in a word.
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
