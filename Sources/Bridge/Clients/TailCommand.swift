package import Commands
import Configuration
import Control
import Formats
import Notices
package import Settings

/// Command line of `tail`.
package struct TailCommand: Sendable {
    static let recent = Parameter<Int>.integer(
        "number", letter: "n", formerly: ["recent"], in: 0...TailRequest.mostRecent,
        default: 0,
        summary: "Begin with the latest N events")

    static let once = Parameter<Bool>.flag(
        "once", summary: "End when the bridge stops (0) or is gone (69), and do not wait for it")

    /// Command table entry of `tail`.
    package static let command = Command(
        name: "tail", summary: "Follow the events of the running bridge",
        details: [
            "Any number of programs may watch at once. One that reads too slowly loses events "
                + "and prints how many; the others are not affected. Fields are described in "
                + "Docs/reference/fields.md.",
            "If the bridge stops, the command waits for it, and then prints only what is new. What "
                + "came and went while no bridge ran is lost; what came and went after its restart "
                + "is in callboard history.",
        ],
        examples: [
            Command.Example("callboard tail", "for people"),
            Command.Example(
                "callboard tail -n 20 -c call -c missed", "the latest 20 calls, then each new one"),
            Command.Example("callboard tail -F json | jq .title", "for programs"),
        ],
        options: [
            JSONChoice.format.option, JSONChoice.json.option, NoticeChoice.category.option,
            NoticeChoice.app.option,
            NoticeChoice.phone.option, recent.option, JSONChoice.raw.option,
            once.option,

        ] + ClientOptions.all,
        advice: [
            "f": "callboard tail follows by itself, until you end it",
            "follow": "callboard tail follows by itself, until you end it",
            "lines": "callboard tail -n N begins with the latest N events",
        ])

    let client: ClientOptions
    let format: OutputFormat
    let showsSource: Bool
    private let categoryWords: [String]
    /// Number of latest events to print first.
    let recent: Int
    /// Selection of events.
    let filter: TailRequest
    /// Whether the command ends when the bridge does.
    let endsOnce: Bool

    /// Reads the parsed arguments.
    package init(_ arguments: ParsedArguments) {
        client = ClientOptions(arguments)
        format = JSONChoice.format(arguments)
        showsSource = arguments[JSONChoice.raw]
        categoryWords = arguments[NoticeChoice.category]
        recent = arguments[Self.recent]
        endsOnce = arguments[Self.once]
        filter = TailRequest(
            categories: categoryWords.compactMap { Category(named: $0)?.name },
            apps: arguments[NoticeChoice.app], phones: arguments[NoticeChoice.phone],
            source: showsSource)
    }

    /// Error in the options, as a sentence.
    var problem: String? { NoticeChoice.problem(with: categoryWords) }

    /// Follows events on the calling thread until a signal.
    package func run() -> ExitStatus {
        if let problem {
            Messages.say(problem)
            return .usage
        }
        let unknown = AskedNames.unknown(in: filter, at: client.path)
        // Continues: the app or the phone may appear later.
        if !unknown.isEmpty { Messages.say(unknown.joined(separator: "\n")) }
        return TailSession.run(self)
    }
}
