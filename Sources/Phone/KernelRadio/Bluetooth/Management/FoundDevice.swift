/// A received advertisement with its sender.
package struct FoundDevice: Hashable, Sendable {
    /// Value of the kernel for an unknown signal strength.
    static let unknownSignal: Int8 = 127

    /// Sender; its identity address if the kernel has its key.
    package let peer: PeerAddress
    /// Signal strength in dBm; nil if unknown.
    package let signal: Int?
    /// Fields of the advertisement as sent.
    package let data: [UInt8]

    package init(_ peer: PeerAddress, signal: Int?, data: [UInt8]) {
        self.peer = peer
        self.signal = signal
        self.data = data
    }

    /// Readable fields, up to the first truncated one.
    package var fields: [(field: AdvertisingField, content: ArraySlice<UInt8>)] {
        var fields: [(field: AdvertisingField, content: ArraySlice<UInt8>)] = []
        var rest = data[...]
        // A length of zero ends the fields.
        while let length = rest.popFirst(), length > 0, length <= rest.count {
            let field = AdvertisingField(rawValue: rest[rest.startIndex])
            fields.append((field, rest.prefix(Int(length)).dropFirst()))
            rest = rest.dropFirst(Int(length))
        }
        return fields
    }
}

extension ManagementReader {
    mutating func readFoundDevice() throws(ManagementFormatError) -> FoundDevice {
        let peer = try readPeer()
        let signal = try readSignal()
        // Flags, which are not used.
        _ = try readUInt32()
        return FoundDevice(
            peer, signal: signal, data: try readBytes(Int(try readUInt16())))
    }

    /// Reads a signal strength; nil if unknown.
    mutating func readSignal() throws(ManagementFormatError) -> Int? {
        let signal = Int8(truncatingIfNeeded: try readUInt8())
        return signal == FoundDevice.unknownSignal ? nil : Int(signal)
    }
}
