import Arguments
import Outlets

/// The options by which programs ask any command for JSON: `--json` and `-F json`, which are the same.
enum JSONChoice {
    /// What a command without other formats prints.
    enum Page: String, CaseIterable, Sendable {
        /// What people read.
        case board
        case json
    }

    /// For commands that write events in one of several formats.
    static let json = Parameter<Bool>.flag("json", summary: "The same as --format json")
    /// For commands that print a page for people, or the same as JSON.
    static let page = Parameter<Page>.choice(
        "format", letter: "F", placeholder: "FORMAT", default: .board,
        summary: "What is printed: a page for people, or the same as --json")

    /// Both options of a command that prints a page.
    static let ofPage = [ClientOptions.lines.option, page.option]

    /// Whether a command that prints a page is asked for JSON.
    static func isWanted(_ arguments: ParsedArguments) -> Bool {
        arguments[ClientOptions.lines] || arguments[page] == .json
    }

    /// The format of a command that writes events.
    static func format(_ arguments: ParsedArguments) -> OutputFormat {
        arguments[json] ? .json : arguments[DemoOptions.format]
    }
}
