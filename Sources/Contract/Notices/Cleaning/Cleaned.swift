/// Treatment of line breaks in a cleaned text.
package enum LineBreaks: Hashable, Sendable {
    /// Replace a line break and the spaces around it by one space; none remains at either end.
    case becomeSpaces
    /// Replace any line break by a line feed, the only control character that remains.
    case becomeLineFeeds
}

extension Text {
    /// Returns the text in a form that is safe to show.
    package func cleaned(lineBreaks: LineBreaks = .becomeSpaces) -> String {
        string.cleaned(lineBreaks: lineBreaks)
    }
}

extension String {
    /// Returns the string in a form that is safe to show.
    ///
    /// Anything listed by `ScalarHazard` is removed, and so are more marks on a letter, or parts of a character, than writing systems use.
    package func cleaned(lineBreaks: LineBreaks = .becomeSpaces) -> String {
        let isPlain = utf8.allSatisfy { (0x20...0x7E).contains($0) }
        if isPlain, utf8.first != UInt8(ascii: " "), utf8.last != UInt8(ascii: " ") { return self }
        var cleaner = Cleaner(lineBreaks: lineBreaks)
        cleaner.take(Array(unicodeScalars))
        return String(cleaner.output).replacingOverlongCharacters()
    }

    /// Replaces characters of so many parts that they do not occur in writing; terminals might show the parts one after another.
    private func replacingOverlongCharacters() -> String {
        let limit = Cleaner.scalarsPerCharacter
        func isOverlong(_ character: Character) -> Bool {
            character.unicodeScalars.count > limit
        }
        guard contains(where: isOverlong) else { return self }
        return String(map { isOverlong($0) ? "\u{FFFD}" : $0 })
    }
}

private struct Cleaner {
    /// Most consecutive marks; the densest writing in use, Tibetan and pointed Hebrew, has fewer.
    static let marksInARow = 8
    /// Maximum number of scalars of a character; the longest emoji in use, a kiss with two skin tones, has ten.
    static let scalarsPerCharacter = 16

    let lineBreaks: LineBreaks
    private(set) var output = String.UnicodeScalarView()
    private var marks = 0
    /// Whether spaces are being skipped, and one is due before the next character.
    private var isBetweenLines: Bool

    init(lineBreaks: LineBreaks) {
        self.lineBreaks = lineBreaks
        isBetweenLines = lineBreaks == .becomeSpaces
    }

    mutating func take(_ scalars: [Unicode.Scalar]) {
        var index = 0
        while index < scalars.count {
            let scalar = scalars[index]
            index += 1
            switch scalar.hazard {
            case nil:
                append(scalar)
                let tags = Self.flagTags(after: scalar, in: scalars[index...])
                // Appending an empty collection would copy the whole string.
                if !tags.isEmpty { output.append(contentsOf: tags) }
                index += tags.count
            case .control, .direction, .invisible, .tag: continue
            case .tab: append(" ")
            case .unassigned: append("\u{FFFD}")
            case .lineBreak:
                // CR LF is one break.
                if scalar == "\r", index < scalars.count, scalars[index] == "\n" { index += 1 }
                breakLine()
            }
        }
        if lineBreaks == .becomeSpaces { removeLastSpaces() }
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        if isBetweenLines {
            if scalar == " " { return }
            isBetweenLines = false
            if !output.isEmpty { output.append(" ") }
        }
        marks = scalar.joinsTheOneBefore ? marks + 1 : 0
        if marks <= Self.marksInARow { output.append(scalar) }
    }

    private mutating func breakLine() {
        marks = 0
        switch lineBreaks {
        case .becomeLineFeeds: output.append("\n")
        case .becomeSpaces:
            removeLastSpaces()
            isBetweenLines = true
        }
    }

    private mutating func removeLastSpaces() {
        while output.last == " " { output.removeLast() }
    }

    /// Returns the tags after a black flag that select a region: three to six letters or digits, and an end tag.
    private static func flagTags(
        after scalar: Unicode.Scalar, in scalars: ArraySlice<Unicode.Scalar>
    ) -> ArraySlice<Unicode.Scalar> {
        guard scalar == "\u{1F3F4}" else { return [] }
        let letters = scalars.prefix(7).prefix { scalar in
            (0xE0030...0xE0039).contains(scalar.value) || (0xE0061...0xE007A).contains(scalar.value)
        }
        guard (3...6).contains(letters.count), letters.endIndex < scalars.endIndex,
            scalars[letters.endIndex] == "\u{E007F}"
        else { return [] }
        return scalars[letters.startIndex...letters.endIndex]
    }
}

extension Unicode.Scalar {
    fileprivate var joinsTheOneBefore: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: true
        default: self == "\u{200C}" || self == "\u{200D}"
        }
    }
}
