/// The bounds of a session, each with what happens there.
package enum SessionLimits {
    /// Notifications that wait to be fetched; past that the oldest pre-existing one is dropped, or
    /// where there is none the oldest fresh one, or where all are calls the oldest call.
    package static let waiting = 4096
    /// Notifications that wait for their app's name; past that the oldest goes without.
    package static let heldForName = 256
    /// Bytes of their texts; past that likewise.
    package static let heldBytes = 2 << 20
    /// Actions of the person that wait; past that an action is refused.
    package static let actions = 16
    /// Apps whose names are remembered; past that an app goes by its identifier.
    package static let apps = 512
    /// The longest app identifier that is asked about.
    package static let appIdentifier = 255
    /// How often a notification is asked for before it is reported without its attributes.
    package static let attempts = 2

    /// Without a byte of an answer for so long, a request that the phone has taken has failed.
    package static let progress: Duration = .seconds(10)
    /// After some attributes have come whole and nothing of the next for so long, no more will.
    package static let pause: Duration = .seconds(3)
    /// After an answer about an app has begun and nothing of its name come for so long, none will.
    package static let namePause: Duration = .seconds(1)
    /// A request without progress for so long gives way to a call that waits.
    package static let yield: Duration = .milliseconds(500)
    /// A call whose words have not come for so long is reported without them.
    package static let callPatience: Duration = .milliseconds(1500)
    /// However it drips, an answer that takes longer has failed.
    package static let answer: Duration = .seconds(60)
    /// An app's name that takes longer is given up.
    package static let appName: Duration = .seconds(5)
    /// A phone that has not confirmed a subscription or a write for so long counts as unresponsive.
    package static let slowConfirmation: Duration = .seconds(10)
    /// A phone that has not confirmed a subscription or a write for so long is let go.
    package static let confirmation: Duration = .seconds(40)
    /// After so long without news the phone is asked whether it still answers.
    package static let probeInterval: Duration = .seconds(15 * 60)
    /// After so long without news the subscription is renewed: phones silently stop sending while
    /// they still answer.
    package static let renewal: Duration = .seconds(6 * 3600)
    /// Failed requests in a row after which the phone counts as unresponsive.
    package static let silences = 3
    /// How often in a row a phone is let go for its silence; after that it is left alone for `rest`,
    /// since phones turn away hosts whose links break again and again.
    package static let partings = 3
    /// How long a phone that answers nothing is left alone.
    package static let rest: Duration = .seconds(10 * 60)
    /// An app every phone has: whether it tells that app's name shows whether it answers at all.
    package static let everyPhonesApp = Array("com.apple.MobileSMS".utf8)

    /// The first and the longest wait before a phone that refuses is asked again.
    package static let retry: ClosedRange<Duration> = .seconds(5) ... .seconds(60)
    /// However much speaks for it, a phone that refused is left alone for so long.
    package static let earliestRetry: Duration = .seconds(1)
}
