import Notices
import Settings

/// What a person wants shown: a notice on this terminal, or a text on the displays.
enum ShowIntent: Hashable {
    /// All of one notice.
    case notice(NoticeHandle)
    /// A text.
    case text(String)
    /// A text that standard input brings.
    case standardInput
    /// No text any more.
    case clear

    /// Why words make no sense, as a sentence.
    struct Mistake: Error, Hashable {
        let sentence: String
    }

    /// Options that say what is wanted.
    struct Choices {
        /// What is certainly a text.
        var text: String?
        /// Whether something was said that is about texts alone.
        var isAboutText = false
        /// Whether texts are to be taken back.
        var clears = false
        /// Whether something was said that is about notices alone.
        var isAboutNotice = false
    }

    /// The word in the place of a text that standard input brings.
    private static let inputWord = "-"

    /// Reads the words behind the command.
    ///
    /// A single word that may be the name of a notice is one, as it was before there were texts.
    init(_ words: [String], _ choices: Choices) throws(Mistake) {
        if choices.clears {
            guard words.isEmpty, choices.text == nil, !choices.isAboutText, !choices.isAboutNotice
            else {
                throw Mistake(sentence: "--clear takes back all texts, and goes with no other wish")
            }
            self = .clear
        } else if let text = choices.text {
            guard words.isEmpty else {
                throw Mistake(sentence: "put the whole text in quotation marks behind --text")
            }
            try self.init(text: text, choices)
        } else if words.count == 1, let word = words.first, !choices.isAboutText,
            choices.isAboutNotice || Self.isLikeName(word)
        {
            guard let handle = NoticeHandle(word) else {
                throw Mistake(
                    sentence: (NoticeHandle.problem(with: word) ?? "")
                        + "; with --text it is a text")
            }
            self = .notice(handle)
        } else if words.isEmpty {
            throw Mistake(sentence: "ID or TEXT is missing")
        } else {
            try self.init(text: words.joined(separator: " "), choices)
        }
    }

    private init(text: String, _ choices: Choices) throws(Mistake) {
        guard !choices.isAboutNotice else {
            throw Mistake(sentence: "--history is for a notice, and this is a text")
        }
        self = text == Self.inputWord ? .standardInput : .text(text)
    }

    /// Whether a word is the name of a notice, or was perhaps meant to be one.
    private static func isLikeName(_ word: String) -> Bool {
        if NoticeHandle(word) != nil { return true }
        let isPlain = word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return isPlain && word.contains(where: \.isNumber)
    }
}
