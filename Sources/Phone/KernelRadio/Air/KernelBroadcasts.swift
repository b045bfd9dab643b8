import Linux
import Radio

/// What is to be sent to everybody, as this adapter can: which of the kernel's advertisements each message is,
/// and what the air gets of it.
struct KernelBroadcasts: Equatable {
    /// How long a message is on the air where all have to take turns; the least that the kernel takes.
    static let turn: Duration = .seconds(1)
    /// How often a message goes out during its turn: what the kernel sets, whatever is wished.
    static let intervalInTurn: Duration = .milliseconds(150)
    /// What adapters take, in units of 0.625 ms: 20 ms to 10.24 s.
    private static let intervals: ClosedRange<UInt32> = 0x20...0x4000
    private static let unit: Duration = .microseconds(625)
    /// So that its bytes are those that beacons have.
    private static let flags: Advertisement.Flags = .discoverable

    let messages: [AirBroadcast]
    /// What the adapter can do; nil while that is not known.
    let features: AdvertisingFeatures?

    /// How long what phones find the host by is on the air before the first message is again: half of the time,
    /// however many messages there are; 0 where nobody has to wait.
    var solicitationTurn: UInt16 {
        guard let features, !features.isExtended else { return 0 }
        return UInt16(placements.count) * UInt16(Self.turn.components.seconds)
    }

    /// What the kernel is told of each that can be on the air.
    var placements: [KernelAdvertiser.Placement] {
        guard let features else { return [] }
        return messages.indices.filter { problem(of: $0) == nil }.map {
            placement(of: messages[$0], at: Self.instance($0), features)
        }
    }

    /// The kernel's number of a message, by its place; the first is what phones find the host by.
    static func instance(_ place: Int) -> UInt8 {
        UInt8(clamping: place + Int(KernelAdvertiser.solicitation) + 1)
    }

    /// Why a message cannot be on the air; nil where it can.
    func problem(of place: Int) -> String? {
        guard let features else { return nil }
        guard place + 1 < features.limit else {
            return
                "the adapter has room for \(features.limit) advertisements, and one of them is what phones "
                + "find the host by"
        }
        guard data(of: messages[place]) != nil else {
            return "it is too long for an advertisement"
        }
        return nil
    }

    /// How a message is sent.
    @LoopActor
    func condition(of place: Int, on advertiser: KernelAdvertiser) -> BroadcastCondition {
        let message = messages[place]
        let instance = Self.instance(place)
        let problem = problem(of: place) ?? advertiser.failure(of: instance)?.description
        var condition = BroadcastCondition(
            name: message.name, isOnAir: problem == nil && advertiser.isOnAir(instance),
            problem: problem)
        guard let features else { return condition }
        condition.interval =
            features.isExtended
            ? Self.unit * Int(Self.interval(of: message)) : Self.intervalInTurn
        condition.turn = features.isExtended ? nil : Self.turn
        return condition
    }

    private func placement(
        of message: AirBroadcast, at instance: UInt8, _ features: AdvertisingFeatures
    ) -> KernelAdvertiser.Placement {
        let data = data(of: message) ?? []
        guard features.isExtended else {
            let advertisement = Advertisement(
                instance: instance, flags: Self.flags,
                duration: UInt16(Self.turn.components.seconds), data: data)
            return .init(instance: instance, commands: [.addAdvertising(advertisement)])
        }
        let parameters = AdvertisingParameters(
            instance: instance, flags: Self.flags, interval: Self.interval(of: message))
        return .init(
            instance: instance,
            commands: [
                .addAdvertisingParameters(parameters),
                .addAdvertisingData(instance: instance, data),
            ])
    }

    private func data(of message: AirBroadcast) -> [UInt8]? {
        var data = AdvertisingData(reserved: Self.flags.bytesAdded)
        guard data.addManufacturerData(message.data.number, message.data.bytes) else { return nil }
        return data.bytes
    }

    private static func interval(of message: AirBroadcast) -> UInt32 {
        let units = UInt32(clamping: Int64((message.interval / unit).rounded()))
        return min(max(units, intervals.lowerBound), intervals.upperBound)
    }
}
