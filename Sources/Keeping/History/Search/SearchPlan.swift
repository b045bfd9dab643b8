/// Search words in the form of the index.
struct SearchPlan: Sendable {
    /// Consecutive words.
    struct Phrase: Hashable, Sendable {
        var words: [[UInt8]]
        /// Whether the last word may be a prefix.
        var isBegun: Bool

        /// Shortest prefix; a single letter would match half of all notifications.
        static let shortestBeginning = 2

        /// Returns the matches in a text's words as byte ranges.
        func places(in found: [WordSplitter.Word]) -> [Range<Int>] {
            guard !words.isEmpty, found.count >= words.count else { return [] }
            return (0...found.count - words.count).flatMap { start -> [Range<Int>] in
                let part = found[start..<start + words.count]
                let isHit = zip(part, words.indices).allSatisfy { word, index in
                    isBegun && index == words.count - 1
                        ? word.folded.starts(with: words[index]) : word.folded == words[index]
                }
                return isHit ? part.map(\.range) : []
            }
        }
    }

    /// Phrases that are all required, or numbers that match instead of them.
    struct Group: Hashable, Sendable {
        var phrases: [Phrase]
        var numbers: [[UInt8]] = []
    }

    private(set) var groups: [Group] = []
    /// The typed text, for a search without words.
    let literal: String

    init(_ words: SearchWords, _ splitter: WordSplitter) {
        literal = words.terms.map(\.text).joined(separator: " ")
        var numberTerms: [(phrase: Phrase, digits: [UInt8])] = []
        for term in words.terms {
            let found = splitter.words(of: PreparedText(term.text).bytes).map(\.folded)
            guard let last = found.last else { continue }
            let canBegin =
                String(decoding: last, as: UTF8.self).unicodeScalars.count
                >= Phrase.shortestBeginning
            let phrase = Phrase(words: found, isBegun: term.isBegun && canBegin)
            if !term.isPhrase, let digits = DigitRuns.digits(ofTyped: term.text) {
                numberTerms.append((phrase, digits))
            } else {
                endNumber(&numberTerms)
                groups.append(Group(phrases: [phrase]))
            }
        }
        endNumber(&numberTerms)
    }

    /// Combines adjacent words of digits to one number.
    private mutating func endNumber(_ terms: inout [(phrase: Phrase, digits: [UInt8])]) {
        defer { terms = [] }
        guard !terms.isEmpty else { return }
        var group = Group(phrases: terms.map(\.phrase))
        let digits = terms.flatMap(\.digits)
        // A number with a country code lacks the leading zero of the national form. In a short part
        // of a number the zero may be one of its digits.
        let dialled = digits.drop { $0 == UInt8(ascii: "0") }
        for (part, shortest) in [
            (digits[...], DigitRuns.shortestPart), (dialled, DigitRuns.shortest),
        ] where (shortest...DigitRuns.longest).contains(part.count) {
            if !group.numbers.contains(Array(part)) { group.numbers.append(Array(part)) }
        }
        groups.append(group)
    }

    /// FTS5 expression; nil without words.
    var expression: String? {
        groups.isEmpty ? nil : groups.map(Self.expression).joined(separator: " AND ")
    }

    private static func expression(_ group: Group) -> String {
        let phrases = group.phrases.map(expression).joined(separator: " AND ")
        if group.numbers.isEmpty { return "(" + phrases + ")" }
        let numbers = group.numbers.map { part in
            "digits : " + quoted(part) + " *"
        }
        return "((" + phrases + ") OR " + numbers.joined(separator: " OR ") + ")"
    }

    private static func expression(_ phrase: Phrase) -> String {
        let words = Array(phrase.words.joined(separator: [UInt8(ascii: " ")]))
        // Number parts are in a separate column, where a word would match by accident.
        return "{title subtitle message app} : " + quoted(words) + (phrase.isBegun ? " *" : "")
    }

    /// Returns an FTS5 string, in which only the quotation mark is special.
    private static func quoted(_ bytes: [UInt8]) -> String {
        var quoted = "\"".unicodeScalars
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars where scalar != "\0" {
            if scalar == "\"" { quoted.append(scalar) }
            quoted.append(scalar)
        }
        quoted.append("\"")
        return String(quoted)
    }
}
