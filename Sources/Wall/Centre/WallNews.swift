import Contract
import Control
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
    ///
    /// - words: for the administrator; they may name a server, a user or a path.
    /// - sentence: for the users of a page.
    case lost(_ words: String, sentence: String)

    /// What a page says before anybody has told anything.
    static let notYet = "The bridge is not there yet."
    /// What a page says where a centre is silent.
    static let noCentre = "The central database does not answer."

    /// What the bridge tells; nil for what is not about the board.
    init?(_ news: BridgeFollower.News) {
        switch news {
        case .begun: self = .begun
        case .caughtUp: self = .caughtUp
        case .event(let event, let news): self = .event(event, news: news)
        case .leftOut(let count): self = .leftOut(count)
        case .status: return nil
        case .lost(let failure): self = .lost("\(failure)", sentence: failure.forPages)
        }
    }
}

extension ControlFailure {
    /// A whole sentence for a display that a family looks at: without a path, a command or a number.
    fileprivate var forPages: String {
        switch self {
        case .noBridge, .notASocket, .failed: "The bridge is not running."
        case .turnedAway(let refusal) where refusal.code == .busy: "The bridge is too busy."
        case .denied, .turnedAway: "The bridge does not let this wall in."
        case .notABridge, .otherVersion: "The bridge and this wall do not belong together."
        case .noAnswer: "The bridge does not answer."
        case .stopped: "The bridge was stopped."
        case .gone: "The bridge is gone."
        }
    }
}
