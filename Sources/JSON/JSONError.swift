/// A place in a text; both count from one, and a column is a Unicode scalar.
package struct JSONPosition: Hashable, Sendable {
    package let line: Int
    package let column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}

/// What is wrong with a JSON text, and where.
package struct JSONError: Error, Hashable, Sendable {
    package let position: JSONPosition
    /// The field that is wrong; nil where the text is not JSON at all.
    package let path: JSONPath?
    package let sentence: String

    package init(position: JSONPosition, path: JSONPath? = nil, sentence: String) {
        self.position = position
        self.path = path
        self.sentence = sentence
    }
}

extension JSONError: CustomStringConvertible {
    /// `LINE:COLUMN: SENTENCE` for what is not JSON, `LINE: FIELD: SENTENCE` for a wrong field.
    package var description: String {
        guard let path else { return "\(position.line):\(position.column): \(sentence)" }
        let field = path.description
        return field.isEmpty
            ? "\(position.line): \(sentence)" : "\(position.line): \(field): \(sentence)"
    }
}
