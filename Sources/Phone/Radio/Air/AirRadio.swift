package import Linux

/// A radio that also receives and sends broadcast messages.
@LoopActor
package protocol AirRadio: Radio {
    /// Starts listening, and reports messages and whether the radio really listens, until
    /// `stopListening`.
    ///
    /// Listening must not delay a phone: while the radio is busy with something else, it does not
    /// listen.
    func startListening(_ tell: @escaping @LoopActor (AirEvent) -> Void)

    /// Stops listening; no further events are reported.
    func stopListening()

    /// Broadcasts exactly these messages in addition to the advertisement for phones.
    func broadcast(_ messages: [AirBroadcast])

    /// Actual state of scanning and broadcasting.
    var air: AirCondition { get }

    /// Returns the signal strength in dBm of the link to the phone with this bond; nil if there is
    /// no link, or if the radio cannot measure it.
    func signal(of bond: String) async -> Int?
}

/// Event of scanning.
package enum AirEvent: Hashable, Sendable {
    /// Whether the radio really listens from now on; it does not until this is reported.
    case listening(Bool)
    /// A message was received.
    case heard(AirMessage)
}

/// A received broadcast message.
package struct AirMessage: Hashable, Sendable {
    /// Sender address as the radio formats it; it may change after a quarter of an hour.
    package let address: String
    /// Bond of the sender if it is a paired phone.
    package let bond: String?
    /// Signal strength in dBm; nil if unknown.
    package let signal: Int?
    /// Manufacturer data: company identifiers with their bytes.
    package let manufacturerData: [AirData]
    /// Service data: 16-bit service numbers with their bytes.
    package let serviceData: [AirData]

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

/// Bytes under a number assigned by the Bluetooth SIG.
package struct AirData: Hashable, Sendable {
    /// Company identifier or service number.
    package let number: UInt16
    package let bytes: [UInt8]

    package init(_ number: UInt16, _ bytes: [UInt8]) {
        self.number = number
        self.bytes = bytes
    }
}
