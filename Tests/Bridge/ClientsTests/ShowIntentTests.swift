import Expecting
import Notices
import Testing

@testable import Clients

/// What a person means by the words behind `show`.
struct ShowIntentTests {
    private static func wish(
        _ words: [String], _ choices: ShowIntent.Choices = ShowIntent.Choices()
    ) -> Result<ShowIntent, ShowIntent.Mistake> {
        do throws(ShowIntent.Mistake) {
            return .success(try ShowIntent(words, choices))
        } catch {
            return .failure(error)
        }
    }

    private static func mistake(_ sentence: String) -> Result<ShowIntent, ShowIntent.Mistake> {
        .failure(ShowIntent.Mistake(sentence: sentence))
    }

    @Test(arguments: [
        ("f6y", "the end of a name"), ("004hmasw9nf6y", "a whole name"), ("000", "digits alone"),
        ("tea", "a word that a name may be"), ("Tea", "in any case"),
    ])
    func `a single word that may be a notice's name is one`(_ word: String, _ why: Comment) throws {
        let handle = try #require(NoticeHandle(word))
        expect(Self.wish([word]), is: .success(.notice(handle)), why)
    }

    @Test(
        arguments: [
            (["Tea is ready"], "Tea is ready", "words in one pair of quotation marks"),
            (["Tea", "is", "ready"], "Tea is ready", "words without them"),
            (["f6y", "g7z"], "f6y g7z", "no notice has two names"),
            (["Dinner"], "Dinner", "a letter that no name has"),
            (["OK"], "OK", "too short for a name"), (["18:30"], "18:30", "a sign that no name has"),
            (["Évry"], "Évry", "letters beyond ASCII"), (["tea!"], "tea!", "a mark behind it"),
        ] as [([String], String, Comment)])
    func `all else is a text`(_ words: [String], _ text: String, _ why: Comment) {
        expect(Self.wish(words), is: .success(.text(text)), why)
    }

    @Test(arguments: ["0", "f6l", "42", "004hmasw9nf6yx"])
    func `a mistyped name is shown to nobody`(_ word: String) {
        guard case .failure(let mistake) = Self.wish([word]) else {
            Issue.record("\(word) is no mistake")
            return
        }
        #expect(mistake.sentence.hasSuffix("not '\(word)'; --text shows it as a text"))
    }

    @Test func `who says so means a text`() {
        for word in ["tea", "f6y", "42"] {
            expect(
                Self.wish([], ShowIntent.Choices(text: word)), is: .success(.text(word)), "--text")
            let choices = ShowIntent.Choices(isAboutText: true)
            expect(Self.wish([word], choices), is: .success(.text(word)), "--for or --level")
        }
        expect(Self.wish(["-"]), is: .success(.standardInput))
        expect(Self.wish([], ShowIntent.Choices(text: "-")), is: .success(.standardInput))
        expect(Self.wish([], ShowIntent.Choices(clears: true)), is: .success(.clear))
    }

    @Test(
        arguments: [
            (
                ["tea"], ShowIntent.Choices(clears: true),
                "--clear cannot be combined with ID, TEXT, --text, --for, --level or --history"
            ),
            (
                [], ShowIntent.Choices(isAboutText: true, clears: true),
                "--clear cannot be combined with ID, TEXT, --text, --for, --level or --history"
            ),
            (
                ["tea"], ShowIntent.Choices(text: "time"),
                "put the whole text in quotation marks behind --text"
            ), ([], ShowIntent.Choices(), "ID or TEXT is missing"),
            ([], ShowIntent.Choices(isAboutText: true), "ID or TEXT is missing"),
            (
                ["tea", "time"], ShowIntent.Choices(isAboutNotice: true),
                "--history is for a notification, and this is a text"
            ),
            (
                [], ShowIntent.Choices(text: "tea", isAboutNotice: true),
                "--history is for a notification, and this is a text"
            ),
        ] as [([String], ShowIntent.Choices, String)])
    func `what makes no sense is told`(
        _ words: [String], _ choices: ShowIntent.Choices, _ sentence: String
    ) {
        expect(Self.wish(words, choices), is: Self.mistake(sentence))
    }
}
