/// A position in a text, counted from one; a column is a Unicode scalar.
package struct JSONPosition: Hashable, Sendable {
    /// The line, counted from one.
    package let line: Int
    /// The column, counted from one.
    package let column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}

/// An error in a JSON text.
package struct JSONError: Error, Hashable, Sendable {
    package let position: JSONPosition
    /// The wrong field; nil if the text is not valid JSON.
    package let path: JSONPath?
    /// The error and what would be right.
    package let sentence: String

    package init(position: JSONPosition, path: JSONPath? = nil, sentence: String) {
        self.position = position
        self.path = path
        self.sentence = sentence
    }
}

extension JSONError: CustomStringConvertible {
    /// `LINE:COLUMN: SENTENCE` for invalid JSON, `LINE: FIELD: SENTENCE` for a wrong field.
    ///
    /// The field is omitted if the whole text is wrong.
    package var description: String {
        guard let path else { return "\(position.line):\(position.column): \(sentence)" }
        let field = path.description
        return field.isEmpty
            ? "\(position.line): \(sentence)" : "\(position.line): \(field): \(sentence)"
    }
}
