/// A message that is sent to everybody, over and over.
package struct AirBroadcast: Hashable, Sendable {
    /// What a person calls it.
    package let name: String
    /// What it says, under the number of a maker.
    package let data: AirData
    /// How long it is from one to the next.
    package let interval: Duration

    /// A message of this name.
    package init(name: String, data: AirData, interval: Duration) {
        self.name = name
        self.data = data
        self.interval = interval
    }
}

/// How the radio hears and is heard, beside its phones.
package struct AirCondition: Hashable, Sendable {
    /// How it listens.
    package enum Listening: Hashable, Sendable {
        /// Without a word of its own.
        case passive
        /// Asking everybody who is heard for more, as bluetoothd does.
        case active
        /// Not at all, for this reason.
        case never(String)
    }

    /// How it listens, when it does.
    package var listening: Listening
    /// Whether its adapter can have several messages on the air at once; nil where nobody knows.
    package var hasExtendedAdvertising: Bool?
    /// The messages, in the order in which they were wished for.
    package var broadcasts: [BroadcastCondition]

    /// A condition with everything that is known.
    package init(
        listening: Listening, hasExtendedAdvertising: Bool? = nil,
        broadcasts: [BroadcastCondition] = []
    ) {
        self.listening = listening
        self.hasExtendedAdvertising = hasExtendedAdvertising
        self.broadcasts = broadcasts
    }
}

/// How one message is sent.
package struct BroadcastCondition: Hashable, Sendable {
    /// What a person calls it.
    package let name: String
    /// Whether it is on the air.
    package var isOnAir: Bool
    /// Why not, in words; nil where it is, or will be.
    package var problem: String?
    /// How long it really is from one to the next; nil where the radio decides that, and tells nobody.
    package var interval: Duration?
    /// How long each turn is where it shares the air with what phones find the host by; nil where it need not.
    package var turn: Duration?

    /// How the message of this name is sent.
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
