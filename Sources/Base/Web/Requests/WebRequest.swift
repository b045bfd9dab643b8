/// A received request, whose parts are all unambiguous.
package struct WebRequest: Hashable, Sendable {
    /// A request method.
    package enum Method: String, Hashable, Sendable, CaseIterable {
        case get = "GET"
        case head = "HEAD"
        case post = "POST"
    }

    package let method: Method
    /// The raw path: visible ASCII characters, beginning with `/`, without the query.
    package let path: String
    /// The decoded query; the first value of each name.
    package let query: [String: String]
    /// The header fields by lower-case name.
    package let fields: [String: String]
    package internal(set) var body: [UInt8] = []
    /// Whether the client lets another request follow on the same connection.
    package let keepsConnection: Bool
    /// Announced length of the body.
    let bodyLength: Int

    /// The value of a field, by its lower-case name.
    package subscript(field name: String) -> String? { fields[name] }

    /// The host as sent by the client; nil only for HTTP/1.0.
    package var host: String? { fields["host"] }

    /// Returns the values of all cookies of a name, in order.
    package func cookies(_ name: String) -> [String] {
        (fields["cookie"] ?? "").split(separator: ";").compactMap { pair in
            let parts = pair.trimmed.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return parts.count == 2 && parts[0] == name ? String(parts[1]) : nil
        }
    }
}

extension StringProtocol {
    /// The text without spaces and tabs at its ends.
    var trimmed: SubSequence {
        let isBlank = { (character: Character) in character == " " || character == "\t" }
        guard let first = firstIndex(where: { !isBlank($0) }),
            let last = lastIndex(where: { !isBlank($0) })
        else { return self[endIndex...] }
        return self[first...last]
    }
}
