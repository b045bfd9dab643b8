import Board
package import Commands
import Linux
import Notices
import Outlets
package import Settings

/// How a person wants a board on a terminal to look, and what of the day to be on it.
package struct BoardDisplayOptions: Sendable {
    /// When there are colours.
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
        summary: "When it uses the dark red colours of the night")
    private static let detail = Parameter<BoardOptions.Detail>.choice(
        "detail", placeholder: "DETAIL", default: .full,
        summary: "How much is shown: everything, only who and what kind, or only how many there are"
    )

    private static let silent = Parameter<Silence>.choice(
        "silent", placeholder: "HOW", default: .quiet,
        summary: "Whether what is delivered in silence, as with Focus, is left out, shown without "
            + "large letters, or like all else")

    /// What can be chosen.
    package static let options = [
        detail.option, NoticeChoice.category.option, silent.option, colours.option, night.option,
    ]

    private let detail: BoardOptions.Detail
    private let categories: [String]
    private let silence: Silence
    private let colours: Colours
    private let night: String?

    /// Takes what was given on the command line.
    package init(_ arguments: ParsedArguments) {
        detail = arguments[Self.detail]
        categories = arguments[NoticeChoice.category]
        silence = arguments[Self.silent]
        colours = arguments[Self.colours]
        night = arguments[Self.night]
    }

    /// How it looks.
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

    /// What is wrong with the choices, as a sentence.
    private var problem: String? {
        if let night, TimeSpan(parsing: night) == nil {
            return "--night wants a time span such as 22:00-07:00, not \(night.quoted)"
        }
        return NoticeChoice.problem(with: categories)
    }

    /// Says why there can be no board: what is wrong with the choices, or with the terminal.
    ///
    /// - Parameter instead: what shows the same on such a terminal.
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
