package import Notices

/// How much of beacons an outlet hears.
package enum BeaconAttention: Hashable, Sendable {
    /// What happens.
    case news
    /// What holds as well, although it is not new.
    case state
    /// That, and how near everything is.
    case everything

    /// Whether this is for it.
    package func takes(_ news: BeaconNews) -> Bool {
        switch self {
        case .news: !news.isKept && news.change != .range
        case .state: news.change != .range
        case .everything: true
        }
    }
}
