package import JSON

/// The name that a client gives a request, and that its answer repeats.
package enum ControlID: Hashable, Sendable {
    /// A text of at most 256 bytes.
    case text(String)
    /// A whole number.
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
    /// The text that the value must be, of so many bytes at most.
    func shortText(ofBytes limit: Int = ControlLimits.text) throws(JSONError) -> String {
        let text = try string()
        guard text.utf8.count <= limit else { throw error("must be at most \(limit) bytes long") }
        return text
    }

    /// The text that the value must be, and that says something, of so many bytes at most.
    func text(ofBytes limit: Int) throws(JSONError) -> String {
        let text = try shortText(ofBytes: limit)
        guard !text.isEmpty else { throw error("must not be empty") }
        return text
    }

    /// The text of limited length that the value must be, and that says something.
    func name() throws(JSONError) -> String { try text(ofBytes: ControlLimits.text) }

    /// The list of a limited number of names that the value must be.
    func names() throws(JSONError) -> [String] {
        let elements = try elements()
        guard elements.count <= ControlLimits.list else {
            throw error("must have at most \(ControlLimits.list) elements")
        }
        var names: [String] = []
        for element in elements { names.append(try element.name()) }
        return names
    }
}
