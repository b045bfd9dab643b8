extension String {
    /// The text that the C library left in a buffer: up to its zero, or to the end.
    package init(ofC characters: some Sequence<CChar>) {
        // A character of C has a sign on some machines, and none on others, such as a Raspberry Pi.
        let bytes = characters.prefix { $0 != 0 }.map { UInt8(truncatingIfNeeded: $0) }
        self.init(decoding: bytes, as: UTF8.self)
    }
}
