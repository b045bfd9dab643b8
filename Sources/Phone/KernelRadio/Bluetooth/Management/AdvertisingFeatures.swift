/// What an adapter can have on the air at one time.
package struct AdvertisingFeatures: Hashable, Sendable {
    /// A flag that only adapters with extended advertising have: it chooses a channel.
    private static let secondaryChannel: UInt32 = 1 << 7

    /// Whether several advertisements are on the air side by side; else the kernel sends them by turns.
    package let isExtended: Bool
    /// The most bytes of one, with those that the kernel adds.
    package let dataLimit: Int
    /// How many advertisements the kernel takes.
    package let limit: Int

    /// Features as the kernel would describe them.
    package init(isExtended: Bool, dataLimit: Int = AdvertisingData.legacyLimit, limit: Int) {
        self.isExtended = isExtended
        self.dataLimit = dataLimit
        self.limit = limit
    }

    /// Reads the answer to `readAdvertisingFeatures`; which advertisements there are is not read.
    package init(parsing bytes: [UInt8]) throws(ManagementFormatError) {
        var reader = ManagementReader(bytes)
        isExtended = try reader.readUInt32() & Self.secondaryChannel != 0
        dataLimit = Int(try reader.readUInt8())
        // The most bytes of a scan response.
        _ = try reader.readUInt8()
        limit = Int(try reader.readUInt8())
    }
}

/// How an advertisement is sent whose content follows in a command of its own.
package struct AdvertisingParameters: Hashable, Sendable {
    /// What says that the interval is told, beside the flags of every advertisement.
    private static let withIntervals: UInt32 = 1 << 14
    /// What leaves the power to the adapter.
    private static let anyPower: UInt8 = 127

    /// The kernel counts from 1.
    package let instance: UInt8
    /// What the kernel adds to the content, and how it sends it.
    package let flags: Advertisement.Flags
    /// From one to the next, in units of 0.625 ms.
    package let interval: UInt32

    /// An advertisement with this interval.
    package init(instance: UInt8, flags: Advertisement.Flags, interval: UInt32) {
        self.instance = instance
        self.flags = flags
        self.interval = interval
    }

    var bytes: [UInt8] {
        let flags = self.flags.rawValue | Self.withIntervals
        // A turn and a time-out, which both are left to the kernel.
        return [instance] + flags.littleEndianBytes + [0, 0, 0, 0] + interval.littleEndianBytes
            + interval.littleEndianBytes + [Self.anyPower]
    }
}

/// Reads the answer to `readConnectionInformation`: how strong the peer of a link arrives; nil where the adapter
/// does not know.
package func signalOfConnection(
    parsing bytes: [UInt8]
) throws(ManagementFormatError) -> Int? {
    var reader = ManagementReader(bytes)
    _ = try reader.readPeer()
    return try reader.readSignal()
}
