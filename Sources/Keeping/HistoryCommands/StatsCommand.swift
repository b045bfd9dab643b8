package import Commands
import History
package import Settings

/// The command `stats`.
package struct StatsCommand: Sendable {
    package static let command = Command(
        name: "stats", summary: "Show statistics of the history, as charts or a picture",
        details: [
            "Calls per day, notifications by weekday and hour, top callers, top apps, how long "
                + "phones were connected, how long residents were at home, and where items were "
                + "last. Docs/reference/history-data.md explains each number.",
            "The picture is self-contained, so that a page or a README can show it. It contains "
                + "the names of callers.",
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

    package init(_ arguments: ParsedArguments, in place: HistoryPlace) {
        self.place = place
        choice = FilterOptions(arguments)
        showing = FigureShowing(arguments)
    }

    package func run() -> ExitStatus {
        FilterOptions.attempt { () throws(FilterOptions.Problem) in
            let filter = try choice.filter()
            return place.look { (reader) throws(HistoryError) in
                showing.show(try reader.figures(filter))
            }
        }
    }
}
