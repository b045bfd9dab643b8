import AddOnRuntime
import Commands
import History
import Linux
import Notices
import PostgreSQL
import Settings

/// Command `feed`: the central board as lines for programs.
enum CentralFeed {
    static let options = [
        CentralHistory.site.option, CentralHistory.bridge.option, NoticeChoice.category.option,
    ]

    /// Time for a slow reader to read the queued lines at the end.
    private static let parting: Duration = .milliseconds(200)

    /// Writes on the calling thread until the output ends.
    static func run(_ arguments: ParsedArguments) -> ExitStatus {
        let categories = arguments[NoticeChoice.category]
        if let problem = NoticeChoice.problem(with: categories) {
            Messages.say(problem)
            return .usage
        }
        var filter = CentralHistory.places(arguments)
        filter.notices.categories = Set(categories.compactMap { Category(named: $0) })
        return CentralFile(arguments).beginning { [filter] settings, _ in
            do throws(Secret.Problem) {
                return run(
                    try DatabaseEndpoint(settings, wantsToWrite: false), filter, settings.alarm)
            } catch {
                Messages.say("\(error)")
                return .badConfiguration
            }
        }
    }

    private static func run(
        _ plan: DatabaseEndpoint, _ filter: CentralFilter, _ alarm: Duration
    ) -> ExitStatus {
        CommandEnd.run { () throws(CommandEnd) in
            let controller = FeedWriter(plan, filter, alarm: alarm)
            let over = Mailbox<FeedWriter.End>()
            do throws(Errno) {
                try controller.start { over.post($0) }
            } catch {
                return CommandEnd(.noResources, "\(error)")
            }
            let end = await over.next()
            await finished { controller.stop(within: parting, $0) }
            switch end {
            case .closed, nil: return CommandEnd(.success)
            case .failed(let error):
                return CommandEnd(.outputFailed, "standard output cannot be written: \(error)")
            }
        }
    }
}
