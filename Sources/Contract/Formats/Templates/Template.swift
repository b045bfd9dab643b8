/// User-defined layout of a line: literal text, and fields of the event in braces.
///
///      {label:6} {title}{?: {text}}
package struct Template: Hashable, Sendable {
    /// Longest template in bytes.
    package static let limit = 512
    /// Deepest nesting of parts.
    static let depth = 4
    /// Valid widths of a field in columns.
    static let widths = 1...250

    /// A piece of a template.
    indirect enum Piece: Hashable, Sendable {
        case words(String)
        case field(TemplateField, CharsetLine.Fit)
        /// Omitted if one of its fields is empty, apart from those in nested parts.
        case part([Piece])
    }

    /// The template as written.
    package let source: String
    let pieces: [Piece]

    /// Parses a template; throws an error that names the column, if there is one.
    package init(_ source: String) throws(TemplateError) {
        guard source.utf8.count <= Self.limit else {
            throw TemplateError("longer than \(Self.limit) bytes", at: nil)
        }
        var reader = TemplateReader(source)
        self.source = source
        pieces = try reader.template()
    }

    /// Appends the text of an event to a line.
    func write(_ values: TemplateValues, to line: inout CharsetLine) {
        write(pieces, values, to: &line)
    }

    private func write(
        _ pieces: [Piece], _ values: TemplateValues, to line: inout CharsetLine
    ) {
        for piece in pieces {
            switch piece {
            case .words(let words): line.append(literal: words)
            case .field(let field, let fit): line.append(values[field], fit)
            case .part(let pieces):
                let isWhole = pieces.allSatisfy { piece in
                    guard case .field(let field, _) = piece else { return true }
                    return !values[field].isEmpty
                }
                if isWhole { write(pieces, values, to: &line) }
            }
        }
    }
}

/// Error in a template, with its column, counted from one.
package struct TemplateError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Description of the error, as a clause.
    package let sentence: String
    /// Column counted from one; nil if the error concerns the whole template.
    package let column: Int?

    init(_ sentence: String, at column: Int?) {
        self.sentence = sentence
        self.column = column
    }

    /// The clause, preceded by its column if known.
    package var description: String {
        column.map { "column \($0): \(sentence)" } ?? sentence
    }
}
