/// Status of an output, without any content of notifications.
package struct OutletStatus: Equatable, Sendable {
    /// Reason why nothing can be sent at the moment; nil if there is no failure.
    package var failure: String?
    /// Events lost because the receiver was too slow or absent.
    package var lost: Int
    /// Bytes in the queue.
    package var queued: Int
    /// Times that the output was started again, or worked again, after a failure.
    package var restarts: Int
    /// Bytes written since the output was created.
    package var written: Int

    package init(
        failure: String? = nil, lost: Int = 0, queued: Int = 0, restarts: Int = 0,
        written: Int = 0
    ) {
        self.failure = failure
        self.lost = lost
        self.queued = queued
        self.restarts = restarts
        self.written = written
    }
}
