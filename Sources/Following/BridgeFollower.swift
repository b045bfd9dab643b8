package import Contract
package import Control
package import Linux
package import Notices

/// What holds at a bridge and what happens there, each thing news once, however often the way to it is interrupted.
@LoopActor
package final class BridgeFollower {
    /// What comes.
    package enum News {
        /// The bridge is there, perhaps again: what follows tells all that holds, whatever was told before.
        case begun
        /// All that holds was told; what follows happens.
        case caughtUp
        /// What holds or happens, and what of it is news: nothing where it held before this began to follow, or was told.
        case event(BoardEvent, news: BoardEvent?)
        /// So many events were left out because this was too slow.
        case leftOut(Int)
        /// How the bridge is, told now and then.
        case status(StatusAnswer)
        /// There is no bridge, or not any more; it is tried again.
        case lost(ControlFailure)
    }

    private let take: @LoopActor (News) -> Void
    private var link: BridgeLink?
    private var phase = NewsPhase()

    /// - Parameters:
    ///   - path: where the bridge listens.
    ///   - recent: how many of the latest events come first, before all that holds, and once.
    ///   - filter: which events are wanted.
    ///   - renews: whether all that holds is asked for once more where events were lost.
    ///   - take: takes what comes, the first of it later than this returns.
    package init(
        path: String, recent: Int = 0, _ filter: TailRequest = TailRequest(),
        renews: Bool = true, _ take: @escaping @LoopActor (News) -> Void
    ) {
        self.take = take
        link = BridgeLink(path: path, recent: recent, filter, renews: renews) { [weak self] in
            self?.take($0)
        }
    }

    /// Asks the bridge for something.
    package func ask<Request: ControlRequest>(
        _ request: Request, within limit: Duration? = ControlLimits.answer,
        _ answered: @escaping @LoopActor (Result<Answered<Request.Answer>, AskFailure>) -> Void
    ) {
        guard let link else { return answered(.failure(.failed(.gone))) }
        link.ask(request, within: limit, answered)
    }

    /// Ends it; nothing comes any more.
    package func stop() {
        link?.stop()
        link = nil
    }

    private func take(_ news: BridgeLink.News) {
        switch news {
        case .begun:
            phase.begin()
            take(News.begun)
        case .caughtUp:
            phase.end()
            take(News.caughtUp)
        case .event(let event): take(News.event(event, news: phase.news(in: event)))
        case .leftOut(let count): take(News.leftOut(count))
        case .status(let status): take(News.status(status))
        case .lost(let failure):
            phase.end()
            take(News.lost(failure))
        }
    }
}
