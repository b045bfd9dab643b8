/// The type of one value, or of several in a row, in the bus's letters; checked when it is sent.
package struct BusSignature: RawRepresentable, Hashable, Sendable {
    /// The text itself.
    package let rawValue: String

    /// The text is checked when it is used.
    package init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension BusSignature: ExpressibleByStringLiteral {
    /// As it stands in the code.
    package init(stringLiteral value: String) {
        self.init(rawValue: value)
    }
}

extension BusSignature: CustomStringConvertible {
    /// The types as the bus writes them.
    package var description: String { rawValue }
}
