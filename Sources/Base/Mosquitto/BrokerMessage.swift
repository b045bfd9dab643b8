/// A message on its way to a broker, or from one.
package struct BrokerMessage: Hashable, Sendable {
    /// What it is about, by a name with slashes.
    package var topic: String
    /// What it says.
    package var payload: [UInt8]
    /// Whether the broker acknowledges it, and so sees to it that it arrives at least once.
    package var isAcknowledged: Bool
    /// Whether the broker keeps it for those who come later; on the way here, whether it was kept.
    package var isRetained: Bool
    /// After how many seconds it is worth nothing; nil where it stays.
    package var expiry: UInt32?
    /// Where the answer goes, where one is wanted.
    package var responseTopic: String?
    /// What the answer has to carry, so that whoever asked knows it.
    package var correlation: [UInt8]

    /// A message; what is not named here it has not.
    package init(
        topic: String, payload: [UInt8] = [], isAcknowledged: Bool = false,
        isRetained: Bool = false, expiry: UInt32? = nil, responseTopic: String? = nil,
        correlation: [UInt8] = []
    ) {
        self.topic = topic
        self.payload = payload
        self.isAcknowledged = isAcknowledged
        self.isRetained = isRetained
        self.expiry = expiry
        self.responseTopic = responseTopic
        self.correlation = correlation
    }
}
