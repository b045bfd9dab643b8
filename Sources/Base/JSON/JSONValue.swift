/// A JSON value with its position in the text.
package struct JSONValue: Sendable {
    /// Content of a value.
    package enum Content: Sendable {
        case null
        case bool(Bool)
        /// An integer that fits `Int64`.
        case integer(Int64)
        /// An integer that fits only `UInt64`.
        case largeInteger(UInt64)
        /// Any other number, rounded to a `Double`.
        case decimal(Double)
        case string(String)
        case array([JSONValue])
        /// An object, its members in the order of the text.
        case object([JSONMember])
    }

    package let content: Content
    /// Position where the value begins.
    package let position: JSONPosition

    init(_ content: Content, at position: JSONPosition) {
        self.content = content
        self.position = position
    }

    /// Default limit for nested arrays and objects.
    package static let usualDepthLimit = 64

    /// Parses a text that consists of one JSON value as defined by RFC 8259.
    package init(
        parsing bytes: [UInt8], depthLimit: Int = usualDepthLimit
    ) throws(JSONError) {
        var parser = JSONParser(bytes, depthLimit: depthLimit)
        self = try parser.document()
    }

    /// The member of an object with this key.
    package subscript(key: String) -> JSONValue? {
        guard case .object(let members) = content else { return nil }
        return members.first { $0.isNamed(key) }?.value
    }

    /// The type with its article, for errors; for null and Booleans the value itself.
    package var kind: String {
        switch content {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .integer, .largeInteger, .decimal: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

/// A member of an object.
package struct JSONMember: Sendable {
    /// The key, without its quotes.
    package let key: String
    /// Position of the key.
    package let position: JSONPosition
    package let value: JSONValue

    /// Returns whether the key is this name, byte by byte.
    ///
    /// The operator `==` would also accept canonically equivalent strings.
    package func isNamed(_ name: String) -> Bool {
        key.utf8.elementsEqual(name.utf8)
    }
}
