package import Formats
package import Settings

/// Output format options: those of commands that write events, and the equivalents `--json` and `-F json` that every command accepts.
package enum JSONChoice {
    /// Output of commands that have no other formats.
    package enum Page: String, CaseIterable, Sendable {
        /// Text for users.
        case board
        case json
    }

    /// Option of commands that write events in one of several formats.
    package static let format = Parameter<OutputFormat>.choice(
        "format", letter: "F", placeholder: "FORMAT", default: .board,
        summary: "Output format: for users, for programs, or the classic transcript")
    /// Option of those commands that can also show undecoded values.
    package static let raw = Parameter<Bool>.flag(
        "raw", summary: "Also write raw Notification Source values (json, kv, csv)")
    /// Short form of `--format json`.
    package static let json = Parameter<Bool>.flag("json", summary: "The same as --format json")
    /// Option of commands that otherwise print only a page of text.
    package static let lines = Parameter<Bool>.flag(
        "json", summary: "Print one JSON object, for programs")
    /// Option of commands that print a page of text or the same data as JSON.
    package static let page = Parameter<Page>.choice(
        "format", letter: "F", placeholder: "FORMAT", default: .board,
        summary: "Output format: text for users, or the same as --json")

    /// Both options of a command that prints a page.
    package static let ofPage = [lines.option, page.option]

    /// Returns whether JSON output was requested from a command that prints a page.
    package static func isWanted(_ arguments: ParsedArguments) -> Bool {
        arguments[lines] || arguments[page] == .json
    }

    /// Returns the requested format of a command that writes events.
    package static func format(_ arguments: ParsedArguments) -> OutputFormat {
        arguments[json] ? .json : arguments[format]
    }
}
