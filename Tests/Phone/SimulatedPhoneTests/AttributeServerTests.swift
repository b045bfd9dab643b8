import Expecting
import Testing

@testable import SimulatedPhone

struct AttributeServerTests {
    static func server(name: String = "Ann", mtu: Int = 185) -> AttributeServer {
        AttributeServer(
            table: SimulatedAttributes(phoneNamed: name, hasNotificationService: true), ownMTU: mtu)
    }

    /// What the server sends back; writes are answered as if they had been performed.
    static func reply(_ server: inout AttributeServer, _ packet: String) -> String? {
        switch server.receive(hex(packet)) {
        case .nothing: nil
        case .send(let packet): hexText(packet)
        case .write(let request): request.acceptance.map { hexText($0) } ?? "performed"
        case .confirmed: "confirmed"
        }
    }

    static let nsType = "bd 1d a2 99 e6 25 58 8c d9 42 01 63 0d 12 bf 9f"
    static let cpType = "d9 d9 aa fd bd 9b 21 98 a8 49 e1 45 f3 d8 d1 69"
    static let dsType = "fb 7b 7c ce 6a b3 44 be b5 4b d6 24 e9 c6 ea 22"
    static let ancsType = "d0 00 2d 12 1e 4b 0f a4 99 4e ce b5 31 f4 05 79"

    @Test(
        arguments: [
            ("02 b9 00", "03 b9 00", "Exchange MTU"),
            ("02 00", "01 02 00 00 04", "Exchange MTU without its second byte"),
            ("02 00 02 00", "01 02 00 00 04", "Exchange MTU with a byte too many"),

            ("10 0100 ffff 0028", "11 06 0100 0500 0018 0600 0900 0118 0a00 0e00 0a18", "services"),
            ("10 0f00 ffff 0028", "11 06 0f00 1200 0f18", "services until one of another length"),
            ("10 1300 ffff 0028", "11 14 2000 2800 \(ancsType)", "the service with a long type"),
            ("10 2100 ffff 0028", "01 10 2100 0a", "no service there"),
            ("10 0100 ffff 0128", "01 10 0100 0a", "there are no secondary services"),
            ("10 0100 ffff 0328", "01 10 0100 10", "a type that makes no groups"),
            ("10 0000 ffff 0028", "01 10 0000 01", "handle zero"),
            ("10 0200 0100 0028", "01 10 0200 01", "a range that ends before it begins"),
            ("10 0100 ffff 00", "01 10 0000 04", "half a type"),
            ("10 0100 ff", "01 10 0000 04", "half a handle"),
            (
                "10 1300 ffff fb34 9b5f 8000 0080 0010 0000 0028 0000",
                "11 14 2000 2800 \(ancsType)", "a short type written as a long one"
            ),

            ("06 0100 ffff 0028 0118", "07 0600 0900", "find a service"),
            ("06 0100 ffff 0028 \(ancsType)", "07 2000 2800", "find the service with a long type"),
            ("06 0100 ffff 0028 ff18", "01 06 0100 0a", "find a service that is not there"),
            ("06 0100 ffff 002a 416e 6e", "07 0300 0300", "find the name, which begins no group"),
            ("06 0000 ffff 0028 0118", "01 06 0000 01", "find with handle zero"),
            ("06 0100 ffff 00", "01 06 0000 04", "find with half a type"),

            ("08 0100 0500 0328", "09 07 0200 02 0300 002a 0400 02 0500 012a", "characteristics"),
            ("08 2100 2200 0328", "09 15 2100 10 2200 \(nsType)", "Notification Source"),
            ("08 2300 2800 0328", "09 15 2400 08 2500 \(cpType)", "Control Point"),
            ("08 2600 2800 0328", "09 15 2600 10 2700 \(dsType)", "Data Source"),
            ("08 2800 2800 0328", "01 08 2800 0a", "no more characteristics"),
            ("08 0100 ffff 002a", "09 05 0300 416e 6e", "the device name by its type"),
            ("08 0100 ffff 0228", "01 08 0100 0a", "there are no included services"),
            ("08 0100 ffff 0229", "09 04 0900 0000", "subscriptions until the first protected one"),
            ("08 0a00 ffff 0229", "01 08 1200 05", "a protected one in front"),
            ("08 2200 2200 \(nsType)", "01 08 2200 02", "a value that only comes by itself"),
            ("08 0100 ffff", "01 08 0000 04", "no type"),
            ("08 ffff 0100 0328", "01 08 ffff 01", "a range backwards"),

            ("04 0100 0500", "05 01 0100 0028 0200 0328 0300 002a 0400 0328 0500 012a", "types"),
            ("04 2200 2300", "05 02 2200 \(nsType)", "a long type"),
            ("04 2300 2400", "05 01 2300 0229 2400 0328", "short types"),
            ("04 1300 1f00", "01 04 1300 0a", "a gap between services"),
            ("04 2900 ffff", "01 04 2900 0a", "behind the last attribute"),
            ("04 0000 0100", "01 04 0000 01", "types with handle zero"),
            ("04 0100", "01 04 0000 04", "types without an end"),
            ("04 0100 0500 00", "01 04 0000 04", "types with a byte too many"),

            ("0a 0300", "0b 416e 6e", "read the name"),
            ("0a 0500", "0b 4000", "read the appearance"),
            ("0a 0900", "0b 0000", "read a subscription"),
            ("0a 1100", "01 0a 1100 05", "read the battery on a link that is not encrypted"),
            ("0a 2300", "01 0a 2300 05", "read a subscription on a link that is not encrypted"),
            ("0a 2200", "01 0a 2200 02", "read what cannot be read"),
            ("0a 2500", "01 0a 2500 02", "read the Control Point"),
            ("0a 1500", "01 0a 1500 01", "read a handle that is not there"),
            ("0a 0000", "01 0a 0000 01", "read handle zero"),
            ("0a 03", "01 0a 0000 04", "read half a handle"),
            ("0a 0300 00", "01 0a 0000 04", "read with a byte too many"),
            ("0c 0300 0100", "0d 6e 6e", "read from an offset"),
            ("0c 0300 0300", "0d", "read from the very end"),
            ("0c 0300 0400", "01 0c 0300 07", "read from beyond the end"),
            ("0c 1500 0000", "01 0c 1500 01", "read on at a handle that is not there"),
            ("0c 0300 01", "01 0c 0000 04", "read from half an offset"),

            ("12 2300 0100", "01 12 2300 05", "subscribe on a link that is not encrypted"),
            ("12 2500 00", "01 12 2500 05", "write the Control Point on such a link"),
            ("12 0900 0200", "13", "subscribe to Service Changed"),
            ("12 0900 0100", "01 12 0900 13", "subscribe to notifications of it"),
            ("12 0900 02", "01 12 0900 0d", "a subscription of one byte"),
            ("12 0900 0200 00", "01 12 0900 0d", "a subscription of three bytes"),
            ("12 0300 41", "01 12 0300 03", "write the name"),
            ("12 2200 41", "01 12 2200 03", "write Notification Source"),
            ("12 1500 41", "01 12 1500 01", "write a handle that is not there"),
            ("12 09", "01 12 0000 04", "write to half a handle"),
            ("52 0900 0200", "performed", "subscribe without asking for a response"),
            ("52 0300 41", nil, "write the name without asking for a response"),
            ("52 09", nil, "a command that is too short"),
            ("d2 0900 0200", nil, "a signed write"),

            ("16 0900 0000 02", "17 0900 0000 02", "prepare a write"),
            ("16 2500 0000 00", "01 16 2500 05", "prepare on a link that is not encrypted"),
            ("16 0300 0000 41", "01 16 0300 03", "prepare what cannot be written"),
            ("16 0900 00", "01 16 0000 04", "prepare without an offset"),
            ("18 00", "19", "execute nothing"),
            ("18 01", "19", "execute nothing at all"),
            ("18 02", "01 18 0000 04", "execute with a flag that there is not"),
            ("18", "01 18 0000 04", "execute without a flag"),

            ("1e", "confirmed", "a confirmation"),
            ("1d 0100 00", "1e", "an indication from the host is confirmed"),
            ("1b 0100 00", nil, "a notification from the host"),
            ("01 02 0000 06", nil, "an error response from the host"),
            ("0b 00", nil, "a response from the host"),
            ("0e 0300 0500", "01 0e 0000 06", "Read Multiple"),
            ("20 0300 0500", "01 20 0000 06", "Read Multiple Variable"),
            ("3e", "01 3e 0000 06", "a request that nobody knows"),
            ("00", "01 00 0000 06", "operation zero"),
            ("7e 01", nil, "a command that nobody knows"),
            ("", nil, "nothing"),
        ] as [(String, String?, String)])
    func `every packet gets the answer of the specification`(
        packet: String, expected: String?, why: String
    ) {
        var server = Self.server()
        let expectedText = expected.map { text in
            ["performed", "confirmed"].contains(text) ? text : hexText(hex(text))
        }
        expect(Self.reply(&server, packet), is: expectedText, "\(why)")
    }

    @Test(arguments: [
        (23, 23, 23), (185, 517, 185), (517, 185, 185), (517, 517, 517), (185, 22, 23),
        (185, 0, 23), (23, 65535, 23),
    ])
    func `the smaller MTU is agreed on, and never less than 23`(
        own: Int, host: Int, agreed: Int
    ) {
        var server = Self.server(mtu: own)
        let reply = server.receive([0x02, UInt8(host & 0xFF), UInt8(host >> 8)])
        guard case .send(let packet) = reply else {
            Issue.record("no response")
            return
        }
        expect(packet, is: [0x03, UInt8(own & 0xFF), UInt8(own >> 8)])
        expect(server.mtu, is: agreed)
        expect(Self.reply(&server, "02 b9 00"), is: "01 02 00 00 06", "only once for a link")
    }

    @Test func `a packet longer than the MTU is refused`() {
        var server = Self.server()
        let value = String(repeating: "00", count: 21)
        expect(Self.reply(&server, "12 2500" + value), is: "01 12 00 00 04")
        expect(Self.reply(&server, "52 2500" + value), is: nil)
    }

    @Test func `a long value is read in pieces`() {
        let name = String(repeating: "0123456789", count: 5)
        var server = Self.server(name: name)
        var bytes: [UInt8] = []
        while bytes.count < 50, let reply = Self.reply(&server, "0c 0300 \(offset(bytes.count))") {
            let piece = hex(reply).dropFirst()
            expect(piece.count, is: min(22, 50 - bytes.count))
            bytes += piece
        }
        expect(bytes, is: Array(name.utf8))
        expect(Self.reply(&server, "0a 0300")?.count, is: 23 * 3 - 1)
        // Entries of a list are cut to what fits one packet.
        expect(Self.reply(&server, "08 0100 ffff 002a").map { hex($0).count }, is: 23)
    }

    private func offset(_ number: Int) -> String {
        hexText([UInt8(number), 0])
    }

    @Test func `an encrypted link reaches what is protected`() {
        var server = Self.server()
        server.protectionError = .insufficientEncryption
        expect(Self.reply(&server, "12 2300 0100"), is: "01 12 23 00 0f")
        server.isEncrypted = true
        expect(Self.reply(&server, "0a 1100"), is: "0b 53")
        expect(Self.reply(&server, "12 2300 0100"), is: "13")
        expect(Self.reply(&server, "12 2300 0200"), is: "01 12 23 00 13")
        expect(Self.reply(&server, "12 2500 02"), is: "13")
        expect(Self.reply(&server, "52 2500 02"), is: nil, "only writes that are answered")
        expect(
            Self.reply(&server, "08 0a00 ffff 0229"),
            is: "09 04 12 00 00 00 23 00 00 00 28 00 00 00")
    }

    @Test func `a subscription is kept and can be read back`() {
        var server = Self.server()
        guard case .write(let request) = server.receive(hex("12 0900 0200")),
            let write = request.writes.first
        else {
            Issue.record("not a write")
            return
        }
        expect(write.target, is: .configuration(.serviceChanged, allowed: 2))
        expect(write.configuration, is: 2)
        server.configure(.serviceChanged, as: 2)
        expect(Self.reply(&server, "0a 0900"), is: "0b 02 00")
        #expect(server.isSubscribed(to: .serviceChanged))
        #expect(!server.isSubscribed(to: .dataSource))
    }

    @Test func `a long write is put together from its parts`() {
        var server = Self.server()
        server.isEncrypted = true
        let parts = [
            "16 2500 0000 0037", "16 2500 0200 0000", "16 0900 0000 0200", "16 2500 0400 0001",
        ]
        for part in parts {
            expect(Self.reply(&server, part), is: "17" + hexText(hex(part)).dropFirst(2))
        }
        guard case .write(let request) = server.receive([0x18, 0x01]) else {
            Issue.record("not a write")
            return
        }
        expect(request.writes.map(\.handle), is: [0x25, 0x09])
        expect(request.writes.map { hexText($0.value) }, is: ["00 37 00 00 00 01", "02 00"])
        expect(request.acceptance, is: [0x19])
        expect(
            request.refusal(of: request.writes[0], because: .invalidCommand),
            is: hex("01 18 2500 a1"))
        expect(Self.reply(&server, "18 01"), is: "19", "nothing is left")
    }

    @Test(arguments: [
        (["16 2500 0100 00"], "18 01", "01 18 25 00 07", "a part behind a gap"),
        (["16 2500 0000 0000", "16 2500 0100 ffff"], "18 01", "19", "a part over another"),
        (["16 2500 0100 00"], "18 00", "19", "cancelled"),
        (["16 0900 0000 02"], "18 01", "01 18 09 00 0d", "a subscription of one byte"),
        (["16 0900 0000 0100"], "18 01", "01 18 09 00 13", "a subscription that is not allowed"),
    ])
    func `what is wrong with a long write shows when it is executed`(
        parts: [String], execute: String, expected: String, why: String
    ) {
        var server = Self.server()
        server.isEncrypted = true
        for part in parts { expect(Self.reply(&server, part)?.hasPrefix("17"), is: true) }
        expect(Self.reply(&server, execute), is: expected, "\(why)")
        expect(Self.reply(&server, "18 01"), is: "19", "nothing is left")
    }

    @Test func `a host cannot prepare writes without end`() {
        var server = Self.server()
        server.isEncrypted = true
        for _ in 0..<64 {
            expect(Self.reply(&server, "16 2500 0000 00"), is: "17 25 00 00 00 00")
        }
        expect(Self.reply(&server, "16 2500 0000 00"), is: "01 16 25 00 09")
        expect(Self.reply(&server, "18 00"), is: "19")
        expect(Self.reply(&server, "16 2500 0000 00"), is: "17 25 00 00 00 00")
    }

    @Test func `a long write longer than any value is refused`() {
        var server = Self.server(mtu: 517)
        server.isEncrypted = true
        _ = server.receive(hex("02 0502"))
        let half = String(repeating: "00", count: 300)
        expect(Self.reply(&server, "16 2500 0000" + half)?.hasPrefix("17"), is: true)
        expect(Self.reply(&server, "16 2500 2c01" + half)?.hasPrefix("17"), is: true)
        expect(Self.reply(&server, "18 01"), is: "01 18 25 00 0d")
        expect(
            Self.reply(&server, "12 2500" + String(repeating: "00", count: 513)),
            is: "01 12 25 00 0d")
        expect(Self.reply(&server, "12 2500" + String(repeating: "00", count: 512)), is: "13")
    }

    @Test func `a phone without the notification service has none of its handles`() {
        var server = Self.server()
        server.table = SimulatedAttributes(phoneNamed: "Ann", hasNotificationService: false)
        expect(Self.reply(&server, "10 1300 ffff 0028"), is: "01 10 13 00 0a")
        expect(Self.reply(&server, "0a 2300"), is: "01 0a 23 00 01")
        expect(server.notification(of: .dataSource, [1]), is: nil)
    }

    @Test func `no packet crashes the server`() {
        var server = Self.server()
        server.isEncrypted = true
        var random = SeededRandom(seed: 7)
        var answered = 0
        for round in 0..<200_000 {
            let length = Int.random(in: 0...24, using: &random)
            var packet = (0..<length).map { _ in
                // Small numbers are handles and offsets that are there.
                UInt8(round % 2 == 0 ? random.next() & 0x2F : random.next() & 0xFF)
            }
            if !packet.isEmpty, round % 3 == 0 { packet[0] = UInt8(random.next() % 13) * 2 }
            switch server.receive(packet) {
            case .send(let reply):
                #expect(reply.count <= server.mtu)
                answered += 1
            case .write, .nothing, .confirmed: break
            }
        }
        #expect(answered > 10_000)
    }
}
