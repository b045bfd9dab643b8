/// Advertising features of an adapter.
package struct AdvertisingFeatures: Hashable, Sendable {
    /// Flag that is supported only with extended advertising, where it selects a channel.
    private static let secondaryChannel: UInt32 = 1 << 7

    /// Whether the adapter sends several advertisements at once; if not, the kernel sends them in
    /// turns.
    package let isExtended: Bool
    /// Maximum number of bytes of an advertisement, including those added by the kernel.
    package let dataLimit: Int
    /// Maximum number of advertisements in the kernel.
    package let limit: Int

    package init(isExtended: Bool, dataLimit: Int = AdvertisingData.legacyLimit, limit: Int) {
        self.isExtended = isExtended
        self.dataLimit = dataLimit
        self.limit = limit
    }

    /// Parses the answer to `readAdvertisingFeatures`, without the list of existing advertisements.
    package init(parsing bytes: [UInt8]) throws(ManagementFormatError) {
        var reader = ManagementReader(bytes)
        isExtended = try reader.readUInt32() & Self.secondaryChannel != 0
        dataLimit = Int(try reader.readUInt8())
        // Maximum number of bytes of a scan response.
        _ = try reader.readUInt8()
        limit = Int(try reader.readUInt8())
    }
}

/// Parameters of an advertisement whose data follows in a separate command.
package struct AdvertisingParameters: Hashable, Sendable {
    /// Flag for the presence of the intervals, in addition to the flags of every advertisement.
    private static let withIntervals: UInt32 = 1 << 14
    /// Value that leaves the transmit power to the adapter.
    private static let anyPower: UInt8 = 127

    /// Instance number, from 1.
    package let instance: UInt8
    /// Content added by the kernel, and the kind of advertising.
    package let flags: Advertisement.Flags
    /// Interval in units of 0.625 ms.
    package let interval: UInt32

    package init(instance: UInt8, flags: Advertisement.Flags, interval: UInt32) {
        self.instance = instance
        self.flags = flags
        self.interval = interval
    }

    var bytes: [UInt8] {
        let flags = self.flags.rawValue | Self.withIntervals
        // Duration and timeout, both left to the kernel.
        return [instance] + flags.littleEndianBytes + [0, 0, 0, 0] + interval.littleEndianBytes
            + interval.littleEndianBytes + [Self.anyPower]
    }
}

/// Parses the answer to `readConnectionInformation`: the signal strength of the peer in dBm; nil if
/// the adapter does not know it.
package func signalOfConnection(
    parsing bytes: [UInt8]
) throws(ManagementFormatError) -> Int? {
    var reader = ManagementReader(bytes)
    _ = try reader.readPeer()
    return try reader.readSignal()
}
