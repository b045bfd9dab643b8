package import Notices

/// The beacon news that an output receives.
package enum BeaconAttention: Hashable, Sendable {
    /// Live changes; neither current state nor distances.
    case news
    /// Also current state, which draws no attention (`BeaconNews.isKept`).
    case state
    /// Also distances.
    case everything

    /// Returns whether an output with this attention receives the news.
    package func takes(_ news: BeaconNews) -> Bool {
        switch self {
        case .news: !news.isKept && news.change != .range
        case .state: news.change != .range
        case .everything: true
        }
    }
}
