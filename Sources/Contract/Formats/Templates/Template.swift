/// How somebody wants a line to read: words of their own, and fields of the event in braces.
///
///     {label:6} {title}{?: {text}}
package struct Template: Hashable, Sendable {
    /// Bytes of a template at most.
    package static let limit = 512
    /// How deep parts may stand in parts.
    static let depth = 4
    /// The columns that a field may be given.
    static let widths = 1...250

    /// A piece of a template.
    indirect enum Piece: Hashable, Sendable {
        case words(String)
        case field(TemplateField, CharsetLine.Fit)
        /// Left out where one of the fields in it, apart from those in parts of its own, is empty.
        case part([Piece])
    }

    /// The template as it was written.
    package let source: String
    let pieces: [Piece]

    /// Reads a template, or says what is wrong with it and where.
    package init(_ source: String) throws(TemplateError) {
        guard source.utf8.count <= Self.limit else {
            throw TemplateError("it has more than \(Self.limit) bytes", at: nil)
        }
        var reader = TemplateReader(source)
        self.source = source
        pieces = try reader.template()
    }

    /// Adds what the template makes of an event to a line.
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

/// What is wrong with a template, and in which column, counted from one.
package struct TemplateError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, as a clause.
    package let sentence: String
    /// Where, counted from one; nil where it is the whole.
    package let column: Int?

    init(_ sentence: String, at column: Int?) {
        self.sentence = sentence
        self.column = column
    }

    /// The clause, behind its column where that is known.
    package var description: String {
        column.map { "in column \($0) \(sentence)" } ?? sentence
    }
}
