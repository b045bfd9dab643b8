package import JSON

/// Identifier that a client gives a request, and that the answer repeats.
package enum ControlID: Hashable, Sendable {
    /// A text of at most 256 bytes.
    case text(String)
    case number(Int)

    /// Reads the value of `id` or `re`.
    package init(_ field: JSONField) throws(JSONError) {
        if field.isString {
            self = .text(try field.shortText())
        } else if field.isNumber {
            self = .number(try field.integer(in: .min ... .max))
        } else {
            throw field.wrongKind("a text or a whole number")
        }
    }

    /// Writes the value.
    package func write(to writer: inout JSONWriter) {
        switch self {
        case .text(let text): writer.value(text)
        case .number(let number): writer.value(number)
        }
    }
}

extension JSONField {
    /// Returns the value as a text of at most `limit` bytes.
    func shortText(ofBytes limit: Int = ControlLimits.text) throws(JSONError) -> String {
        let text = try string()
        guard text.utf8.count <= limit else { throw error("must be at most \(limit) bytes long") }
        return text
    }
}
