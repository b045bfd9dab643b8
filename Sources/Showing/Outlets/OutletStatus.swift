/// How an outlet is doing, without a word of content.
package struct OutletStatus: Equatable, Sendable {
    /// Why nothing can be passed on at the moment; nil where all is well.
    package var failure: String?
    /// Events that nobody will get, because whoever is at the other end was too slow or away.
    package var lost: Int
    /// Bytes that wait.
    package var queued: Int
    /// How often it had to begin anew.
    package var restarts: Int
    /// Bytes that have gone out since it began.
    package var written: Int

    /// An outlet to which nothing has happened, unless something else is said.
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
