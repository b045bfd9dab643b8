package import Commands
import Configuration
import HistoryCommands
import Notices
package import Settings

/// Command line of `show`.
package struct ShowCommand: Sendable {
    private static let words = Operand(
        "ID|TEXT", kind: .text, isOptional: true, isRepeatable: true,
        summary:
            "The notification, by its name or the end of it, as callboard list shows it; or a text, "
            + "which - reads from standard input")
    private static let text = Parameter<String?>.text(
        "text", placeholder: "TEXT",
        summary: "The text, even if it is one word that could be the name of a notification")
    private static let clear = Parameter<Bool>.flag("clear", summary: "Withdraw all texts")

    /// Command table entry of `show`.
    package static let command = Command(
        name: "show", summary: "Show one notification whole, or a text on the displays",
        details: [
            "Of a notification: all its texts uncut, when it was sent and when it came, the app, the phone, and "
                + "what can be done about it. What the running bridge no longer has is searched "
                + "in the history. With --history, or without a bridge, everything is.",
            "Of a text: the running bridge shows it on its displays and serial ports, and to "
                + "all its clients, as a notification of the app callboard. It is gone when its time is "
                + "over, when "
                + "it is cleared (callboard clear ID, callboard show --clear), or when the bridge ends; it "
                + "is never kept in the history, and no rule applies to it. At most 16 are "
                + "shown; a further one replaces the oldest. Showing a text requires the right "
                + "to act.",
            "A single word of 3 to 13 digits and letters without i, l, o and u may be the name of a notification, "
                + "and is taken for one; so is a single word with digits in it. "
                + "Everything else is a text, and with --text, --for or --level so is any word. Scripts "
                + "do best with --text, or with - if other users of this host must not see the "
                + "text among the processes.",
        ],
        examples: [
            Command.Example("callboard show f6y", "one that callboard list shows"),
            Command.Example("callboard show 004hmasw9nf6y --json", "for programs"),
            Command.Example("callboard show 'The washing machine is done'", "for five minutes"),
            Command.Example(
                "callboard show --text Tea --for 30m --level quiet", "a word, in silence"),
            Command.Example("callboard show Tea 10s", "a time after a text of one argument"),
            Command.Example("date | callboard show -", "the output of another program"),
            Command.Example("callboard show --clear", "withdraw all texts"),
        ],
        options: [
            text.option, TextShowing.time.option, TextShowing.level.option, clear.option,
        ] + JSONChoice.ofPage + [HistoryPlace.parameter.option] + ClientOptions.all,
        operands: [words])

    private let client: ClientOptions
    private let place: HistoryPlace
    private let writesLines: Bool
    private let showing: TextShowing
    private let words: [String]
    private let choices: ShowIntent.Choices

    /// Reads the parsed arguments.
    package init(_ arguments: ParsedArguments) {
        client = ClientOptions(arguments)
        place = HistoryPlace(arguments)
        writesLines = JSONChoice.isWanted(arguments)
        let given = arguments[Self.words]
        // If the time is given as an option, all words belong to the text.
        let isSaid = arguments.has(TextShowing.time.option)
        let (text, time) =
            isSaid
            ? (given, nil)
            : TextShowing.split(given, isBehindText: arguments.has(Self.text.option))
        showing = TextShowing(arguments, for: time)
        words = text
        choices = ShowIntent.Choices(
            text: arguments[Self.text],
            isAboutText: TextShowing.isMeant(by: arguments) || time != nil,
            clears: arguments[Self.clear], isAboutNotice: place.isNamed)
    }

    /// Prints the notification, or lets the bridge show the text.
    package func run() -> ExitStatus {
        do throws(ShowIntent.Mistake) {
            switch try ShowIntent(words, choices) {
            case .notice(let handle): return lookUp(handle)
            case .text(let text): return showing.show(text)
            case .standardInput: return showing.showInput()
            case .clear: return showing.clear()
            }
        } catch {
            Messages.say(error.sentence)
            return .usage
        }
    }

    private func lookUp(_ handle: NoticeHandle) -> ExitStatus {
        let word = words.first ?? ""
        // A word with digits is probably a name and not meant as a text.
        let isWord = word.allSatisfy(\.isLetter)
        return NoticeLookup(
            client: client, place: place, writesLines: writesLines, handle: handle,
            advice: isWord ? "; callboard show --text \(word) shows this word on the displays" : ""
        ).run()
    }
}
