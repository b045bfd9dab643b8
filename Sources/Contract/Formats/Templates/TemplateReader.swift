internal import Basics

/// Parser of templates.
struct TemplateReader {
    private let characters: [Character]
    private var position = 0

    init(_ source: String) {
        characters = Array(source)
    }

    /// Parses the whole template.
    mutating func template() throws(TemplateError) -> [Template.Piece] {
        try pieces(depth: 0, openedAt: nil)
    }

    /// Parses up to the end, or in a part up to its closing brace.
    private mutating func pieces(
        depth: Int, openedAt start: Int?
    ) throws(TemplateError) -> [Template.Piece] {
        var pieces: [Template.Piece] = []
        var words = ""
        while let character = next() {
            let place = position - 1
            if isControl(character) { throw error("control characters are not allowed", at: place) }
            guard character == "{" || character == "}" else {
                words.append(character)
                continue
            }
            // A doubled brace stands for itself; of three closing braces the first ends a field or
            // part.
            if peek == character, character == "{" || start == nil {
                position += 1
                words.append(character)
                continue
            }
            if !words.isEmpty { pieces.append(.words(words)) }
            words = ""
            if character == "}" {
                guard start != nil else {
                    throw error("} without {; write }} for a brace", at: place)
                }
                return pieces
            }
            pieces.append(try braces(from: place, depth: depth))
        }
        if let start { throw error("part without closing }", at: start) }
        if !words.isEmpty { pieces.append(.words(words)) }
        return pieces
    }

    /// Parses a part or a field after its opening brace.
    private mutating func braces(
        from start: Int, depth: Int
    ) throws(TemplateError) -> Template.Piece {
        guard peek == "?" else { return try field(from: start) }
        position += 1
        guard depth < Template.depth else {
            throw error(
                "at most \(Template.depth) parts can be nested", at: start)
        }
        let pieces = try pieces(depth: depth + 1, openedAt: start)
        let hasField = pieces.contains { piece in
            if case .words = piece { false } else { true }
        }
        guard hasField else {
            throw error("part without a field, which would always be shown", at: start)
        }
        return .part(pieces)
    }

    private mutating func field(from start: Int) throws(TemplateError) -> Template.Piece {
        var inside = ""
        while let character = next() {
            if character == "}" { return try field(inside, from: start) }
            if character == "{" { break }
            inside.append(character)
        }
        throw error("field without closing }; write {{ for a brace", at: start)
    }

    private func field(
        _ inside: String, from start: Int
    ) throws(TemplateError) -> Template.Piece {
        let parts = inside.split(
            separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let field = TemplateField(name) else {
            let near = NearMatch.find(for: name, among: TemplateField.names)
            let hint =
                near.map { "; did you mean \($0)?" }
                ?? "; Docs/reference/serial-formats.md lists them"
            throw error("unknown field\(hint)", at: start)
        }
        guard parts.count == 2 else { return .field(field, .whole) }
        guard let fit = CharsetLine.Fit(String(parts[1])) else {
            let widths = "\(Template.widths.lowerBound) to \(Template.widths.upperBound)"
            throw error(
                "invalid width; write {\(name):20}, {\(name):>20} or {\(name):.20}, "
                    + "with a width from \(widths)", at: start)
        }
        return .field(field, fit)
    }

    private var peek: Character? {
        position < characters.count ? characters[position] : nil
    }

    private mutating func next() -> Character? {
        guard let character = peek else { return nil }
        position += 1
        return character
    }

    private func isControl(_ character: Character) -> Bool {
        character.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }

    private func error(_ sentence: String, at place: Int) -> TemplateError {
        TemplateError(sentence, at: place + 1)
    }
}

extension CharsetLine.Fit {
    /// Parses the width after the colon of a field.
    fileprivate init?(_ text: String) {
        let sign = text.first.flatMap { "<>.".contains($0) ? $0 : nil }
        let digits = sign == nil ? text[...] : text.dropFirst()
        guard digits.utf8.count <= 3, digits.utf8.allSatisfy({ (48...57).contains($0) }),
            let width = Int(digits), Template.widths.contains(width)
        else { return nil }
        switch sign {
        case ">": self = .right(width)
        case ".": self = .atMost(width)
        default: self = .left(width)
        }
    }
}
