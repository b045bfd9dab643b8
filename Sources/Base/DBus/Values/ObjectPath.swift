/// A D-Bus object path, such as `/org/bluez/hci0`; checked when it is sent.
package struct ObjectPath: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The root path.
    package static let root: ObjectPath = "/"

    /// Returns the path of a child.
    package func appending(_ element: String) -> ObjectPath {
        ObjectPath(rawValue: self == .root ? "/\(element)" : "\(rawValue)/\(element)")
    }

    /// Whether this path is strictly below another.
    package func isBelow(_ other: ObjectPath) -> Bool {
        self != other && (other == .root || rawValue.hasPrefix("\(other.rawValue)/"))
    }

    /// The elements between the slashes.
    package var elements: [Substring] {
        rawValue.split(separator: "/")
    }
}

extension ObjectPath: ExpressibleByStringLiteral {
    package init(stringLiteral value: String) {
        self.init(rawValue: value)
    }
}

extension ObjectPath: CustomStringConvertible {
    package var description: String { rawValue }
}
