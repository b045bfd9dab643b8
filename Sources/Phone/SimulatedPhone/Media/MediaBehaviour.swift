/// Misbehaviour of the media service.
struct MediaBehaviour: Sendable {
    /// Subscriptions to Remote Command and Entity Update.
    enum Subscription: Sendable {
        case working
        /// Writing the descriptor fails with *attribute not found*.
        case refused
        /// There is no descriptor; its handle is unused.
        case missing
    }

    /// Appearance of all values.
    enum Values: Sendable {
        case right
        case empty
        /// Decimals follow a comma, as on phones that only imitate the service.
        case comma
    }

    /// Answer to a host that reads the rest of a value.
    enum Whole: Sendable {
        case given
        /// All updates are marked as truncated, and reading returns no more than the update.
        case withheld
        /// All updates are marked as truncated, and reading fails.
        case refused
    }

    /// A fixed error for registrations.
    var forcedError: Behaviour.ForcedError?
    var subscription = Subscription.working
    var values = Values.right
    /// Elapsed time in the first playback information of a link.
    var firstElapsed: [UInt8]?
    /// Value of the volume, whatever it is.
    var volume: [UInt8]?
    var whole = Whole.given
    /// Number of times that each update is sent.
    var copies = 1
    /// Number of times in a minute that the next track begins; nil if none is forced.
    var changes: Int?
}
