package import Arguments
import Board
package import Commands
import Configuration
import Control
import HistoryCommands
import Linux
import Notices
import Outlets
import Screen
import Settings

/// What a person can choose about `board`.
package struct BoardClientOptions: Sendable {
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

    /// The command's entry in the table.
    package static let command = Command(
        name: "board", summary: "Show the day on this terminal, and take keys",
        details: [
            "The screen of the display [console], for one person: calls that ring in large "
                + "letters, the "
                + "notices of the day, what was missed. It stays, whatever the bridge does "
                + "meanwhile.",
            "Keys answer and decline calls, clear notices, search the history and filter the "
                + "list; ? "
                + "explains them. A key does nothing for half a second after what it would act "
                + "on has changed.",
        ],
        examples: [
            Command.Example("callboard board", "for a terminal that is always open"),
            Command.Example("ssh -t kitchen callboard board", "from another room"),
            Command.Example("callboard board --detail names", "where others look on"),
        ],
        options: [
            detail.option, NoticeChoice.category.option, silent.option, colours.option,
            night.option,
            HistoryPlace.parameter.option, ClientOptions.socket.option,
        ])

    let client: ClientOptions
    let history: HistoryPlace
    private let detail: BoardOptions.Detail
    private let categories: [String]
    private let silence: Silence
    private let colours: Colours
    private let night: String?

    /// Takes what was given on the command line.
    package init(_ arguments: ParsedArguments) {
        client = ClientOptions(arguments)
        history = HistoryPlace(arguments)
        detail = arguments[Self.detail]
        categories = arguments[NoticeChoice.category]
        silence = arguments[Self.silent]
        colours = arguments[Self.colours]
        night = arguments[Self.night]
    }

    /// How it looks.
    var screen: ScreenOptions {
        ScreenOptions(
            board: BoardOptions(
                detail: detail, categories: Set(categories.compactMap { Category(named: $0) }),
                silence: silence),
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

    /// Shows the board on the calling thread until somebody ends it.
    package func run() -> ExitStatus {
        if let problem {
            Messages.say(problem)
            return .usage
        }
        let terminal = Environment.value("TERM") ?? ""
        if ["", "dumb"].contains(terminal) {
            Messages.say(
                "this terminal cannot show a board (TERM is "
                    + "\(terminal.isEmpty ? "not set" : "dumb")"
                    + "); try callboard tail")
            return .unavailable
        }
        return BoardSession.run(self)
    }
}
