package import Commands
import History
package import Settings

/// What a person can choose about `stats`.
package struct StatsCommand: Sendable {
    /// The command's entry in the table.
    package static let command = Command(
        name: "stats", summary: "Show statistics of the history, as a picture",
        details: [
            "Calls per day, when notices come, who calls most, which apps say most, how long phones "
                + "were connected, how long persons were at home, and where things were last. Docs/history.md explains each number.",
            "The picture has no parts elsewhere, so that a page or a README can show it. It "
                + "names who "
                + "called.",
        ],
        examples: [
            Command.Example("callboard stats --since 'last month'", "on the terminal"),
            Command.Example("callboard stats --svg year.svg", "a picture"),
            Command.Example("callboard stats --json | jq .calls", "for programs"),
        ],
        options: [HistoryPlace.parameter.option] + FilterOptions.times
            + FigureShowing.options)

    private let place: HistoryPlace
    private let choice: FilterOptions
    private let showing: FigureShowing

    /// The command with these arguments, about the history in this place.
    package init(_ arguments: ParsedArguments, in place: HistoryPlace) {
        self.place = place
        choice = FilterOptions(arguments)
        showing = FigureShowing(arguments)
    }

    /// Counts what was kept, and shows it.
    package func run() -> ExitStatus {
        FilterOptions.attempt { () throws(FilterOptions.Problem) in
            let filter = try choice.filter()
            return place.look { (reader) throws(HistoryError) in
                showing.show(try reader.figures(filter))
            }
        }
    }
}
