@testable import Captures

/// Writes captures byte by byte, so that a mistake in the reader is not made here as well.
struct CaptureBuilder {
    enum Kind: String, CaseIterable {
        case bare, serial, monitor, packetLoggerBig, packetLoggerLittle, pcapDirection, pcap
        case pcapMonitor
    }

    private enum Packet {
        case event, sent, received
    }

    let kind: Kind
    var time: UInt64 = 1_700_000_000_000_000
    private(set) var bytes: [UInt8]

    init(_ kind: Kind) {
        self.kind = kind
        func btsnoop(_ datalink: UInt32) -> [UInt8] {
            Array("btsnoop\0".utf8) + Self.big(1, 4) + Self.big(UInt64(datalink), 4)
        }
        func pcap(_ link: UInt64) -> [UInt8] {
            [0xD4, 0xC3, 0xB2, 0xA1, 2, 0, 4, 0] + Self.little(0, 8) + Self.little(65535, 4)
                + Self.little(link, 4)
        }
        bytes =
            switch kind {
            case .bare: btsnoop(1001)
            case .serial: btsnoop(1002)
            case .monitor: btsnoop(2001)
            case .packetLoggerBig, .packetLoggerLittle: []
            case .pcapDirection: pcap(201)
            case .pcap: pcap(187)
            case .pcapMonitor: pcap(254)
            }
    }

    static func big(_ number: UInt64, _ count: Int) -> [UInt8] {
        little(number, count).reversed()
    }

    static func little(_ number: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
    }

    static func little128(_ number: UInt128) -> [UInt8] {
        (0..<16).map { UInt8(truncatingIfNeeded: number >> (8 * UInt128($0))) }
    }

    mutating func linked(_ handle: UInt16, peer: UInt8) {
        add(
            .event,
            [0x3E, 19, 0x01, 0] + Self.little(UInt64(handle), 2) + [1, 0]
                + [UInt8](repeating: peer, count: 6) + [6, 0, 0, 0, 100, 0, 0])
    }

    mutating func unlinked(_ handle: UInt16) {
        add(.event, [0x05, 4, 0] + Self.little(UInt64(handle), 2) + [0x13])
    }

    /// An attribute packet, in pieces of some size.
    mutating func attribute(
        _ packet: [UInt8], on handle: UInt16, isReceived: Bool, pieces size: Int = 27
    ) {
        var rest = (Self.little(UInt64(packet.count), 2) + [4, 0] + packet)[...]
        var boundary: UInt16 = isReceived ? 0b10 : 0b00
        while !rest.isEmpty {
            let piece = rest.prefix(size)
            rest = rest.dropFirst(size)
            add(
                isReceived ? .received : .sent,
                Self.little(UInt64(handle | boundary << 12), 2)
                    + Self.little(UInt64(piece.count), 2) + piece)
            boundary = 0b01
        }
    }

    private mutating func add(_ packet: Packet, _ content: [UInt8]) {
        time += 10_000
        let serial: [UInt8] = [packet == .event ? 4 : 2] + content
        let code: UInt64 = packet == .event ? 3 : packet == .sent ? 4 : 5
        let seconds = Self.little(time / 1_000_000, 4) + Self.little(time % 1_000_000, 4)
        func snoop(_ content: [UInt8], _ flags: UInt64) {
            bytes += Self.big(UInt64(content.count), 4) + Self.big(UInt64(content.count), 4)
            bytes += Self.big(flags, 4) + Self.big(0, 4)
            bytes += Self.big(time + 0x00DC_DDB3_0F2F_8000, 8) + content
        }
        func pcap(_ content: [UInt8]) {
            let length = Self.little(UInt64(content.count), 4)
            bytes += seconds + length + length + content
        }
        let direction: UInt64 = packet == .sent ? 0 : 1
        switch kind {
        case .bare: snoop(content, (packet == .event ? 2 : 0) | direction)
        case .serial: snoop(serial, direction)
        case .monitor: snoop(content, code)
        case .packetLoggerBig, .packetLoggerLittle:
            let type: UInt8 = packet == .event ? 1 : packet == .sent ? 2 : 3
            let number = kind == .packetLoggerBig ? Self.big : Self.little
            bytes += number(UInt64(content.count + 9), 4) + number(time / 1_000_000, 4)
            bytes += number(time % 1_000_000, 4) + [type] + content
        case .pcapDirection: pcap(Self.big(direction, 4) + serial)
        case .pcap: pcap(serial)
        case .pcapMonitor: pcap(Self.big(0, 2) + Self.big(code, 2) + content)
        }
    }

    // MARK: A conversation

    /// How far the handles are from where they usually are.
    var shift: UInt16 = 0
    private var source: UInt16 { 0x21 + shift }
    private var control: UInt16 { 0x24 + shift }
    private var data: UInt16 { 0x26 + shift }

    /// The phone's list of characteristics.
    mutating func discovery(on handle: UInt16) {
        let uuids: [(UInt16, UInt128)] = [
            (source, 0x9FBF_120D_6301_42D9_8C58_25E6_99A2_1DBD),
            (control, 0x69D1_D8F3_45E1_49A8_9821_9BBD_FDAA_D9D9),
            (data, 0x22EA_C6E9_24D6_4BB5_BE44_B36A_CE7C_7BFB),
        ]
        attribute([0x08, 1, 0, 0xFF, 0xFF, 0x03, 0x28], on: handle, isReceived: false)
        for (value, uuid) in uuids {
            let bytes = Self.little128(uuid)
            attribute(
                [0x09, 21] + Self.little(UInt64(value - 1), 2) + [0x10]
                    + Self.little(UInt64(value), 2) + bytes,
                on: handle, isReceived: true)
        }
        attribute(
            [0x12] + Self.little(UInt64(source + 1), 2) + [1, 0], on: handle, isReceived: false)
        attribute([0x13], on: handle, isReceived: true)
    }

    static func tuple(_ id: UInt8, _ text: String) -> [UInt8] {
        [id] + little(UInt64(text.utf8.count), 2) + text.utf8
    }

    /// A message that comes, is asked about and goes.
    mutating func message(
        _ uid: UInt8, _ title: String, on handle: UInt16, mtu: Int = 40, pieces: Int = 27,
        isRemoved: Bool = true
    ) {
        func notify(_ value: [UInt8], _ from: UInt16) {
            attribute(
                [0x1B] + Self.little(UInt64(from), 2) + value, on: handle, isReceived: true,
                pieces: pieces)
        }
        notify([0, 0x10, 4, 1, uid, 0, 0, 0], source)
        let request: [UInt8] = [0, uid, 0, 0, 0, 0, 1, 0, 1, 2, 0, 1, 3, 0, 2, 4, 5, 6, 7]
        attribute(
            [0x12] + Self.little(UInt64(control), 2) + request, on: handle, isReceived: false)
        attribute([0x13], on: handle, isReceived: true)
        var answer =
            [0, uid, 0, 0, 0] + Self.tuple(0, "org.example.chat") + Self.tuple(1, title)
            + Self.tuple(2, "") + Self.tuple(3, "the message of \(title)") + Self.tuple(4, "9")
            + Self.tuple(5, "20260401T181928") + Self.tuple(6, "") + Self.tuple(7, "Clear")
        while !answer.isEmpty {
            notify(Array(answer.prefix(mtu)), data)
            answer.removeFirst(min(mtu, answer.count))
        }
        if isRemoved { notify([2, 0x10, 4, 0, uid, 0, 0, 0], source) }
    }

    /// The host asks what the app is called, and the phone takes its time to answer.
    mutating func name(of app: String, on handle: UInt16, after pause: UInt64) {
        let request: [UInt8] = [1] + Array(app.utf8) + [0, 0]
        attribute(
            [0x12] + Self.little(UInt64(control), 2) + request, on: handle, isReceived: false)
        attribute([0x13], on: handle, isReceived: true)
        time += pause
        attribute(
            [0x1B] + Self.little(UInt64(data), 2) + [1] + Array(app.utf8) + [0]
                + Self.tuple(0, "Chat"), on: handle, isReceived: true)
    }
}
