/// A D-Bus signature of one or several complete types; checked when it is sent.
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
