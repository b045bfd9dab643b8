package import Linux
package import Radio

/// What holds of the air of every radio, whatever brings messages to it.
@LoopActor
package struct AirContract {
    /// Somebody on the air.
    package struct Sender {
        /// Whether it is the phone that is paired.
        package var isPhone = false
        /// How strong it arrives; nil where the radio is not told.
        package var signal: Int?
        /// What it says under the numbers of makers.
        package var makers: [AirData] = []
        /// What it says of services with short numbers.
        package var services: [AirData] = []

        /// Somebody who says this.
        package init(
            isPhone: Bool = false, signal: Int? = nil, makers: [AirData] = [],
            services: [AirData] = []
        ) {
            self.isPhone = isPhone
            self.signal = signal
            self.makers = makers
            self.services = services
        }
    }

    /// One thing that should have been so, and what was.
    package struct Finding: Hashable, Sendable {
        /// What should have been so.
        package let sentence: String
        /// Whether it was.
        package let holds: Bool
    }

    private static let beacon = AirData(0x004C, [0x02, 0x15] + [UInt8](repeating: 7, count: 21))
    private static let other = AirData(0x0118, [0xBE, 0xAC, 1, 2])
    private static let nearby = AirData(0x004C, [0x10, 0x05, 1, 2, 3, 4, 5])
    private static let eddystone = AirData(0xFEAA, [0x00, 0xE7])
    private static let foreign = AirData(0x0006, [1, 2, 3])

    private let radio: any AirRadio
    private let bond: String
    private let send: @LoopActor (Sender) async -> Void
    private let settle: @LoopActor () async -> Void

    /// - Parameters:
    ///   - bond: that of the phone that is paired.
    ///   - send: has somebody heard once by what the radio listens with.
    ///   - settle: waits for what comes of it.
    package init(
        _ radio: any AirRadio, bond: String, send: @escaping @LoopActor (Sender) async -> Void,
        settle: @escaping @LoopActor () async -> Void
    ) {
        self.radio = radio
        self.bond = bond
        self.send = send
        self.settle = settle
    }

    /// Listens, hears each kind of sender, and listens no longer.
    package func findings() async -> [Finding] {
        var events: [AirEvent] = []
        var findings: [Finding] = []
        func find(_ sentence: String, _ holds: Bool) {
            findings.append(Finding(sentence: sentence, holds: holds))
        }
        await send(Sender(signal: -50, makers: [Self.beacon]))
        radio.startListening { events.append($0) }
        await settle()
        find("it says that it listens, and nothing from before", events == [.listening(true)])
        for sender in Self.senders {
            events = []
            await send(sender)
            find("one message is heard as it was sent: \(sender)", heard(sender, in: events))
        }
        events = []
        await send(Sender(signal: -50, makers: [Self.foreign, Self.nearby]))
        find("strangers who are no beacons are not heard", events.isEmpty)
        radio.stopListening()
        await settle()
        events = []
        await send(Sender(signal: -50, makers: [Self.beacon]))
        find("nothing is told any more", events.isEmpty)
        return findings
    }

    private static let senders = [
        Sender(signal: -59, makers: [beacon]), Sender(signal: -80, makers: [other]),
        Sender(signal: -70, services: [eddystone]),
        Sender(isPhone: true, signal: -66, makers: [nearby]),
        Sender(isPhone: true, signal: -67, makers: [foreign]),
    ]

    private func heard(_ sender: Sender, in events: [AirEvent]) -> Bool {
        guard events.count == 1, case .heard(let message) = events.first else { return false }
        return message.bond == (sender.isPhone ? bond : nil) && message.signal == sender.signal
            && message.manufacturerData == sender.makers && message.serviceData == sender.services
    }
}
