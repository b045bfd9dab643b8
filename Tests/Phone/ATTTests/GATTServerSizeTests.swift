import Expecting
import Support
import Testing

@testable import ATT
@testable import FuzzTargets

struct GATTServerSizeTests {
    /// A request of each kind that is answered.
    private static let requests = [
        "04 0100 FFFF", "06 0100 FFFF 0028 0118", "08 0100 FFFF 0328", "0A 1200", "0C 1200 0300",
        "0E 1200 1400", "10 0100 FFFF 0028", "12 0B00 0200", "16 1800 0000 41", "18 01",
        "20 1200 1400",
    ]

    @Test(arguments: requests)
    func `a request cut anywhere has one answer`(request: String) {
        let whole = hex(request)
        for length in 1...whole.count {
            var server = TestService.server
            let cut = Array(whole.prefix(length))
            let answer = server.answer(cut, mtu: 23, isSecure: true)
            expect(answer?.isEmpty, is: false, "cut after \(length)")
            let isRefused = answer?.first == 1
            expect(answer?.first, is: (isRefused ? 1 : whole[0] | 1), "cut after \(length)")
            if isRefused { #expect(answer?.count == 5 && answer?[1] == whole[0]) }
        }
    }

    @Test(arguments: requests, [23, 24, 48, 64, 185, 256, 257, 517])
    func `no answer is longer than the MTU`(request: String, mtu: Int) {
        var server = TestService.server
        let answer = server.answer(hex(request), mtu: mtu, isSecure: true) ?? []
        #expect((1...mtu).contains(answer.count))
    }

    @Test(arguments: [
        ("0A 0300", 517, 513), ("0A 0300", 100, 100), ("0C 0300 0A00", 517, 503),
        ("08 0100 FFFF 7856", 517, 512), ("08 0100 FFFF 7856", 256, 256),
        ("08 0100 FFFF 7856", 23, 23), ("0E 0300 0500", 517, 517), ("20 0300 0500", 517, 517),
        ("20 0300 0500", 23, 23),
    ])
    func `long values fill the answer`(request: String, mtu: Int, length: Int) {
        // Two values of 512 bytes; an entry of a list has at most 255.
        let value = ServerContent.constant([UInt8](repeating: 0x61, count: 512))
        let long = ServerCharacteristic(UUID(short: 0x5678), .read, value, .readable)
        var server = GATTServer([ServerService(UUID(short: 0x1234), [long, long])])
        let answer = server.answer(hex(request), mtu: mtu, isSecure: false)
        expect(answer?.count, is: length)
    }

    @Test func `a request longer than the MTU is refused`() {
        var server = TestService.server
        let request = hex("12 1800") + [UInt8](repeating: 0, count: 21)
        expect(server.answer(request, mtu: 23, isSecure: true), is: hex("01 12 0000 04"))
        expect(server.answer(request, mtu: 24, isSecure: true), is: hex("13"))
    }

    @Test func `services that there is no room for are not offered`() {
        let characteristic = ServerCharacteristic(
            UUID(short: 0x5678), .read, .constant([]), .readable)
        let huge = ServerService(
            UUID(short: 0x1234), [ServerCharacteristic](repeating: characteristic, count: 511))
        let server = GATTServer([huge, huge, ServerService(UUID(short: 0x1235), [])])
        expect(server.table.entries.count, is: 1024)
        expect(server.table.entries.last?.type, is: .primaryService)
    }

    @Test(arguments: 0..<4 as Range<UInt64>)
    func `ten thousand random PDUs have an answer each, or are commands`(seed: UInt64) {
        var random = RepeatableRandom(seed: seed)
        var server = TestService.server
        for _ in 0..<10_000 {
            let length = Int.random(in: 0...30, using: &random)
            var pdu = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
            // Half of them are nearly right.
            if Bool.random(using: &random), pdu.count > 5 {
                pdu[0] = Self.requests.randomElement(using: &random).map { hex($0)[0] } ?? 0
                pdu[1] %= 25
                pdu[2] = 0
                pdu[4] = Bool.random(using: &random) ? 0 : pdu[4]
            }
            let isSecure = Bool.random(using: &random)
            let mtu = Int.random(in: 23...517, using: &random)
            let answer = server.answer(pdu, mtu: mtu, isSecure: isSecure)
            let isCommand = pdu.first.map { $0 & 0x40 != 0 } ?? true
            expect((answer == nil), is: isCommand, "\(digits(pdu))")
            #expect((answer?.count ?? 0) <= mtu, "\(digits(pdu))")
            #expect(server.kept.count <= 3)
        }
    }
}
