/// Path from the root of a JSON text to a value, such as `phones[0].name`.
package indirect enum JSONPath: Hashable, Sendable {
    case root
    case member(JSONPath, String)
    /// An element of an array, counted from zero.
    case element(JSONPath, Int)
}

extension JSONPath: CustomStringConvertible {
    /// The path as text, such as `phones[0].name`.
    package var description: String {
        switch self {
        case .root: ""
        case .member(.root, let key) where Self.isPlain(key): key
        case .member(let parent, let key) where Self.isPlain(key): "\(parent).\(key)"
        case .member(let parent, let key): "\(parent)[\(key.quotedForErrors)]"
        case .element(let parent, let index): "\(parent)[\(index)]"
        }
    }

    private static func isPlain(_ key: String) -> Bool {
        !key.isEmpty && key.utf8.count <= 64
            && key.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}

extension String {
    /// Maximum number of scalars of a quoted string in an error.
    private static let quotedLimit = 40

    /// The string in quotes, escaped for a terminal and truncated.
    package var quotedForErrors: String {
        let scalars = unicodeScalars
        let shown = String(scalars.prefix(Self.quotedLimit))
        var writer = JSONWriter()
        writer.value(shown)
        let quoted = String(decoding: writer.bytes, as: UTF8.self)
        return shown.utf8.count == utf8.count ? quoted : quoted.dropLast() + "…\""
    }
}
