package import Notices

/// The beacon news that an output receives.
package enum BeaconAttention: Hashable, Sendable {
    /// Live changes, except in range.
    case news
    /// Also current state.
    case state
    /// Also changes of range.
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
