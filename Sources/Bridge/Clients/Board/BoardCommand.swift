package import Commands
import Configuration
import HistoryCommands
import Screen
package import Settings

/// What a person can choose about `board`.
package struct BoardCommand: Sendable {
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
        options: BoardDisplayOptions.options + [
            HistoryPlace.parameter.option
        ] + ClientOptions.all)

    private let client: ClientOptions
    private let history: HistoryPlace
    private let look: BoardDisplayOptions

    /// Takes what was given on the command line.
    package init(_ arguments: ParsedArguments) {
        client = ClientOptions(arguments)
        history = HistoryPlace(arguments)
        look = BoardDisplayOptions(arguments)
    }

    /// Shows the board on the calling thread until somebody ends it.
    package func run() -> ExitStatus {
        if let refusal = look.refusal(instead: "callboard tail") { return refusal }
        let (client, history, look) = (client, history, look)
        return BoardSession.run { device, demand in
            BoardController(
                path: client.path, device: device, look.screen, history: history, demand)
        }
    }
}
