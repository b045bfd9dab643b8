internal import Notices

/// Splits texts and queries into words for an external index, by the rules of the history's own
/// index.
///
/// For one thread at a time.
package final class WordFolder {
    /// Word between two texts, which prevents phrases from matching across them.
    private static let boundary = "\u{F0000}"
    /// Prefix of the parts of telephone numbers; no word begins with it.
    private static let numberSign = "#"

    private let splitter: WordSplitter

    package init() throws(HistoryError) {
        splitter = try HistoryError.translate { () throws(DatabaseError) in try WordSplitter() }
    }

    /// Returns all index words of a notification in order, separated by spaces.
    package func words(of stored: StoredNotice) -> String {
        let notice = stored.notice
        let app = notice.appName.flatMap { $0.isEmpty ? nil : $0 } ?? notice.appID
        let indexed = IndexedWords(
            Texts(of: notice), earlier: stored.life.compactMap(\.before), app: app)
        return indexed.words(by: splitter, boundary: Self.boundary, numberSign: Self.numberSign)
    }

    /// Returns the words of a text, folded and as written.
    package func words(in text: String) -> [(folded: String, written: String)] {
        let prepared = PreparedText(text).bytes
        return splitter.words(of: prepared).map { word in
            (
                String(decoding: word.folded, as: UTF8.self),
                String(decoding: prepared[word.range], as: UTF8.self)
            )
        }
    }

    /// Returns the query for the external index.
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
        // Consecutive words that may be a number match through the number instead.
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

    /// Returns a quoted word of a PostgreSQL `tsquery`.
    private static func quoted(_ word: String) -> String {
        var quoted = "'"
        for scalar in word.unicodeScalars {
            if scalar == "'" || scalar == "\\" { quoted.unicodeScalars.append(scalar) }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "'"
    }
}

/// Query for PostgreSQL.
package struct TextQuery: Hashable, Sendable {
    /// Expression of type `tsquery`; nil without words.
    package let words: String?
    /// Phrases of consecutive words, with the spaces around them.
    package let phrases: [String]
    /// The typed text, if it contains no words.
    package let literal: String?
}

extension IndexedWords {
    /// Returns all words, those of each text in order.
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
    /// The bytes as text without NUL, which PostgreSQL does not accept.
    fileprivate var wordText: String {
        String(String(decoding: self, as: UTF8.self).unicodeScalars.filter { $0 != "\0" })
    }
}
