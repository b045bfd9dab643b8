import Notices
import Settings

/// Meaning of a `show` command: a notification on this terminal, or a text on the displays.
enum ShowIntent: Hashable {
    case notice(NoticeHandle)
    case text(String)
    case standardInput
    /// Withdraw all texts.
    case clear

    /// Error in the arguments, as a sentence.
    struct Mistake: Error, Hashable {
        let sentence: String
    }

    /// Options that determine the meaning.
    struct Choices {
        /// Value of `--text`.
        var text: String?
        /// Whether `--for`, `--level` or a display time after the text was given.
        var isAboutText = false
        /// Whether `--clear` was given: all texts are to be withdrawn.
        var clears = false
        /// Whether `--history` was given, which applies only to notifications.
        var isAboutNotice = false
    }

    /// Placeholder for a text on standard input.
    private static let inputWord = "-"

    /// Interprets the words after the command.
    ///
    /// For compatibility, a single word that may be the name of a notification is interpreted as one.
    init(_ words: [String], _ choices: Choices) throws(Mistake) {
        if choices.clears {
            guard words.isEmpty, choices.text == nil, !choices.isAboutText, !choices.isAboutNotice
            else {
                throw Mistake(
                    sentence: "--clear cannot be combined with ID, TEXT, --text, --for, --level or "
                        + "--history")
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
                        + "; --text shows it as a text")
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
            throw Mistake(sentence: "--history is for a notification, and this is a text")
        }
        self = text == Self.inputWord ? .standardInput : .text(text)
    }

    /// Returns whether a word is, or was probably meant as, the name of a notification.
    private static func isLikeName(_ word: String) -> Bool {
        if NoticeHandle(word) != nil { return true }
        let isPlain = word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return isPlain && word.contains(where: \.isNumber)
    }
}
