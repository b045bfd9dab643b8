import Basics
package import History
package import Notices

/// Search for the words that the user probably meant, if their own words have no hits.
///
/// A caller passes the notifications found for each `question` to `take`, until `question` is nil;
/// then `text` is final. The rules are thus the same for histories and the central database.
package struct WordSuggestion {
    /// The query to run next: the newest notifications with these words.
    package struct Question {
        package let words: SearchWords
        /// Limit of notifications.
        package let limit: Int
    }

    private enum Step {
        /// Check whether a word occurs.
        case word
        /// Query for words with a common beginning.
        case beginning(String)
        /// Check whether all words together have hits.
        case whole
    }

    /// Number of notifications from which similar words are collected.
    private static let gatheredNotices = 500
    /// Lengths of word beginnings to query, in order: first letters are seldom wrong.
    private static let beginnings = [3, 2]
    /// Limit of a suggested word in bytes.
    private static let longestWord = 64
    /// Limit of similar words per word, nearest first.
    private static let nearWords = 3
    /// Limit of combinations of such words.
    private static let combinations = 9

    /// The next query; nil when the result is final.
    package private(set) var question: Question?
    /// The suggestion; nil if no word is close enough.
    package private(set) var text: String?

    private let folder: WordFolder
    private var terms: ArraySlice<SearchWords.Term>
    /// Candidates for each word, nearest first; the word itself if it occurs.
    private var meanings: [[String]] = []
    private var isChanged = false
    /// Combinations still to be checked, in order.
    private var wholes: ArraySlice<String> = []
    private var step = Step.word
    private var folded = ""
    private var lengths: [Int] = []

    /// Starts with words that have no hits together.
    package init(_ words: SearchWords, _ folder: WordFolder) {
        self.folder = folder
        terms = words.terms[...]
        nextWord()
    }

    /// Processes the notifications found for the question, newest first.
    package mutating func take(_ notices: [Notice]) {
        switch step {
        case .word where notices.isEmpty:
            lengths = Self.beginnings.filter { folded.count >= $0 }
            nextBeginning()
        case .word: keepWord()
        case .beginning where notices.isEmpty: nextBeginning()
        case .beginning(let start):
            let known = words(beginning: start, in: notices)
            let near = NearMatch.nearest(
                to: folded, among: known.keys.sorted(), atMost: Self.nearWords)
            guard !near.isEmpty else { return nextBeginning() }
            isChanged = true
            meanings.append(near.compactMap { known[$0] })
            terms.removeFirst()
            nextWord()
        case .whole where notices.isEmpty:
            wholes.removeFirst()
            askForWhole()
        case .whole:
            question = nil
            text = wholes.first
        }
    }

    private mutating func nextWord() {
        while let term = terms.first {
            let found = folder.words(in: term.text)
            folded = found.count == 1 ? found[0].folded : ""
            if !term.isPhrase, folded.contains(where: \.isLetter) {
                step = .word
                question = Question(words: SearchWords(term.text), limit: 1)
                return
            }
            meanings.append([term.text])
            terms.removeFirst()
        }
        step = .whole
        if isChanged { wholes = Self.wholes(of: meanings)[...] }
        askForWhole()
    }

    private mutating func askForWhole() {
        question = wholes.first.map { Question(words: SearchWords($0), limit: 1) }
    }

    /// Returns the combinations of candidates, nearest to the typed words first.
    private static func wholes(of meanings: [[String]]) -> [String] {
        var wholes: [(words: [String], distance: Int)] = [([], 0)]
        for words in meanings {
            var longer: [(words: [String], distance: Int)] = []
            for whole in wholes {
                for (distance, word) in words.enumerated() {
                    longer.append((whole.words + [word], whole.distance + distance))
                }
            }
            let sorted = longer.enumerated().sorted { left, right in
                (left.element.distance, left.offset) < (right.element.distance, right.offset)
            }
            wholes = sorted.prefix(combinations).map { $0.element }
        }
        return wholes.map { $0.words.joined(separator: " ") }
    }

    /// Keeps a word as typed.
    private mutating func keepWord() {
        meanings.append([terms.removeFirst().text])
        nextWord()
    }

    private mutating func nextBeginning() {
        guard !lengths.isEmpty else { return keepWord() }
        let start = String(folded.prefix(lengths.removeFirst()))
        step = .beginning(start)
        question = Question(words: SearchWords(start), limit: Self.gatheredNotices)
    }

    /// Returns the words of notifications with a common beginning, keyed by their folded form.
    private func words(beginning start: String, in notices: [Notice]) -> [String: String] {
        var known: [String: String] = [:]
        // A one-time code is never suggested: the reader may be a display that hides codes.
        for notice in notices.map(\.withoutCode) {
            for text in [notice.title, notice.subtitle, notice.message, notice.appName ?? .empty] {
                for word in folder.words(in: text.string)
                where word.folded.hasPrefix(start) && word.written.utf8.count <= Self.longestWord {
                    known[word.folded] = word.written
                }
            }
        }
        return known
    }
}
