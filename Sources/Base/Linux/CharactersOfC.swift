extension String {
    /// Creates a string from a C buffer: up to its zero, or to the end.
    package init(ofC characters: some Sequence<CChar>) {
        // `CChar` is signed on some architectures and unsigned on others, such as a Raspberry Pi.
        let bytes = characters.prefix { $0 != 0 }.map { UInt8(truncatingIfNeeded: $0) }
        self.init(decoding: bytes, as: UTF8.self)
    }
}
