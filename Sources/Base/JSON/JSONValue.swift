/// A JSON value that knows where in the text it stood.
package struct JSONValue: Sendable {
    /// What a value is.
    package enum Content: Sendable {
        /// `null`.
        case null
        /// `true` or `false`.
        case bool(Bool)
        /// A number without fraction and exponent that fits 64 bits with a sign.
        case integer(Int64)
        /// A number without fraction and exponent that fits 64 bits only without a sign.
        case largeInteger(UInt64)
        /// Any other number, as near as a `Double` comes.
        case decimal(Double)
        /// A string.
        case string(String)
        /// An array.
        case array([JSONValue])
        /// An object, its members in the order of the text.
        case object([JSONMember])
    }

    /// The value itself.
    package let content: Content
    /// Where the value begins.
    package let position: JSONPosition

    init(_ content: Content, at position: JSONPosition) {
        self.content = content
        self.position = position
    }

    /// How deep arrays and objects may be nested unless the caller says otherwise.
    package static let usualDepthLimit = 64

    /// Reads a text that is one JSON value as RFC 8259 has it, and nothing else.
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

    /// What the value is, with its article.
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

/// One key of an object with its value.
package struct JSONMember: Sendable {
    /// The key, without its quotes.
    package let key: String
    /// Where the key stands.
    package let position: JSONPosition
    /// What follows the key.
    package let value: JSONValue

    /// Whether this is the key, scalar by scalar: Swift's strings equal what merely looks the same.
    package func isNamed(_ name: String) -> Bool {
        key.utf8.elementsEqual(name.utf8)
    }
}
