/// A message broadcast repeatedly to all receivers.
package struct AirBroadcast: Hashable, Sendable {
    package let name: String
    /// Payload under a company identifier.
    package let data: AirData
    /// Interval between two transmissions.
    package let interval: Duration

    package init(name: String, data: AirData, interval: Duration) {
        self.name = name
        self.data = data
        self.interval = interval
    }
}

/// State of scanning and broadcasting, apart from the phones.
package struct AirCondition: Hashable, Sendable {
    /// Scan mode.
    package enum Listening: Hashable, Sendable {
        /// Passive scanning, without scan requests.
        case passive
        /// Active scanning, with scan requests, as bluetoothd does it.
        case active
        /// No scanning, for this reason.
        case never(String)
    }

    /// Scan mode while the radio listens.
    package var listening: Listening
    /// Whether the adapter can send several messages at once; nil if that is unknown.
    package var hasExtendedAdvertising: Bool?
    /// Messages in the order in which they were requested.
    package var broadcasts: [BroadcastCondition]

    package init(
        listening: Listening, hasExtendedAdvertising: Bool? = nil,
        broadcasts: [BroadcastCondition] = []
    ) {
        self.listening = listening
        self.hasExtendedAdvertising = hasExtendedAdvertising
        self.broadcasts = broadcasts
    }
}

/// State of one broadcast message.
package struct BroadcastCondition: Hashable, Sendable {
    package let name: String
    package var isOnAir: Bool
    /// Reason why the message is not on the air; nil if it is, or will be.
    package var problem: String?
    /// Actual interval between transmissions; nil if the radio chooses it and does not report it.
    package var interval: Duration?
    /// Length of each turn if the message alternates with the advertisement for phones; nil if it
    /// need not.
    package var turn: Duration?

    package init(
        name: String, isOnAir: Bool, problem: String? = nil, interval: Duration? = nil,
        turn: Duration? = nil
    ) {
        self.name = name
        self.isOnAir = isOnAir
        self.problem = problem
        self.interval = interval
        self.turn = turn
    }
}
