/// A place in a text; both count from one, and a column is a Unicode scalar.
package struct JSONPosition: Hashable, Sendable {
    /// The line, counted from one.
    package let line: Int
    /// The column, counted from one.
    package let column: Int

    /// A place in a text.
    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}

/// What is wrong with a JSON text, and where.
package struct JSONError: Error, Hashable, Sendable {
    /// Where it is.
    package let position: JSONPosition
    /// The field that is wrong; nil where the text is not JSON at all.
    package let path: JSONPath?
    /// What is wrong, and what would be right.
    package let sentence: String

    /// A mistake at a place, and in which field where that is known.
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
