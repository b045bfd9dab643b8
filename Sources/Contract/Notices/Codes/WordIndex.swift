/// Index of words and phrases to be found in a text.
struct WordIndex<Meaning: Sendable>: Sendable {
    private struct Entry: Sendable {
        let signs: [UInt32]
        /// Whether the word matches with any ending.
        let isOpen: Bool
        let meaning: Meaning
    }

    /// Entries by their first two signs; for a single sign, by that and zero.
    private var entries: [UInt64: [Entry]] = [:]

    /// Parses lists of words separated by bars; a star at the end matches any ending.
    init(_ lists: [(words: String, meaning: Meaning)]) {
        for (words, meaning) in lists {
            for word in words.split(whereSeparator: { $0 == "|" || $0 == "\n" }) {
                let isOpen = word.last == "*"
                let signs = CodeText.signs(of: String(isOpen ? word.dropLast() : word))
                guard let first = signs.first else { continue }
                let key = Self.key(first, signs.count > 1 ? signs[1] : 0)
                entries[key, default: []].append(
                    Entry(signs: signs, isOpen: isOpen, meaning: meaning))
            }
        }
        // Longest first; of equal length, in order of the lists.
        entries = entries.mapValues { bucket in
            bucket.enumerated().sorted {
                ($1.element.signs.count, $0.offset) < ($0.element.signs.count, $1.offset)
            }.map(\.element)
        }
    }

    private static func key(_ first: UInt32, _ second: UInt32) -> UInt64 {
        UInt64(first) << 32 | UInt64(second)
    }

    /// Returns the longest word that begins at a position, with its end.
    func longest(in text: CodeText, at start: Int) -> (end: Int, meaning: Meaning)? {
        let first = text.sign(at: start)
        guard first.kind != .textEnd, first.kind != .space else { return nil }
        let second = text.sign(at: start + 1).value
        for key in [Self.key(first.value, second), Self.key(first.value, 0)] {
            for entry in entries[key] ?? [] where isHere(entry, text, start) {
                return (start + entry.signs.count, entry.meaning)
            }
        }
        return nil
    }

    private func isHere(_ entry: Entry, _ text: CodeText, _ start: Int) -> Bool {
        let end = start + entry.signs.count
        guard end <= text.signs.count else { return false }
        for offset in entry.signs.indices where text[start + offset].value != entry.signs[offset] {
            return false
        }
        if entry.isOpen || text[end - 1].kind != .letter { return true }
        return text.sign(at: end).kind != .letter
    }
}
