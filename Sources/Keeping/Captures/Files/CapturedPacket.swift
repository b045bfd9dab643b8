/// One record of a capture.
struct CapturedPacket: Sendable {
    /// Type of a record.
    enum Kind: Hashable, Sendable {
        case command
        case event
        /// Data sent by the host.
        case sentData
        /// Data received from the controller.
        case receivedData
        /// Data of unknown direction.
        case data
        /// Management event of the Linux kernel.
        case managementEvent
        /// Adapter added or removed, which ends all its links.
        case adapterChange
        /// Record that is not evaluated.
        case other
    }

    /// Microseconds since 1970, within `times`.
    let time: Int64
    let adapter: UInt16
    let kind: Kind
    let bytes: [UInt8]

    /// Valid times, from 1970 to the end of 9999.
    static let times: ClosedRange<Int64> = 0...253_402_300_799_999_999
    /// Limit of a packet in bytes; valid ones are shorter, since their length fields have two bytes.
    static let sizeLimit = 1 << 17

    init(time: Int64, adapter: UInt16 = 0, kind: Kind, bytes: some Sequence<UInt8>) {
        self.time = min(max(time, Self.times.lowerBound), Self.times.upperBound)
        self.adapter = adapter
        self.kind = kind
        self.bytes = Array(bytes)
    }

    /// Creates a packet in serial (H4) form; the first byte is its type.
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

    /// Creates a packet of the kernel's monitor from its operation code.
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
