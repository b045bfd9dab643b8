/// Something to tell, and how long it is worth anything.
package struct HomeMessage: Hashable, Sendable {
    /// What becomes of it while nobody listens.
    package enum Kind: Hashable, Sendable {
        /// It says what holds: the broker keeps it, and the next of its topic takes its place.
        case held
        /// It has happened: it waits for the broker as long as it is worth something, and is never kept.
        case news
        /// It happens now, or not at all.
        case moment
    }

    /// Where it is told.
    package var topic: String
    /// What it says; nothing takes back what is held.
    package var payload: [UInt8]
    /// What becomes of it while nobody listens.
    package var kind: Kind
    /// After how many seconds it is worth nothing; nil where it stays.
    package var expiry: UInt32?

    /// A message.
    package init(_ topic: String, _ payload: [UInt8], _ kind: Kind, expiry: UInt32? = nil) {
        self.topic = topic
        self.payload = payload
        self.kind = kind
        self.expiry = expiry
    }

    /// A message of one word.
    package init(_ topic: String, _ word: String, _ kind: Kind, expiry: UInt32? = nil) {
        self.init(topic, Array(word.utf8), kind, expiry: expiry)
    }
}
