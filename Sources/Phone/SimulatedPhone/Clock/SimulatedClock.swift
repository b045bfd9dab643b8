internal import Linux

/// Clock of a simulated phone: its zone, and its difference to the host's clock.
struct SimulatedClock: Hashable, Sendable {
    /// Multiples of which an offset consists (Bluetooth SIG, characteristic Time Zone).
    static let quarter = 15

    /// Offset of the zone from UTC in minutes, without daylight saving time.
    var zone = 0
    /// Minutes by which daylight saving time is ahead.
    var summer = 0
    /// Time by which the clock is ahead of the host's; negative if it is behind.
    var ahead: Duration = .zero
    /// Whether the phone reports its zone.
    var hasZone = true

    /// Local date and time of the phone at a time of the host.
    func local(at wall: WallTime) -> LocalTime {
        wall.advanced(by: ahead + .seconds(60 * (zone + summer))).universal
    }

    /// Value of the characteristic Current Time.
    func time(at wall: WallTime) -> [UInt8] {
        let local = local(at: wall)
        let milliseconds = (wall.advanced(by: ahead).milliseconds % 1000 + 1000) % 1000
        var value: [UInt8] = []
        value.append(word: UInt16(clamping: local.year))
        for part in [local.month, local.day, local.hour, local.minute, local.second] {
            value.append(UInt8(part))
        }
        // Real phones name a reason, although Apple's guidelines say that they do not.
        return value + [
            UInt8(LocalDay(local).weekday + 1), UInt8(milliseconds * 256 / 1000), 2,
        ]
    }

    /// Value of the characteristic Local Time Information, or the error of a phone without it.
    var zoneValue: Result<[UInt8], SimulatedAttributeError> {
        guard hasZone else { return .failure(.attributeNotFound) }
        let quarters = Int8(clamping: zone / Self.quarter)
        return .success([
            UInt8(truncatingIfNeeded: quarters), UInt8(clamping: summer / Self.quarter),
        ])
    }
}

extension ServiceDefinition {
    /// First handle of the time service on a plain phone.
    private static let plainTimeHandle: UInt16 = 0x0029

    /// Returns the services with a time service, in which the clock of the phone is read.
    static func withClock(_ services: [ServiceDefinition]) -> [ServiceDefinition] {
        guard !services.contains(where: { $0.type == currentTime.type }) else { return services }
        var plain = currentTime
        plain.firstHandle = plainTimeHandle
        return services + [plain]
    }
}

extension LiveCharacteristic {
    /// Characteristics that the clock of a phone answers.
    static let time = further(AttributeType(0x2A2B), of: ServiceDefinition.currentTime.type)
    static let zone = further(AttributeType(0x2A0F), of: ServiceDefinition.currentTime.type)
}
