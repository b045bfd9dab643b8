package import Arguments
import Control
import Notices
import Outlets

/// What a person can choose about `tail`.
package struct TailOptions: Sendable {
    static let format = Parameter<OutputFormat>.choice(
        "format", letter: "F", placeholder: "FORMAT", default: .board,
        summary: "How notices are written: for people, for programs, or as in the book")
    static let category = Parameter<[String]>.texts(
        "category", letter: "c", placeholder: "CATEGORY",
        summary: "Only notices of this category, by name or label")
    static let app = Parameter<[String]>.texts(
        "app", letter: "a", placeholder: "APP",
        summary: "Only notices of this app, by identifier or name; callboard apps lists them")
    static let phone = Parameter<[String]>.texts(
        "phone", letter: "p", placeholder: "PHONE", summary: "Only what this phone sends")
    static let recent = Parameter<Int>.integer(
        "recent", letter: "n", in: 0...ControlRequest.Tail.mostRecent, default: 0,
        summary: "Begin with the latest N events")
    static let raw = Parameter<Bool>.flag(
        "raw", summary: "Write raw Notification Source values as well (json, kv, csv)")

    /// The command's entry in the table.
    package static let command = Command(
        name: "tail", summary: "Show what the running bridge hears, as it happens",
        details: [
            "Any number may watch at once. Who reads too slowly loses events and is told how many; "
                + "nobody else does. Fields are described in Docs/fields.md."
        ],
        examples: [
            Command.Example("callboard tail", "for people"),
            Command.Example("callboard tail -n 20 -c call -c missed", "calls, the latest first"),
            Command.Example("callboard tail -F json | jq .title", "for programs"),
        ],
        options: [
            format.option, category.option, app.option, phone.option, recent.option, raw.option,
            ClientOptions.socket.option,
        ])

    let client: ClientOptions
    let format: OutputFormat
    let showsSource: Bool
    private let categoryWords: [String]
    private let filter: ControlRequest.Tail

    /// Takes what was given on the command line.
    package init(_ arguments: ParsedArguments) {
        client = ClientOptions(arguments)
        format = arguments[Self.format]
        showsSource = arguments[Self.raw]
        categoryWords = arguments[Self.category]
        filter = ControlRequest.Tail(
            recent: arguments[Self.recent],
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

    /// What to ask the bridge.
    var request: ControlRequest { .tail(filter) }

    /// Watches on the calling thread until somebody ends it.
    package func run() -> ExitStatus {
        if let problem {
            Messages.say(problem)
            return .usage
        }
        return TailSession.run(self)
    }
}
