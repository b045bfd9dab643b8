/// A message to publish, with its lifetime.
package struct HomeMessage: Hashable, Sendable {
    /// Treatment of a message.
    package enum Kind: Hashable, Sendable {
        /// A retained state; the next message of the topic replaces it.
        case held
        /// An event, which waits for the broker until it expires, and is never retained.
        case news
        /// An event of the moment, which does not wait for the broker.
        case moment
    }

    package var topic: String
    /// Content; an empty payload deletes a retained message.
    package var payload: [UInt8]
    package var kind: Kind
    /// Seconds until the message expires; nil means never.
    package var expiry: UInt32?

    package init(_ topic: String, _ payload: [UInt8], _ kind: Kind, expiry: UInt32? = nil) {
        self.topic = topic
        self.payload = payload
        self.kind = kind
        self.expiry = expiry
    }

    package init(_ topic: String, _ word: String, _ kind: Kind, expiry: UInt32? = nil) {
        self.init(topic, Array(word.utf8), kind, expiry: expiry)
    }
}
