package import Commands
import Configuration
import HistoryCommands
import Screen
package import Settings

/// Command line of `board`.
package struct BoardCommand: Sendable {
    /// Command table entry of `board`.
    package static let command = Command(
        name: "board", summary: "Show the day on this terminal, and take keys",
        details: [
            "The screen of the display [console], for one user: ringing calls in large type, "
                + "today's notifications, and what was missed. It stays open even if the bridge stops.",
            "Keys answer and decline calls, clear notifications, control media players, search the "
                + "history and filter the list; ? explains them. When the call or row that a key "
                + "acts on changes, the key does nothing for half a second.",
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

    /// Reads the parsed arguments.
    package init(_ arguments: ParsedArguments) {
        client = ClientOptions(arguments)
        history = HistoryPlace(arguments)
        look = BoardDisplayOptions(arguments)
    }

    /// Shows the board on the calling thread until the user quits.
    package func run() -> ExitStatus {
        if let refusal = look.refusal(instead: "callboard tail") { return refusal }
        let (client, history, look) = (client, history, look)
        return BoardSession.run { device, demand in
            BoardController(
                path: client.path, device: device, look.screen, history: history, demand)
        }
    }
}
