/// A request as it came, of which every part is in a form that can only be read one way.
package struct WebRequest: Hashable, Sendable {
    /// What is to be done.
    package enum Method: String, Hashable, Sendable, CaseIterable {
        case get = "GET"
        case head = "HEAD"
        case post = "POST"
    }

    /// What is to be done.
    package let method: Method
    /// What it is about, as it came: visible characters of ASCII, a `/` first, without the query.
    package let path: String
    /// The values of the query, decoded, the first of each name.
    package let query: [String: String]
    /// The values of all fields, by their names in lower case.
    package let fields: [String: String]
    /// What else came.
    package internal(set) var body: [UInt8] = []
    /// Whether more may come over the connection.
    package let keepsConnection: Bool
    /// How many bytes of a body were announced.
    let bodyLength: Int

    /// The value of a field, by its name in lower case.
    package subscript(field name: String) -> String? { fields[name] }

    /// For whom the request is, as whoever sent it believes; nil only from programs of long ago.
    package var host: String? { fields["host"] }

    /// The values of all cookies of a name, in the order in which they came.
    package func cookies(_ name: String) -> [String] {
        (fields["cookie"] ?? "").split(separator: ";").compactMap { pair in
            let parts = pair.trimmed.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return parts.count == 2 && parts[0] == name ? String(parts[1]) : nil
        }
    }
}

extension StringProtocol {
    /// The same without spaces and tabs at its ends.
    var trimmed: SubSequence {
        let isBlank = { (character: Character) in character == " " || character == "\t" }
        guard let first = firstIndex(where: { !isBlank($0) }),
            let last = lastIndex(where: { !isBlank($0) })
        else { return self[endIndex...] }
        return self[first...last]
    }
}
