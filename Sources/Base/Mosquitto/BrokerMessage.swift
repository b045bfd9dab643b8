/// An MQTT message.
package struct BrokerMessage: Hashable, Sendable {
    package var topic: String
    package var payload: [UInt8]
    /// Whether the message has QoS 1: the broker acknowledges it and delivers it at least once.
    package var isAcknowledged: Bool
    /// Whether the broker stores the message for later subscribers; if received, whether it was
    /// stored.
    package var isRetained: Bool
    /// Expiry in seconds; nil for none.
    package var expiry: UInt32?
    /// Topic of the response, if one is requested.
    package var responseTopic: String?
    /// Correlation data, which the response must repeat.
    package var correlation: [UInt8]

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
