import Commands
import History
import HistoryCommands
import Linux
import Notices
import PostgreSQL
import Settings

/// Command `stats` of a central database: statistics of many histories, shown like those of one.
enum CentralStats {
    static let options =
        [CentralHistory.site.option, CentralHistory.bridge.option] + FilterOptions.times
        + FigureShowing.options

    /// Counts the matching notifications and shows the figures.
    static func run(_ arguments: ParsedArguments) -> ExitStatus {
        let showing = FigureShowing(arguments)
        return FilterOptions.attempt { () throws(FilterOptions.Problem) in
            let filter = try CentralHistory.filter(arguments, limit: nil)
            return CentralFile(arguments).asking { (_, central) throws(ServerFailure) in
                showing.show(
                    try central.wait { (server) throws(BatchFailure) in
                        try await figures(from: CentralQuestions(server), filter)
                    })
            }
        }
    }

    @LoopActor
    private static func figures(
        from central: CentralQuestions, _ filter: CentralFilter
    ) async throws(BatchFailure) -> StatisticsFigures {
        let now = WallTime.now
        let until = filter.notices.until.map { $0.milliseconds < now.milliseconds ? $0 : now }
        // Days before the first notification and future days contain no data.
        var since = filter.notices.since
        if let start = since, let oldest = try await central.oldestMoment(),
            start.milliseconds < oldest.milliseconds
        {
            since = oldest
        }
        var (statistics, last) = try await central.count(
            into: Statistics(since: since, until: until), filter)
        statistics.end(knowingUntil: last)
        return statistics.figures()
    }
}
