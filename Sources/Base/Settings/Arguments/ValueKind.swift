/// Kind of value of an option or operand.
package enum ValueKind: Hashable, Sendable {
    /// No value.
    case flag
    case text
    case file
    /// One of these words.
    case choice([String])
    /// One of these words, optionally followed by a colon and a file path.
    case choiceAndFile([String])
    case integer(ClosedRange<Int>)
    case decimal(ClosedRange<Double>)

    /// Description of valid values, for error messages.
    var description: String {
        switch self {
        case .flag: "no value"
        case .text: "a text"
        case .file: "a file"
        case .choice(let words): words.joinedAsAlternatives
        case .choiceAndFile(let words):
            words.joinedAsAlternatives + ", optionally followed by a colon and a file"
        case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .decimal(let range):
            "a number from \(range.lowerBound.plain) to \(range.upperBound.plain)"
        }
    }

    /// The words that a value can be or begin with.
    var words: [String] {
        switch self {
        case .choice(let words), .choiceAndFile(let words): words
        default: []
        }
    }

    /// Splits a value into its word and the file after a colon.
    package static func parts(of value: String) -> (word: String, file: String?) {
        guard let colon = value.firstIndex(of: ":") else { return (value, nil) }
        return (String(value[..<colon]), String(value[value.index(after: colon)...]))
    }

    /// Returns the parsed value; nil if the word is not of this kind.
    func value(of word: String) -> ParsedValue? {
        switch self {
        case .flag: return nil
        case .text, .file: return word.isEmpty ? nil : .text(word)
        case .choice(let words): return words.contains(word) ? .text(word) : nil
        case .choiceAndFile(let words):
            let parts = Self.parts(of: word)
            return words.contains(parts.word) && parts.file != "" ? .text(word) : nil
        case .integer(let range):
            return Int(word).flatMap { range.contains($0) ? .integer($0) : nil }
        case .decimal(let range):
            // Swift also parses hexadecimal numbers, infinity and NaN.
            guard word.utf8.allSatisfy("0123456789+-.eE".utf8.contains) else { return nil }
            return Double(word).flatMap { range.contains($0) ? .decimal($0) : nil }
        }
    }
}

/// A parsed value.
enum ParsedValue: Hashable, Sendable {
    case flag
    case text(String)
    case integer(Int)
    case decimal(Double)

    /// The value as a command-line word; nil for a flag.
    var word: String? {
        switch self {
        case .flag: nil
        case .text(let text): text
        case .integer(let integer): "\(integer)"
        case .decimal(let decimal): decimal.plain
        }
    }

    var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    var integer: Int? {
        if case .integer(let integer) = self { integer } else { nil }
    }

    var decimal: Double? {
        if case .decimal(let decimal) = self { decimal } else { nil }
    }
}

extension Double {
    /// The number without needless digits: 10000 instead of 10000.0.
    package var plain: String {
        Int(exactly: self).map(String.init) ?? "\(self)"
    }
}

extension [String] {
    /// The words as alternatives, such as "board, json or csv".
    package var joinedAsAlternatives: String {
        guard let last, count > 1 else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " or " + last
    }
}
