import Following
import Notices

/// What a wall hears, of the bridge beside it or of a centre.
enum WallNews {
    /// What follows tells all that holds, whatever was told before.
    case begun
    /// All that holds was told; what follows happens.
    case caughtUp
    /// What holds or happens, and what of it is news.
    case event(BoardEvent, news: BoardEvent?)
    /// So many events were left out because the wall was too slow.
    case leftOut(Int)
    /// How the bridges of a centre are.
    case bridges([WallPicture.Bridge])
    /// There is nobody who tells, and why; it is tried again.
    case lost(String)

    /// What the bridge tells; nil for what is not about the board.
    init?(_ news: BridgeFollower.News) {
        switch news {
        case .begun: self = .begun
        case .caughtUp: self = .caughtUp
        case .event(let event, let news): self = .event(event, news: news)
        case .leftOut(let count): self = .leftOut(count)
        case .status: return nil
        case .lost(let failure): self = .lost("\(failure)")
        }
    }
}
