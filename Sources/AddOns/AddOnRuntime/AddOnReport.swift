/// Status of an add-on service, without the content of notifications.
package struct AddOnReport: Hashable, Sendable {
    /// Whether the service is working.
    package var works: Bool
    /// Sentence about the current activity, or about the reason why the service is not working.
    package var words: String
    /// The state of the connection to a server other than the bridge; nil if the service makes none.
    package var peer: Peer?
    /// The last problem, which may be over; nil if there was none.
    package var trouble: String?
    /// Number of items waiting to be forwarded.
    package var waiting = 0
    /// Number of dropped items.
    package var lost = 0

    /// State of a connection.
    package enum Peer: Hashable, Sendable {
        /// Connected to the server of this name.
        case connected(String)
        /// Not connected, for this reason.
        case failed(String)
    }

    package init(works: Bool, words: String) {
        self.works = works
        self.words = words
    }
}
