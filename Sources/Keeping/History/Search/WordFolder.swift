internal import Notices

/// Splits what is kept, and what somebody looks for, into words for another index than the history's own, by the same rules;
/// used by one thread at a time.
package final class WordFolder {
    /// A word that stands between texts, so that no phrase goes across.
    private static let boundary = "\u{F0000}"
    /// Begins the parts of telephone numbers, which no word begins with.
    private static let numberSign = "#"

    private let splitter: WordSplitter

    /// A folder of words.
    package init() throws(HistoryError) {
        splitter = try HistoryError.translate { () throws(DatabaseError) in try WordSplitter() }
    }

    /// All words by which a notice is found, in their order, with single spaces between.
    package func words(of stored: StoredNotice) -> String {
        let notice = stored.notice
        let app = notice.appName.flatMap { $0.isEmpty ? nil : $0 } ?? notice.appID
        let indexed = IndexedWords(
            Texts(of: notice), earlier: stored.life.compactMap(\.before), app: app)
        return indexed.words(by: splitter, boundary: Self.boundary, numberSign: Self.numberSign)
    }

    /// The words of a text: each as an index has it, and as it is written there.
    package func words(in text: String) -> [(folded: String, written: String)] {
        let prepared = PreparedText(text).bytes
        return splitter.words(of: prepared).map { word in
            (
                String(decoding: word.folded, as: UTF8.self),
                String(decoding: prepared[word.range], as: UTF8.self)
            )
        }
    }

    /// What somebody looks for, for the same index.
    package func query(for words: SearchWords) -> TextQuery {
        let plan = SearchPlan(words, splitter)
        guard !plan.groups.isEmpty else {
            return TextQuery(words: nil, phrases: [], literal: plan.literal)
        }
        let groups = plan.groups.map { group in
            let phrases = group.phrases.map(Self.expression).joined(separator: " & ")
            guard !group.numbers.isEmpty else { return phrases }
            let numbers = group.numbers.map { number in
                Self.quoted(Self.numberSign + String(decoding: number, as: UTF8.self)) + ":*"
            }
            return "((\(phrases)) | " + numbers.joined(separator: " | ") + ")"
        }
        // Words in a row that may as well be a number are found by the number.
        let phrases = plan.groups.filter(\.numbers.isEmpty).flatMap(\.phrases)
            .filter { $0.words.count > 1 }
            .map { phrase in
                " " + phrase.words.map(\.wordText).joined(separator: " ")
                    + (phrase.isBegun ? "" : " ")
            }
        return TextQuery(words: groups.joined(separator: " & "), phrases: phrases, literal: nil)
    }

    private static func expression(_ phrase: SearchPlan.Phrase) -> String {
        phrase.words.indices.map { index in
            let isBegun = phrase.isBegun && index == phrase.words.count - 1
            return quoted(phrase.words[index].wordText) + (isBegun ? ":*" : "")
        }.joined(separator: " & ")
    }

    /// A word as PostgreSQL's `tsquery` has it.
    private static func quoted(_ word: String) -> String {
        var quoted = "'"
        for scalar in word.unicodeScalars {
            if scalar == "'" || scalar == "\\" { quoted.unicodeScalars.append(scalar) }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "'"
    }
}

/// What is looked for, as PostgreSQL takes it.
package struct TextQuery: Hashable, Sendable {
    /// An expression of the type `tsquery`; nil where no word is among what was typed.
    package let words: String?
    /// Words that must be in a row, with the spaces around them.
    package let phrases: [String]
    /// What was typed, where no word is among it.
    package let literal: String?
}

extension IndexedWords {
    /// All words, those of each text in their order.
    fileprivate func words(
        by splitter: WordSplitter, boundary: String, numberSign: String
    ) -> String {
        var all: [String] = []
        for (index, column) in columns.enumerated() {
            let isNumbers = index == columns.count - 1
            let bytes = isNumbers ? Array(column.utf8) : PreparedText(column).bytes
            let words = splitter.words(of: bytes).map(\.folded.wordText).filter { !$0.isEmpty }
            if words.isEmpty { continue }
            if !all.isEmpty { all.append(boundary) }
            all += isNumbers ? words.map { numberSign + $0 } : words
        }
        return all.joined(separator: " ")
    }
}

extension [UInt8] {
    /// The bytes of a word as a text, which has no zero character in PostgreSQL.
    fileprivate var wordText: String {
        String(String(decoding: self, as: UTF8.self).unicodeScalars.filter { $0 != "\0" })
    }
}
