package import Linux

/// A radio that also hears what anybody sends to everybody, and sends such messages itself.
@LoopActor
package protocol AirRadio: Radio {
    /// Listens from now on; what was heard, and whether it really listens, is told until `stopListening`.
    ///
    /// Nothing of it may hold up a phone: where the radio has something else to do, it does not listen.
    func startListening(_ tell: @escaping @LoopActor (AirEvent) -> Void)

    /// Listens no longer; nothing is told any more.
    func stopListening()

    /// Sends these over and over beside what phones find the host by, and no other ones any more.
    func broadcast(_ messages: [AirBroadcast])

    /// What of this is really on the air, and how.
    var air: AirCondition { get }

    /// How well the phone with this bond is heard over its link; nil where it has no link, or where this radio cannot
    /// say.
    func signal(of bond: String) async -> Int?
}

/// What is heard of the air.
package enum AirEvent: Hashable, Sendable {
    /// Whether the radio really listens, from now on; until this is told it does not.
    case listening(Bool)
    /// Somebody sent this.
    case heard(AirMessage)
}

/// What somebody sent to everybody.
package struct AirMessage: Hashable, Sendable {
    /// From where, as the radio tells addresses; it may be another one a quarter of an hour later.
    package let address: String
    /// The bond of the phone that it is, where it is one of those.
    package let bond: String?
    /// How strong it arrived, in dBm; nil where the radio does not know.
    package let signal: Int?
    /// What makers put in: the number of a maker, and bytes.
    package let manufacturerData: [AirData]
    /// What it says of services with a short number: that number, and bytes.
    package let serviceData: [AirData]

    /// A message that was heard.
    package init(
        address: String, bond: String? = nil, signal: Int?, manufacturerData: [AirData] = [],
        serviceData: [AirData] = []
    ) {
        self.address = address
        self.bond = bond
        self.signal = signal
        self.manufacturerData = manufacturerData
        self.serviceData = serviceData
    }
}

/// Bytes under a number of the Bluetooth SIG.
package struct AirData: Hashable, Sendable {
    /// A maker's number, or a service's.
    package let number: UInt16
    /// What follows it.
    package let bytes: [UInt8]

    /// Bytes under a number.
    package init(_ number: UInt16, _ bytes: [UInt8]) {
        self.number = number
        self.bytes = bytes
    }
}
