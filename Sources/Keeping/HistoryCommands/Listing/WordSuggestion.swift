import Basics
package import History
package import Notices

/// What somebody probably meant whose words no notice has, so that there are hits of it.
///
/// Questions go out and notices come in, so that a history and a central database are searched by the same rules: as long as there is
/// a question, its answer is taken, and then the text is known.
package struct WordSuggestion {
    /// Notices without which it cannot go on: the newest with these words.
    package struct Question {
        package let words: SearchWords
        /// How many there may be.
        package let limit: Int
    }

    private enum Step {
        /// Whether a word is known at all.
        case word
        /// Which words begin like it.
        case beginning(String)
        /// Whether all the words together are found.
        case whole
    }

    /// Notices whose words are gathered for one that nothing has.
    private static let gatheredNotices = 500
    /// Letters with which these words begin, as long as there are any such: first letters are seldom wrong.
    private static let beginnings = [3, 2]
    /// Bytes of the longest word that is suggested.
    private static let longestWord = 64
    /// Words that may be meant by one, the nearest first.
    private static let nearWords = 3
    /// Combinations of such words that are looked for.
    private static let combinations = 9

    /// What has to be looked up next; nil once it is known what was meant.
    package private(set) var question: Question?
    /// What was probably meant; nil if nothing is near enough.
    package private(set) var text: String?

    private let folder: WordFolder
    private var terms: ArraySlice<SearchWords.Term>
    /// What each word may mean, the nearest first: the word itself if it is known.
    private var meanings: [[String]] = []
    private var isChanged = false
    /// What may be meant by all of them, of which one is looked for after the other.
    private var wholes: ArraySlice<String> = []
    private var step = Step.word
    private var folded = ""
    private var lengths: [Int] = []

    /// Begins with words that no notice has together.
    package init(_ words: SearchWords, _ folder: WordFolder) {
        self.folder = folder
        terms = words.terms[...]
        nextWord()
    }

    /// Takes what was found for the question, the newest first.
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

    /// All the words together in each of their meanings, those first that are nearest to what was typed.
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

    /// Leaves a word as it was typed.
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

    /// Words of notices that begin alike, as they are written there, by what an index makes of them.
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
