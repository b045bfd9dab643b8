/// Limits of a media session, with the consequence of each.
package enum MediaLimits {
    /// Number of bytes of a text; a longer one is cut.
    package static let text = 512
    /// Number of characters of a number; a longer one counts as unknown.
    package static let numberLength = 64
    /// Length of a track, and position in it; a longer one counts as unknown.
    package static let time: Duration = .seconds(1_000_000)
    /// Playback rate in either direction; a higher one counts as unknown.
    package static let rate: Double = 100
    /// Number of tracks in a queue; a higher one counts as unknown.
    package static let queue = 1_000_000
    /// Waiting commands of the user; further commands are refused.
    package static let commands = 16
    /// Number of requests for the whole of a cut value before the cut value is kept.
    package static let attempts = 2

    /// Difference between a reported position and the running one from which on the position has
    /// jumped.
    package static let jump: Duration = .seconds(2)
    /// Delay of a report after the first change, so that it includes the changes that follow at
    /// once.
    package static let settling: Duration = .milliseconds(100)
    /// Minimum time between two reports; changes in between are joined.
    package static let reportInterval: Duration = .milliseconds(250)
    /// Time after which a command that the phone has not answered is reported as unanswered.
    package static let command: Duration = .seconds(10)
    /// Time after which a request that the phone has not answered counts as refused.
    ///
    /// The attribute protocol ends a link after 30 s without an answer, so none can follow.
    package static let answer: Duration = .seconds(60)
    /// First and longest delay before refused subscriptions and registrations are repeated.
    package static let retry: ClosedRange<Duration> = .seconds(5) ... .seconds(600)
    /// Minimum time between two renewals of the list of supported commands.
    package static let renewalInterval: Duration = .seconds(5)
}
