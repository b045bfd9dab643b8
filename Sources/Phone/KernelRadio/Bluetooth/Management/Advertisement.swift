/// One advertisement, which the kernel keeps on the air by turns with others.
package struct Advertisement: Hashable, Sendable {
    /// What the kernel adds to it, and how it is sent.
    package struct Flags: OptionSet, Hashable, Sendable {
        /// The number itself, also of one without a name here.
        package let rawValue: UInt32

        /// Any number is one, also one without a name here.
        package init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// A peer may make a link.
        package static let connectable = Flags(rawValue: 1 << 0)
        /// It says that the host can be found by everybody.
        package static let discoverable = Flags(rawValue: 1 << 1)
        /// It says that the host can be found for a short time.
        package static let limitedDiscoverable = Flags(rawValue: 1 << 2)
        /// The kernel adds the field with flags.
        package static let flagsField = Flags(rawValue: 1 << 3)
        /// The kernel adds how strong it is sent.
        package static let transmitPower = Flags(rawValue: 1 << 4)
        /// The kernel adds what the host looks like.
        package static let appearance = Flags(rawValue: 1 << 5)
        /// The kernel adds the host's name.
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
    /// What the kernel adds, and how it sends it.
    package let flags: Flags
    /// Seconds of its turn; 0 leaves that to the kernel.
    package let duration: UInt16
    /// Seconds until it ends; 0 is never.
    package let timeout: UInt16
    /// What is sent unasked, without what the kernel adds.
    package let data: [UInt8]
    /// What is sent to those who ask for more.
    package let scanResponse: [UInt8]

    /// An advertisement with this content.
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
