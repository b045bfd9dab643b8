/// Who sends something to everybody, and what.
package struct FoundDevice: Hashable, Sendable {
    /// What the kernel says where it does not know how strong a signal is.
    static let unknownSignal: Int8 = 127

    /// From where; of a peer whose key the kernel has, its lasting address.
    package let peer: PeerAddress
    /// How strong it arrived, in dBm; nil where the kernel does not know.
    package let signal: Int?
    /// The fields of the advertisement, as they were sent.
    package let data: [UInt8]

    /// Somebody with this on the air.
    package init(_ peer: PeerAddress, signal: Int?, data: [UInt8]) {
        self.peer = peer
        self.signal = signal
        self.data = data
    }

    /// The fields that can be read; from one on that is cut nothing can.
    package var fields: [(field: AdvertisingField, content: ArraySlice<UInt8>)] {
        var fields: [(field: AdvertisingField, content: ArraySlice<UInt8>)] = []
        var rest = data[...]
        // A length of zero says that nothing follows.
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
        // What kind of device it is, and how it pairs.
        _ = try readUInt32()
        return FoundDevice(
            peer, signal: signal, data: try readBytes(Int(try readUInt16())))
    }

    /// Reads how strong something arrived; nil where that is not known.
    mutating func readSignal() throws(ManagementFormatError) -> Int? {
        let signal = Int8(truncatingIfNeeded: try readUInt8())
        return signal == FoundDevice.unknownSignal ? nil : Int(signal)
    }
}
