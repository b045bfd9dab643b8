package import Arguments
package import Commands
import History
import Linux
import Statistics

/// What a person can choose about `stats`.
package struct StatsOptions: Sendable {
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

    /// Takes what was given on the command line.
    package init(_ arguments: ParsedArguments) {
        place = HistoryPlace(arguments)
        choice = FilterOptions(arguments)
        showing = FigureShowing(arguments)
    }

    /// Counts what was kept, and shows it.
    package func run() -> ExitStatus {
        FilterOptions.attempt { () throws(FilterOptions.Problem) in
            let filter = try choice.filter()
            return place.look { (reader) throws(HistoryError) in
                showing.show(try Self.figures(of: reader, filter))
            }
        }
    }

    private static func figures(
        of reader: HistoryReader, _ filter: HistoryFilter
    ) throws(HistoryError) -> StatisticsFigures {
        // Days before the first notice, and those to come, say nothing.
        var since = filter.since
        if let start = since, let oldest = try Self.oldest(reader, filter),
            start.milliseconds < oldest.milliseconds
        {
            since = oldest
        }
        let now = WallTime.now
        let until = filter.until.map { $0.milliseconds < now.milliseconds ? $0 : now }
        var statistics = Statistics(since: since, until: until)
        try reader.facts(filter) { statistics.add($0) }
        try reader.links(since: filter.since, until: filter.until) { statistics.add($0) }
        try reader.sightings(forStatisticsSince: since, until: until) { sighting in
            statistics.add(sighting.news, at: sighting.at)
        }
        statistics.end(knowingUntil: try reader.lastMoment())
        return statistics.figures()
    }

    /// When the history begins.
    private static func oldest(
        _ reader: HistoryReader, _ filter: HistoryFilter
    ) throws(HistoryError) -> WallTime? {
        let moments = [try reader.oldestMoment(filter.order), try reader.oldestSighting()]
        return moments.compactMap(\.self).min { $0.milliseconds < $1.milliseconds }
    }
}
