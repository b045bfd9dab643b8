import Arguments
import Commands
import CompanionSections
import Companions
import History
import Linux
import Notices
import PostgreSQL

/// The command `feed`: what the wall knows, as lines for programs.
@LoopActor
final class CentralFeed {
    /// What can be chosen.
    nonisolated static let options = [
        CentralHistory.site.option, CentralHistory.bridge.option, NoticeChoice.category.option,
    ]

    private struct Ending: Sendable {
        var status: ExitStatus
        var sentence: String?
    }

    /// How long a slow reader may take for what waits at the end.
    private nonisolated static let parting: Duration = .milliseconds(200)

    private let desk: FeedDesk
    private var signals: SignalWatcher?
    private let finish: @LoopActor (Ending) -> Void
    private var isEnding = false

    private init(
        _ plan: ServerPlan, _ filter: CentreFilter, alarm: Duration,
        _ finish: @escaping @LoopActor (Ending) -> Void
    ) {
        self.finish = finish
        desk = FeedDesk(plan, filter, alarm: alarm)
    }

    /// Writes on the calling thread until it is over.
    nonisolated static func run(_ arguments: ParsedArguments) -> ExitStatus {
        let categories = arguments[NoticeChoice.category]
        if let problem = NoticeChoice.problem(with: categories) {
            Messages.say(problem)
            return .usage
        }
        var filter = CentralHistory.places(arguments)
        filter.notices.categories = Set(categories.compactMap { Category(named: $0) })
        return CentralFile(arguments).beginning { [filter] settings, _ in
            do throws(Secret.Problem) {
                return run(try ServerPlan(settings, wantsToWrite: false), filter, settings.alarm)
            } catch {
                Messages.say("\(error)")
                return .badConfiguration
            }
        }
    }

    private nonisolated static func run(
        _ plan: ServerPlan, _ filter: CentreFilter, _ alarm: Duration
    ) -> ExitStatus {
        let ending = EventLoop.runHolding { (finish: @escaping @LoopActor (Ending) -> Void) in
            let feed = CentralFeed(plan, filter, alarm: alarm, finish)
            feed.start()
            return feed
        }
        if let sentence = ending.sentence { Messages.say(sentence) }
        return ending.status
    }

    private func start() {
        do throws(Errno) {
            signals = try SignalWatcher([.interrupt, .terminate, .hangUp]) { [weak self] signal in
                self?.end(Ending(status: .signal(signal.rawValue)))
            }
            try desk.start { [weak self] in self?.take($0) }
        } catch {
            end(Ending(status: .noResources, sentence: "\(error)"))
        }
    }

    private func take(_ end: FeedDesk.End) {
        switch end {
        case .closed: self.end(Ending(status: .success))
        case .failed(let error):
            self.end(
                Ending(
                    status: .outputFailed, sentence: "standard output cannot be written: \(error)"))
        }
    }

    private func end(_ ending: Ending) {
        guard !isEnding else { return }
        isEnding = true
        signals?.stop()
        desk.stop(within: Self.parting) { [finish] in finish(ending) }
    }
}
