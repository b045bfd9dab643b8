/// Limits of a session, with the consequence of each.
package enum SessionLimits {
    /// Notifications waiting to be fetched.
    ///
    /// Beyond the limit the oldest pre-existing one is dropped, else the oldest fresh one, else the
    /// oldest call.
    package static let waiting = 4096
    /// Notifications waiting for their app's name; the oldest is reported without it.
    package static let heldForName = 256
    /// Byte limit of held texts; the oldest notification is reported without its app's name.
    package static let heldBytes = 2 << 20
    /// Waiting actions of the user; further actions are refused.
    package static let actions = 16
    /// Apps whose names are remembered; further apps are shown by their identifiers.
    package static let apps = 512
    /// Length of the longest app identifier for which a name is requested.
    package static let appIdentifier = 255
    /// Number of requests before a notification is reported without its attributes.
    package static let attempts = 2

    /// Time without a byte of the answer after which a confirmed request has failed.
    package static let progress: Duration = .seconds(10)
    /// Time without a byte after some complete attributes, after which no more are expected.
    package static let pause: Duration = .seconds(3)
    /// Time without a byte of the name after the answer about an app has begun, after which none is
    /// expected.
    package static let namePause: Duration = .seconds(1)
    /// Time without progress after which a request yields to a waiting call.
    package static let yield: Duration = .milliseconds(500)
    /// Time after which a call is reported without its texts.
    package static let callPatience: Duration = .milliseconds(1500)
    /// Time after which an incomplete answer has failed, even if fragments still arrive.
    package static let answer: Duration = .seconds(60)
    /// Time after which the name of an app is given up.
    package static let appName: Duration = .seconds(5)
    /// Time without confirmation of a subscription or a write after which the phone counts as
    /// unresponsive.
    package static let slowConfirmation: Duration = .seconds(10)
    /// Time without confirmation of a subscription or a write after which the phone is
    /// disconnected.
    package static let confirmation: Duration = .seconds(40)
    /// Time without a Notification Source value, a response or an answer after which the phone is
    /// probed.
    package static let probeInterval: Duration = .seconds(15 * 60)
    /// Time without a Notification Source value after which the subscription is renewed: some
    /// phones silently stop sending them while they still answer.
    package static let renewal: Duration = .seconds(6 * 3600)
    /// Consecutive failed requests after which the phone counts as unresponsive.
    package static let silences = 3
    /// Maximum number of consecutive disconnections because of silence.
    ///
    /// After that the phone is left alone for `rest`, because phones reject hosts whose links break
    /// repeatedly.
    package static let partings = 3
    /// Time for which a phone that does not answer gets only probes and the user's actions.
    package static let rest: Duration = .seconds(10 * 60)
    /// An app on every phone: whether the phone returns its name shows whether it answers at all.
    package static let everyPhonesApp = Array("com.apple.MobileSMS".utf8)

    /// First and longest delay before a retry after a refusal.
    package static let retry: ClosedRange<Duration> = .seconds(5) ... .seconds(60)
    /// Minimum delay before a retry after a refusal.
    package static let earliestRetry: Duration = .seconds(1)
}
