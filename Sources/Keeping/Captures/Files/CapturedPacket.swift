/// One record of a capture.
struct CapturedPacket: Sendable {
    /// What a record holds.
    enum Kind: Hashable, Sendable {
        case command
        case event
        /// Data that the host sent.
        case sentData
        /// Data that came from the air.
        case receivedData
        /// Data of which the file does not say where it came from.
        case data
        /// What the kernel told programs of itself (Linux).
        case managementEvent
        /// The adapter came or went, and with it all its links.
        case adapterChange
        /// Nothing that matters here.
        case other
    }

    /// Microseconds since 1970, within `times`.
    let time: Int64
    let adapter: UInt16
    let kind: Kind
    let bytes: [UInt8]

    /// From 1970 to the end of 9999; other times are no times.
    static let times: ClosedRange<Int64> = 0...253_402_300_799_999_999
    /// No packet is larger: the longest has a length of two bytes.
    static let sizeLimit = 1 << 17

    init(time: Int64, adapter: UInt16 = 0, kind: Kind, bytes: some Sequence<UInt8>) {
        self.time = min(max(time, Self.times.lowerBound), Self.times.upperBound)
        self.adapter = adapter
        self.kind = kind
        self.bytes = Array(bytes)
    }

    /// A packet as it goes over a serial line: its first byte says what it is.
    init(time: Int64, serial bytes: ArraySlice<UInt8>, isReceived: Bool?) {
        let kind: Kind =
            switch bytes.first {
            case 1: .command
            case 2: isReceived.map { $0 ? .receivedData : .sentData } ?? .data
            case 4: .event
            default: .other
            }
        self.init(time: time, kind: kind, bytes: bytes.dropFirst())
    }

    /// A packet of the kernel's monitor, with its operation code.
    init(time: Int64, adapter: UInt16, monitor code: UInt16, bytes: ArraySlice<UInt8>) {
        let kind: Kind =
            switch code {
            case 0, 1, 8, 9: .adapterChange
            case 2: .command
            case 3: .event
            case 4: .sentData
            case 5: .receivedData
            case 17: .managementEvent
            default: .other
            }
        self.init(time: time, adapter: adapter, kind: kind, bytes: bytes)
    }
}
