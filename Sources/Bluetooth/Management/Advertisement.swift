/// One advertisement, which the kernel keeps on the air by turns with others.
package struct Advertisement: Hashable, Sendable {
    /// What the kernel adds to it, and how it is sent.
    package struct Flags: OptionSet, Hashable, Sendable {
        package let rawValue: UInt32

        package init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        package static let connectable = Flags(rawValue: 1 << 0)
        package static let discoverable = Flags(rawValue: 1 << 1)
        package static let limitedDiscoverable = Flags(rawValue: 1 << 2)
        package static let flagsField = Flags(rawValue: 1 << 3)
        package static let transmitPower = Flags(rawValue: 1 << 4)
        package static let appearance = Flags(rawValue: 1 << 5)
        package static let localName = Flags(rawValue: 1 << 6)

        /// What the kernel writes itself into the advertisement that is sent unasked.
        package var bytesAdded: Int {
            let isFlagsField = !isDisjoint(with: [
                .discoverable, .limitedDiscoverable, .flagsField,
            ])
            return (isFlagsField ? 3 : 0) + (contains(.transmitPower) ? 3 : 0)
        }
    }

    /// The kernel counts from 1.
    package let instance: UInt8
    package let flags: Flags
    /// Seconds of its turn; 0 leaves that to the kernel.
    package let duration: UInt16
    /// Seconds until it ends; 0 is never.
    package let timeout: UInt16
    package let data: [UInt8]
    package let scanResponse: [UInt8]

    package init(
        instance: UInt8 = 1, flags: Flags, duration: UInt16 = 0, timeout: UInt16 = 0,
        data: [UInt8], scanResponse: [UInt8] = []
    ) {
        self.instance = instance
        self.flags = flags
        self.duration = duration
        self.timeout = timeout
        self.data = data
        self.scanResponse = scanResponse
    }
}
