/// An advertisement, sent by the kernel in turns with others.
package struct Advertisement: Hashable, Sendable {
    /// Content added by the kernel, and the kind of advertising.
    package struct Flags: OptionSet, Hashable, Sendable {
        package let rawValue: UInt32

        package init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// Peers may connect.
        package static let connectable = Flags(rawValue: 1 << 0)
        /// The flags field reports general discoverability.
        package static let discoverable = Flags(rawValue: 1 << 1)
        /// The flags field reports discoverability for a limited time.
        package static let limitedDiscoverable = Flags(rawValue: 1 << 2)
        /// The kernel adds the flags field.
        package static let flagsField = Flags(rawValue: 1 << 3)
        /// The kernel adds the transmit power.
        package static let transmitPower = Flags(rawValue: 1 << 4)
        /// The kernel adds the host's appearance.
        package static let appearance = Flags(rawValue: 1 << 5)
        /// The kernel adds the host's name.
        package static let localName = Flags(rawValue: 1 << 6)

        /// Number of bytes that the kernel adds to the advertising data.
        package var bytesAdded: Int {
            let isFlagsField = !isDisjoint(with: [
                .discoverable, .limitedDiscoverable, .flagsField,
            ])
            return (isFlagsField ? 3 : 0) + (contains(.transmitPower) ? 3 : 0)
        }
    }

    /// Instance number, from 1.
    package let instance: UInt8
    package let flags: Flags
    /// Length of a turn in seconds; 0 leaves that to the kernel.
    package let duration: UInt16
    /// Time in seconds until it is removed; 0 is never.
    package let timeout: UInt16
    /// Advertising data without the kernel's additions.
    package let data: [UInt8]
    /// Scan response data.
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
