/// The type of one value, or of several in a row, in the bus's letters; checked when it is sent.
package struct BusSignature: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension BusSignature: ExpressibleByStringLiteral {
    package init(stringLiteral value: String) {
        self.init(rawValue: value)
    }
}

extension BusSignature: CustomStringConvertible {
    package var description: String { rawValue }
}
