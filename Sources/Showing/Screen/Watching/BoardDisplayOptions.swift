import Board
package import Commands
import Linux
import Notices
import Outlets
package import Settings

/// Command-line options for the look of a board on a terminal, and for its content.
package struct BoardDisplayOptions: Sendable {
    /// Use of colours.
    enum Colours: String, CaseIterable, Sendable {
        case auto
        case always
        case never
    }

    private static let colours = Parameter<Colours>.choice(
        "colours", placeholder: "WHEN", default: .auto,
        summary: "Whether to use colours; auto does, unless NO_COLOR is set")
    private static let night = Parameter<String?>.text(
        "night", placeholder: "HH:MM-HH:MM",
        summary: "When the colours are dark red, for the night")
    private static let detail = Parameter<BoardOptions.Detail>.choice(
        "detail", placeholder: "DETAIL", default: .full,
        summary: "How much is shown: everything (full), only name and category (names), or "
            + "only the number (counts)"
    )

    private static let silent = Parameter<Silence>.choice(
        "silent", placeholder: "HOW", default: .quiet,
        summary: "Whether silently delivered notifications, as with Focus, are omitted, shown "
            + "without large letters, or shown like all others")

    package static let options = [
        detail.option, NoticeChoice.category.option, silent.option, colours.option, night.option,
    ]

    private let detail: BoardOptions.Detail
    private let categories: [String]
    private let silence: Silence
    private let colours: Colours
    private let night: String?

    package init(_ arguments: ParsedArguments) {
        detail = arguments[Self.detail]
        categories = arguments[NoticeChoice.category]
        silence = arguments[Self.silent]
        colours = arguments[Self.colours]
        night = arguments[Self.night]
    }

    /// Resulting screen options.
    package var screen: ScreenOptions {
        ScreenOptions(
            board: BoardOptions(
                detail: detail, categories: Set(categories.compactMap { Category(named: $0) }),
                silence: silence, codes: .show),
            isUTF8: Terminal.speaksUTF8, isColored: isColored,
            nightHours: night.flatMap { TimeSpan(parsing: $0) }.map { Hours($0) })
    }

    private var isColored: Bool {
        switch colours {
        case .auto: (Environment.value("NO_COLOR") ?? "").isEmpty
        case .always: true
        case .never: false
        }
    }

    /// Error in the options, as a message; nil if there is none.
    private var problem: String? {
        if let night, TimeSpan(parsing: night) == nil {
            return "--night must be a time span such as 22:00-07:00, not \(night.quoted)"
        }
        return NoticeChoice.problem(with: categories)
    }

    /// Reports why a board cannot be shown: an error in the options, or an unsuitable terminal.
    ///
    /// Returns nil if it can be shown.
    ///
    /// - Parameter instead: the command that shows the same on such a terminal.
    package func refusal(instead: String) -> ExitStatus? {
        if let problem {
            Messages.say(problem)
            return .usage
        }
        let terminal = Environment.value("TERM") ?? ""
        guard ["", "dumb"].contains(terminal) else { return nil }
        Messages.say(
            "this terminal cannot show a board (TERM is "
                + "\(terminal.isEmpty ? "not set" : "dumb")); try \(instead)")
        return .unavailable
    }
}
