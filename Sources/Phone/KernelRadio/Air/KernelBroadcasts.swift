import Linux
import Radio

/// Messages to broadcast within the adapter's capabilities: their instances in the kernel, and
/// their state.
struct KernelBroadcasts: Equatable {
    /// Length of a turn if messages share the air; the minimum of the kernel.
    static let turn: Duration = .seconds(1)
    /// Interval during a turn, set by the kernel regardless of the requested one.
    static let intervalInTurn: Duration = .milliseconds(150)
    /// Intervals that adapters accept, in units of 0.625 ms: 20 ms to 10.24 s.
    private static let intervals: ClosedRange<UInt32> = 0x20...0x4000
    private static let unit: Duration = .microseconds(625)
    /// Flags with which the kernel adds the same Flags field that common beacons send.
    private static let flags: Advertisement.Flags = .discoverable

    let messages: [AirBroadcast]
    /// Advertising features of the adapter; nil while unknown.
    let features: AdvertisingFeatures?

    /// Turn of the advertisement for phones in seconds, before the first message follows: half of
    /// the time, regardless of the number of messages.
    ///
    /// 0 if there are no turns.
    var solicitationTurn: UInt16 {
        guard let features, !features.isExtended else { return 0 }
        return UInt16(placements.count) * UInt16(Self.turn.components.seconds)
    }

    /// Advertisements of the messages that can be sent.
    var placements: [KernelAdvertiser.Placement] {
        guard let features else { return [] }
        return messages.indices.filter { problem(of: $0) == nil }.map {
            placement(of: messages[$0], at: Self.instance($0), features)
        }
    }

    /// Returns the instance number of a message by its index, after that of the advertisement for
    /// phones.
    static func instance(_ place: Int) -> UInt8 {
        UInt8(clamping: place + Int(KernelAdvertiser.solicitation) + 1)
    }

    /// Returns the reason why a message cannot be sent; nil if it can, or while the features are
    /// unknown.
    func problem(of place: Int) -> String? {
        guard let features else { return nil }
        guard place + 1 < features.limit else {
            return
                "the adapter has room for \(features.limit) advertisements, including the one by "
                + "which phones find the host"
        }
        guard data(of: messages[place]) != nil else {
            return "the message is too long for an advertisement"
        }
        return nil
    }

    /// Returns the state of a message.
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
