package import Arguments
import Control
import Notices
import Outlets

/// What a person can choose about `tail`.
package struct TailOptions: Sendable {
    static let category = Parameter<[String]>.texts(
        "category", letter: "c", placeholder: "CATEGORY",
        summary: "Only notices of this category, by name or label")
    static let app = Parameter<[String]>.texts(
        "app", letter: "a", placeholder: "APP",
        summary: "Only notices of this app, by identifier or name; callboard apps lists them")
    static let phone = Parameter<[String]>.texts(
        "phone", letter: "p", placeholder: "PHONE", summary: "Only what this phone sends")
    static let recent = Parameter<Int>.integer(
        "number", letter: "n", formerly: ["recent"], in: 0...ControlRequest.Tail.mostRecent,
        default: 0,
        summary: "Begin with the latest N events")
    static let raw = Parameter<Bool>.flag(
        "raw", summary: "Write raw Notification Source values as well (json, kv, csv)")

    static let once = Parameter<Bool>.flag(
        "once", summary: "End where the bridge stops (0) or is gone (69), and do not wait for it")

    /// The command's entry in the table.
    package static let command = Command(
        name: "tail", summary: "Show what the running bridge hears, as it happens",
        details: [
            "Any number of programs may watch at once. One that reads too slowly loses events "
                + "and is told how many; the others are not affected. Fields are described in "
                + "Docs/fields.md.",
            "A bridge that stops is waited for, and nothing that holds then is shown twice or "
                + "missed; "
                + "what came and went meanwhile is in callboard history.",
        ],
        examples: [
            Command.Example("callboard tail", "for people"),
            Command.Example("callboard tail -n 20 -c call -c missed", "calls, the latest first"),
            Command.Example("callboard tail -F json | jq .title", "for programs"),
        ],
        options: [
            DemoOptions.format.option, JSONChoice.json.option, category.option, app.option,
            phone.option, recent.option, raw.option,
            once.option,
            ClientOptions.socket.option,
        ])

    let client: ClientOptions
    let format: OutputFormat
    let showsSource: Bool
    private let categoryWords: [String]
    /// How many of the latest events come first.
    let recent: Int
    /// Which events are wanted.
    let filter: ControlRequest.Tail
    /// Whether it is over when the bridge is.
    let endsOnce: Bool

    /// Takes what was given on the command line.
    package init(_ arguments: ParsedArguments) {
        client = ClientOptions(arguments)
        format = JSONChoice.format(arguments)
        showsSource = arguments[Self.raw]
        categoryWords = arguments[Self.category]
        recent = arguments[Self.recent]
        endsOnce = arguments[Self.once]
        filter = ControlRequest.Tail(
            categories: categoryWords.compactMap { Category(named: $0)?.name },
            apps: arguments[Self.app], phones: arguments[Self.phone], source: showsSource)
    }

    /// What is wrong with the choices, as a sentence.
    var problem: String? { Self.problem(with: categoryWords) }

    /// What is wrong with the words for categories, as a sentence.
    static func problem(with categoryWords: [String]) -> String? {
        categoryWords.first { Category(named: $0) == nil }.map { word in
            let labels = Category.labels.joined(separator: ", ")
            return "--category wants one of \(labels), or a category's name, not "
                + "'\(word.printable)'"
        }
    }

    /// Watches on the calling thread until somebody ends it.
    package func run() -> ExitStatus {
        if let problem {
            Messages.say(problem)
            return .usage
        }
        return TailSession.run(self)
    }
}
