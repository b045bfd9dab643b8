import History

/// Intervals and limits of the upload.
struct PushPace: Hashable, Sendable {
    /// Seconds that the bridge may wait for something to upload; then the status is reported to the central database.
    var wait = 240
    /// Pauses between attempts.
    var pauses: ClosedRange<Duration> = .seconds(1) ... .seconds(120)
    /// Pause after an error that needs an administrator.
    var longPause: Duration = .seconds(300)
    /// Limit of refused notifications skipped in a row; after that, uploading waits until they are accepted.
    var asideLimit = 20
    /// Maximum notifications of a batch.
    var limit = OutboxBatch.limit
}
