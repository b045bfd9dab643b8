import Arguments
import Centre
import Commands
import History
import HistoryCommands
import Linux
import Notices
import PostgreSQL
import Statistics

/// The command `stats` of a centre: the figures of many histories, shown as those of one.
enum CentralStats {
    /// What can be chosen.
    static let options =
        [CentralHistory.site.option, CentralHistory.bridge.option] + FilterOptions.times
        + FigureShowing.options

    /// Counts what is there, and shows it.
    static func run(_ arguments: ParsedArguments) -> ExitStatus {
        let showing = FigureShowing(arguments)
        return CentralFile(arguments).asking { _, plan in
            FilterOptions.attempt { () throws(FilterOptions.Problem) in
                var filter = CentreFilter()
                filter.notices = try FilterOptions(arguments).filter(limit: nil)
                filter.sites = arguments[CentralHistory.site]
                filter.bridges = arguments[CentralHistory.bridge]
                do throws(ServerFailure) {
                    return showing.show(try figures(of: CentreReader(plan), filter))
                } catch {
                    Messages.say("\(error)")
                    return error.endsConnection ? .unavailable : .failure
                }
            }
        }
    }

    private static func figures(
        of reader: CentreReader, _ filter: CentreFilter
    ) throws(ServerFailure) -> StatisticsFigures {
        let now = WallTime.now
        let until = filter.notices.until.map { $0.milliseconds < now.milliseconds ? $0 : now }
        // Days before the first notice, and those to come, say nothing.
        var since = filter.notices.since
        if let start = since, let oldest = try reader.oldestMoment(),
            start.milliseconds < oldest.milliseconds
        {
            since = oldest
        }
        var (statistics, last) = try reader.count(
            into: Statistics(since: since, until: until), filter)
        statistics.end(knowingUntil: last)
        return statistics.figures()
    }
}
