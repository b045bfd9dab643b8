/// Validator of received packets; libmosquitto aborts the process at some malformed packets of MQTT
/// 5.
///
/// The input may be fragmented arbitrarily; the output consists of complete and well-formed
/// packets.
package struct PacketReader: Sendable {
    /// The parser state.
    private enum Place {
        case head
        /// In the rest of a packet, which is checked when it is complete.
        case body(PacketKind, flags: UInt8, start: Int, end: Int)
        /// In the rest of an MQTT 3.1.1 PUBLISH packet, which needs no checks and may be long.
        case message(left: Int)
    }

    private let version: BrokerEndpoint.Version
    private let limit: Int
    private var place = Place.head
    /// The bytes of the packet so far.
    private var packet: [UInt8] = []
    private var hasBegun = false
    /// The error found; no output follows.
    package private(set) var problem: PacketProblem?

    /// - Parameter limit: maximum size of an MQTT 5 packet in bytes, as announced to the broker.
    package init(_ version: BrokerEndpoint.Version, limit: Int) {
        self.version = version
        self.limit = limit
    }

    /// Takes received bytes, and returns those that libmosquitto may read.
    package mutating func take(_ bytes: [UInt8]) -> [UInt8] {
        guard problem == nil else { return [] }
        var passed: [UInt8] = []
        var rest = bytes[...]
        do throws(PacketProblem) {
            while !rest.isEmpty { try step(&rest, &passed) }
        } catch {
            problem = error
            packet = []
        }
        return passed
    }

    private mutating func step(
        _ rest: inout ArraySlice<UInt8>, _ passed: inout [UInt8]
    ) throws(PacketProblem) {
        switch place {
        case .head:
            packet.append(rest.removeFirst())
            try readHead()
        case .message(let left):
            let piece = rest.prefix(left)
            passed += piece
            rest = rest.dropFirst(piece.count)
            place = piece.count == left ? .head : .message(left: left - piece.count)
            return
        case .body(_, _, _, let end):
            let piece = rest.prefix(end - packet.count)
            packet += piece
            rest = rest.dropFirst(piece.count)
        }
        switch place {
        case .head: break
        case .message(let left):
            passed += packet
            packet = []
            if left == 0 { place = .head }
        case .body(let kind, let flags, let start, let end):
            guard packet.count == end else { break }
            try PacketBody.check(packet[start...], of: kind, flags: flags, version)
            passed += packet
            packet = []
            place = .head
        }
    }

    /// Parses the first byte and the length, once they are complete.
    private mutating func readHead() throws(PacketProblem) {
        let kind = PacketKind(rawValue: packet[0] >> 4) ?? .reserved
        guard hasBegun || kind == .connack else { throw .notMQTT }
        guard kind.isFromBroker(version), packet.count > 1 || !hasBegun || kind != .connack
        else { throw .unexpected(kind) }
        let digits = packet.dropFirst()
        guard let last = digits.last else { return }
        if last & 0x80 != 0 {
            if digits.count == 4 { throw .endlessLength }
            return
        }
        let length = digits.reversed().reduce(0) { $0 << 7 | Int($1 & 0x7F) }
        hasBegun = true
        if version == .three, kind == .publish {
            if packet[0] & 0b0110 == 0b0110 { throw .flags(kind) }
            place = .message(left: length)
            return
        }
        let end = packet.count + length
        if end > limit { throw .tooLong(kind, bytes: end) }
        place = .body(kind, flags: packet[0] & 0x0F, start: packet.count, end: end)
    }
}
