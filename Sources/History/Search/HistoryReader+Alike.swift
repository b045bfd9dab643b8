internal import Notices

/// A word that somebody typed, and words that the history has instead.
package struct TypedWord: Sendable {
    /// As it was typed.
    package let text: String
    /// The word as the index knows it.
    package let folded: String
    /// Words of notices that begin alike, as they are written there, by what the index makes of them; nil where
    /// the word itself is known, or is none.
    package let alike: [String: String]?
}

extension HistoryReader {
    /// Notices whose words are gathered for one that nothing has.
    private static let gatheredNotices = 500
    /// Letters with which these words begin, as long as there are any such: first letters are seldom wrong.
    private static let beginnings = [3, 2]
    private static let longestWord = 64

    /// The words that were typed, and for each that no notice has those that begin alike.
    package func alike(
        _ words: SearchWords, within limit: Duration = searchTime
    ) throws(HistoryError) -> [TypedWord] {
        try HistoryError.translate { () throws(DatabaseError) in
            let splitter = try wordSplitter()
            var all: [TypedWord] = []
            for term in words.terms {
                let found = splitter.words(of: PreparedText(term.text).bytes).map(\.folded)
                let folded = found.count == 1 ? String(decoding: found[0], as: UTF8.self) : ""
                let isWord = !term.isPhrase && folded.contains { $0.isLetter }
                let alike = isWord ? try alike(term, folded, splitter, within: limit) : nil
                all.append(TypedWord(text: term.text, folded: folded, alike: alike))
            }
            return all
        }
    }

    private func alike(
        _ term: SearchWords.Term, _ folded: String, _ splitter: WordSplitter,
        within limit: Duration
    ) throws(DatabaseError) -> [String: String]? {
        var filter = HistoryFilter()
        filter.limit = 1
        guard try find(SearchWords(term.text), filter, within: limit).numbers.isEmpty else {
            return nil
        }
        filter.limit = Self.gatheredNotices
        for length in Self.beginnings where folded.count >= length {
            let start = String(folded.prefix(length))
            let found = try find(SearchWords(start), filter, within: limit).numbers
            if found.isEmpty { continue }
            var known: [String: String] = [:]
            for number in found {
                guard let notice = try stored(number)?.notice else { continue }
                for text in [
                    notice.title, notice.subtitle, notice.message, notice.appName ?? .empty,
                ] {
                    let prepared = PreparedText(text.string).bytes
                    for word in splitter.words(of: prepared) {
                        let name = String(decoding: word.folded, as: UTF8.self)
                        guard name.hasPrefix(start), word.range.count <= Self.longestWord else {
                            continue
                        }
                        known[name] = String(decoding: prepared[word.range], as: UTF8.self)
                    }
                }
            }
            return known
        }
        return [:]
    }
}
