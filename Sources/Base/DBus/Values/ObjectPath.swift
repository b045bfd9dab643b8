/// Where an object lives on a connection, such as `/org/bluez/hci0`; checked when it is sent.
package struct ObjectPath: RawRepresentable, Hashable, Sendable {
    /// The text itself.
    package let rawValue: String

    /// The text is checked when it is used.
    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The path above all others.
    package static let root: ObjectPath = "/"

    /// The path of a child.
    package func appending(_ element: String) -> ObjectPath {
        ObjectPath(rawValue: self == .root ? "/\(element)" : "\(rawValue)/\(element)")
    }

    /// Whether this path lies strictly below another.
    package func isBelow(_ other: ObjectPath) -> Bool {
        self != other && (other == .root || rawValue.hasPrefix("\(other.rawValue)/"))
    }

    /// The elements between the slashes.
    package var elements: [Substring] {
        rawValue.split(separator: "/")
    }
}

extension ObjectPath: ExpressibleByStringLiteral {
    /// As it stands in the code.
    package init(stringLiteral value: String) {
        self.init(rawValue: value)
    }
}

extension ObjectPath: CustomStringConvertible {
    /// The path as the bus writes it.
    package var description: String { rawValue }
}
