/// Reader of the fields of one packet, after its length.
struct PacketBody {
    private let kind: PacketKind
    private var rest: ArraySlice<UInt8>

    init(_ kind: PacketKind, _ bytes: ArraySlice<UInt8>) {
        self.kind = kind
        rest = bytes
    }

    /// Throws unless a packet of this version and with these flags is safe for libmosquitto.
    static func check(
        _ bytes: ArraySlice<UInt8>, of kind: PacketKind, flags: UInt8,
        _ version: BrokerEndpoint.Version
    ) throws(PacketProblem) {
        var body = PacketBody(kind, bytes)
        try body.check(flags: flags)
        switch kind {
        case .publish: try body.checkMessage(flags: flags, version)
        case .connack: try body.checkAnswer(version)
        case .puback, .pubrec, .pubrel, .pubcomp: try body.checkAcknowledgement(version)
        case .suback, .unsuback:
            try body.skip(2)
            if version == .five { try body.checkProperties() }
            // One reason code for each topic; UNSUBACK has them only in version 5.
            if kind == .suback || version == .five, body.isOver { throw .cutShort(kind) }
        case .disconnect:
            if !body.isOver { try body.skip(1) }
            if !body.isOver { try body.checkProperties() }
            try body.checkEnd()
        case .pingresp: try body.checkEnd()
        case .reserved, .connect, .subscribe, .unsubscribe, .pingreq, .auth: throw .unexpected(kind)
        }
    }

    private var isOver: Bool { rest.isEmpty }

    private func checkEnd() throws(PacketProblem) {
        if !isOver { throw .leftover(kind) }
    }

    private func check(flags: UInt8) throws(PacketProblem) {
        switch kind {
        // A quality of service of 3 is invalid.
        case .publish: if flags & 0b0110 == 0b0110 { throw .flags(kind) }
        case .pubrel: if flags != 0b0010 { throw .flags(kind) }
        default: if flags != 0 { throw .flags(kind) }
        }
    }

    private mutating func checkMessage(
        flags: UInt8, _ version: BrokerEndpoint.Version
    ) throws(PacketProblem) {
        try skip(Int(twoBytes()))
        if flags & 0b0110 != 0 { try skip(2) }
        if version == .five { try checkProperties() }
    }

    private mutating func checkAnswer(_ version: BrokerEndpoint.Version) throws(PacketProblem) {
        try skip(1)
        let reason = try byte()
        // A broker that supports only an older version reports this in the form of that version.
        let isOlder = isOver && reason == 1
        if version == .five, !isOlder { try checkProperties() }
        try checkEnd()
    }

    private mutating func checkAcknowledgement(
        _ version: BrokerEndpoint.Version
    ) throws(PacketProblem) {
        try skip(2)
        if version == .five {
            if !isOver { try skip(1) }
            if !isOver { try checkProperties() }
        }
        try checkEnd()
    }

    private mutating func checkProperties() throws(PacketProblem) {
        let length = Int(try variable())
        var properties = PacketBody(kind, try taken(length))
        while !properties.isOver { try properties.checkProperty() }
    }

    private mutating func checkProperty() throws(PacketProblem) {
        let number = try variable()
        guard let property = PacketProperty.of(number) else {
            throw .unknownProperty(number, kind)
        }
        guard property.belongs(to: kind) else { throw .misplacedProperty(number, kind) }
        switch property.form {
        case .byte: try skip(1)
        case .twoBytes: try skip(2)
        case .fourBytes: try skip(4)
        case .variable: _ = try variable()
        case .text: try skip(Int(twoBytes()))
        case .pair:
            try skip(Int(twoBytes()))
            try skip(Int(twoBytes()))
        }
    }

    private mutating func byte() throws(PacketProblem) -> UInt8 {
        guard let byte = rest.popFirst() else { throw .cutShort(kind) }
        return byte
    }

    private mutating func twoBytes() throws(PacketProblem) -> UInt16 {
        try UInt16(byte()) << 8 | UInt16(byte())
    }

    private mutating func variable() throws(PacketProblem) -> UInt32 {
        var value: UInt32 = 0
        for place in 0..<4 {
            let byte = try byte()
            value |= UInt32(byte & 0x7F) << (7 * place)
            if byte & 0x80 == 0 { return value }
        }
        throw .endlessLength
    }

    private mutating func taken(_ count: Int) throws(PacketProblem) -> ArraySlice<UInt8> {
        guard rest.count >= count else { throw .cutShort(kind) }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    private mutating func skip(_ count: Int) throws(PacketProblem) {
        _ = try taken(count)
    }
}
