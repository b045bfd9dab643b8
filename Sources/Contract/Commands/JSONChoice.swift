package import Formats
package import Settings

/// How what a command prints is written: the options of commands that write events, and those by which programs
/// ask any command for JSON, `--json` and `-F json`, which are the same.
package enum JSONChoice {
    /// What a command without other formats prints.
    package enum Page: String, CaseIterable, Sendable {
        /// What people read.
        case board
        case json
    }

    /// For commands that write events in one of several formats.
    package static let format = Parameter<OutputFormat>.choice(
        "format", letter: "F", placeholder: "FORMAT", default: .board,
        summary: "How notices are written: for people, for programs, or in the classic layout")
    /// For those of them that can show what the phone said before it was understood.
    package static let raw = Parameter<Bool>.flag(
        "raw", summary: "Write raw Notification Source values as well (json, kv, csv)")
    /// The same as the format JSON.
    package static let json = Parameter<Bool>.flag("json", summary: "The same as --format json")
    /// For commands that print nothing else but a page for people.
    package static let lines = Parameter<Bool>.flag(
        "json", summary: "Print one JSON object, for programs")
    /// For commands that print a page for people, or the same as JSON.
    package static let page = Parameter<Page>.choice(
        "format", letter: "F", placeholder: "FORMAT", default: .board,
        summary: "What is printed: a page for people, or the same as --json")

    /// Both options of a command that prints a page.
    package static let ofPage = [lines.option, page.option]

    /// Whether a command that prints a page is asked for JSON.
    package static func isWanted(_ arguments: ParsedArguments) -> Bool {
        arguments[lines] || arguments[page] == .json
    }

    /// The format of a command that writes events.
    package static func format(_ arguments: ParsedArguments) -> OutputFormat {
        arguments[json] ? .json : arguments[format]
    }
}
