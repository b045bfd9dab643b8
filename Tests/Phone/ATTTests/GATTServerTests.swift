import Expecting
import Testing

@testable import ATT
@testable import FuzzTargets

/// The server of the tests, and what it answers.
///
/// | handles | service |
/// |---|---|
/// | 0x01 to 0x07 | GAP: 3 name, 5 appearance, 7 address resolution |
/// | 0x08 to 0x0F | GATT: 0A Service Changed, 0B its configuration, 0D features, 0F hash |
/// | 0x10 to 0x15 | 1812: 12 map of 47 bytes, 14 report, 15 its configuration; all but it secure |
/// | 0x16 to 0x18 | one of 128 bits: 18 can only be written, without a response |
struct GATTServerTests {
    static func answer(
        _ request: String, mtu: Int = 23, isSecure: Bool = false
    ) -> [UInt8]? {
        var server = TestService.server
        return server.answer(hex(request), mtu: mtu, isSecure: isSecure)
    }

    @Test(arguments: [
        ("10 0100 FFFF 0028", "11 06 0100 0700 0018 0800 0F00 0118 1000 1500 1218", "three"),
        (
            "10 1600 FFFF 0028", "11 14 1600 1800 D0002D12 1E4B 0FA4 994E CEB531F40579",
            "the one of 128 bits"
        ),
        ("10 0200 0F00 0028", "11 06 0800 0F00 0118", "the one in the range"),
        ("10 1900 FFFF 0028", "01 10 1900 0A", "none any more"),
        ("10 0100 FFFF 0128", "01 10 0100 0A", "no secondary one"),
        ("10 0100 FFFF 0328", "01 10 0100 10", "characteristics are no groups"),
        ("10 0000 FFFF 0028", "01 10 0000 01", "from no handle"),
        ("10 0500 0400 0028", "01 10 0500 01", "the wrong way round"),
        ("10 0100 FFFF 00", "01 10 0000 04", "half a type"),
        ("06 0100 FFFF 0028 0118", "07 0800 0F00", "Generic Attribute"),
        ("06 0100 FFFF 0028 \(TestService.uuidHex)", "07 1600 1800", "by 128 bits"),
        ("06 0100 FFFF 0028 0D18", "01 06 0100 0A", "a heart"),
        ("06 0100 FFFF 012A 0000", "07 0500 0500", "a value that ends with itself"),
        ("06 0100 FFFF 4D2A 0000000000000000", "01 06 0100 0A", "a value that is hidden"),
        ("06 0000 FFFF 0028 0118", "01 06 0000 01", "from no handle"),
        ("06 0100 FFFF 00", "01 06 0000 04", "half a type"),
    ])
    func `services are found`(request: String, expected: String, why: String) {
        expect(Self.answer(request), is: hex(expected), "\(why)")
    }

    @Test(arguments: [
        ("08 0100 0700 0328", "09 07 0200 02 0300 002A 0400 02 0500 012A 0600 02 0700 A62A", "all"),
        ("08 0800 0F00 0328", "09 07 0900 20 0A00 052A 0C00 0A 0D00 292B 0E00 02 0F00 2A2B", "all"),
        ("08 1600 1800 0328", "09 15 1700 04 1800 \(TestService.controlHex)", "of 128 bits"),
        ("08 0100 0700 0228", "01 08 0100 0A", "no service includes another"),
        ("08 0100 FFFF 002A", "09 0B 0300 63616C6C626F617264", "the name"),
        ("08 0100 FFFF 2A2B", "09 12 0F00 HASH", "the hash"),
        ("08 0100 FFFF 0229", "09 04 0B00 0000 1500 0000", "both configurations"),
        ("08 0100 FFFF 4B2A", "01 08 1200 05", "hidden"),
        ("08 0100 FFFF 052A", "01 08 0A00 02", "never readable"),
        ("08 0100 FFFF \(TestService.controlHex)", "01 08 1800 02", "never readable"),
        ("08 0000 FFFF 0328", "01 08 0000 01", "from no handle"),
        ("08 0100 FFFF 03", "01 08 0000 04", "half a type"),
        ("04 0100 0500", "05 01 0100 0028 0200 0328 0300 002A 0400 0328 0500 012A", "five"),
        ("04 1500 1600", "05 01 1500 0229 1600 0028", "across services"),
        ("04 1700 FFFF", "05 01 1700 0328", "up to one of 128 bits"),
        ("04 1800 FFFF", "05 02 1800 \(TestService.controlHex)", "the one of 128 bits"),
        ("04 1900 FFFF", "01 04 1900 0A", "none any more"),
        ("04 0000 FFFF", "01 04 0000 01", "from no handle"),
        ("04 0100 0000", "01 04 0100 01", "to no handle"),
        ("04 0100", "01 04 0000 04", "no end"),
    ])
    func `characteristics are found`(request: String, expected: String, why: String) {
        let hash = digits(TestService.server.databaseHash)
        let expected = expected.replacing("HASH", with: hash)
        expect(Self.answer(request), is: hex(expected), "\(why)")
    }

    @Test(arguments: [
        ("0A 0300", "0B 63616C6C626F617264", "the name"),
        ("0A 0500", "0B 0000", "the appearance: nothing known"),
        ("0A 0700", "0B 01", "addresses are resolved"),
        ("0A 0D00", "0B 00", "features that no peer has named"),
        ("0A 0900", "0B 20 0A00 052A", "a declaration"),
        ("0A 0A00", "01 0A 0A00 02", "Service Changed has no value to read"),
        ("0A 1200", "01 0A 1200 05", "hidden"),
        ("0A 1900", "01 0A 1900 01", "no such handle"),
        ("0A 0000", "01 0A 0000 01", "no handle"),
        ("0A 03", "01 0A 0000 04", "half a handle"),
        ("0A 0300 00", "01 0A 0000 04", "a byte too many"),
        ("0C 0300 0400", "0D 626F617264", "a part"),
        ("0C 0300 0900", "0D", "the end"),
        ("0C 0300 0A00", "01 0C 0300 07", "beyond the end"),
        ("0C 1200 0000", "01 0C 1200 05", "hidden"),
        ("0C 0300 00", "01 0C 0000 04", "half an offset"),
        ("0E 0300 0700", "0F 63616C6C626F617264 01", "two values"),
        ("0E 0300 1200 1900", "01 0E 1200 05", "the first that fails"),
        ("0E 0300", "01 0E 0000 04", "one is not several"),
        ("20 0300 0700", "21 0900 63616C6C626F617264 0100 01", "two values with lengths"),
        ("20 0700 1900", "01 20 1900 01", "the one that fails"),
        ("20 0300 07", "01 20 0000 04", "half a handle"),
    ])
    func `values are read`(request: String, expected: String, why: String) {
        expect(Self.answer(request), is: hex(expected), "\(why)")
    }

    @Test(arguments: [
        ("12 0B00 0200", "13", "indications are wanted"),
        ("12 0B00 0100", "01 12 0B00 13", "but there are no notifications"),
        ("12 0B00 02", "01 12 0B00 0D", "half a configuration"),
        ("12 0B00 020000", "01 12 0B00 0D", "three bytes"),
        ("12 1500 0100", "01 12 1500 05", "only over a secure link"),
        ("12 0D00 01", "13", "what the peer can do"),
        ("12 0D00", "01 12 0D00 0D", "nothing that it can do"),
        ("12 0300 41", "01 12 0300 03", "names are not given"),
        ("12 1800 41", "13", "taken, and nothing changes"),
        ("12 1900 41", "01 12 1900 01", "no such handle"),
        ("12 0B", "01 12 0000 04", "half a handle"),
        ("16 1800 0000 41", "01 16 1800 0B", "nothing is so long"),
        ("16 0300 0000 41", "01 16 0300 03", "names are not given"),
        ("16 1500 0000 41", "01 16 1500 05", "only over a secure link"),
        ("16 1900 0000 41", "01 16 1900 01", "no such handle"),
        ("16 1800 00", "01 16 0000 04", "half an offset"),
        ("18 00", "19", "no parts are forgotten"),
        ("18 01", "19", "no parts are written"),
        ("18 02", "01 18 0000 04", "neither"),
        ("18", "01 18 0000 04", "neither"),
    ])
    func `writes are taken or refused`(request: String, expected: String, why: String) {
        expect(Self.answer(request), is: hex(expected), "\(why)")
    }

    @Test(arguments: [
        ("52 0B00 0200", "a command that is carried out"), ("52 0300 41", "one that may not"),
        ("52 0B", "one that is none"), ("D2 1800 41 000000000000000000000000", "a signed one"),
        ("7E", "an unknown one"),
    ])
    func `commands are never answered`(command: String, why: String) {
        expect(Self.answer(command), is: nil, "\(why)")
    }

    @Test(arguments: [0x00, 0x14, 0x1A, 0x1C, 0x1F, 0x22, 0x24, 0x3E, 0x80, 0x92] as [UInt8])
    func `unknown requests are not supported`(opcode: UInt8) {
        var server = TestService.server
        let answer = server.answer([opcode, 1, 2, 3], mtu: 23, isSecure: true)
        expect(answer, is: [0x01, opcode, 0, 0, 0x06])
    }

    @Test func `what is hidden is seen over a secure link`() {
        let report = "0000000000000000"
        let table: [(String, String)] = [
            ("0A 1400", "0B \(report)"), ("08 0100 FFFF 4D2A", "09 0A 1400 \(report)"),
            ("06 0100 FFFF 4D2A \(report)", "07 1400 1400"), ("12 1500 0100", "13"),
            ("12 1400 00", "13"), ("0C 1200 2D00", "0D 2D2E"),
            ("0E 1400 1400", "0F \(report) \(report)"),
        ]
        for (request, expected) in table {
            expect(Self.answer(request, isSecure: true), is: hex(expected), "\(request)")
        }
    }

    @Test func `a list ends where something is hidden or has another length`() {
        let long = GATTServer([
            ServerService(
                UUID(short: 0x1234),
                [("AA", true), ("BB", true), ("CC", false), ("DD", true), ("EEEE", true)].map {
                    ServerCharacteristic(
                        UUID(short: 0x5678), .read, .constant(hex($0.0)),
                        ServerAccess(reading: $0.1 ? .always : .whenSecure))
                })
        ])
        let table: [(String, Bool, String)] = [
            ("08 0100 FFFF 7856", false, "09 03 0300 AA 0500 BB"),
            ("08 0600 FFFF 7856", false, "01 08 0700 05"),
            ("08 0600 FFFF 7856", true, "09 03 0700 CC 0900 DD"),
            ("08 0A00 FFFF 7856", true, "09 04 0B00 EEEE"),
        ]
        for (request, isSecure, expected) in table {
            var server = long
            let answer = server.answer(hex(request), mtu: 23, isSecure: isSecure)
            expect(answer, is: hex(expected), "\(request)")
        }
    }

    @Test func `what a peer sets is kept for this link alone`() {
        var server = TestService.server
        func ask(_ request: String, _ expected: String) {
            expect(server.answer(hex(request), mtu: 23, isSecure: true), is: hex(expected))
        }
        ask("12 0B00 0200", "13")
        ask("0A 0B00", "0B 0200")
        ask("0A 1500", "0B 0000")
        ask("12 0D00 05", "13")
        ask("12 0D00 01", "01 12 0D00 13")
        ask("12 0D00 07FF", "13")
        ask("0A 0D00", "0B 07")
        expect(server.answer(hex("52 1500 0100"), mtu: 23, isSecure: true), is: nil)
        ask("0A 1500", "0B 0100")
        expect(Self.answer("0A 0B00"), is: hex("0B 0000"))
    }

    @Test func `the declared services are those of a host`() {
        let name = String(repeating: "ä", count: 200)
        var server = GATTServer(HostServices(name: name, appearance: 0x03C1).services)
        let cut = Array(String(repeating: "ä", count: 124).utf8)
        expect(server.answer(hex("0A 0300"), mtu: 517, isSecure: false), is: [0x0B] + cut)
        expect(server.answer(hex("0A 0500"), mtu: 517, isSecure: false), is: hex("0B C103"))
        expect(GATTServer([]).databaseHash.count, is: 16)
    }
}
