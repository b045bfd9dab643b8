import Expecting
import Testing

@testable import KernelRadio

struct KeysFileTests {
    private static let hostKey = [UInt8](repeating: 0x7C, count: KeyRing.hostKeyLength)

    static let bonds: [Bond] = [
        Sample.bond(), Sample.bond(Sample.bob, .unauthenticatedP256),
        Sample.bond(Sample.bob, on: Sample.otherAdapter, .authenticatedLegacy),
        Bond(
            adapter: Sample.adapter, peer: PeerAddress(Sample.address(0x00, 0x77), .publicLE),
            keys: [
                Sample.key(.init(Sample.address(0x00, 0x77), .publicLE), .authenticatedLegacy),
                Sample.key(
                    .init(Sample.address(0x00, 0x77), .publicLE), .authenticatedLegacy,
                    isCentral: true, size: 7, byte: 0xFF),
            ].compactMap(\.self), identityKey: nil),
        Bond(adapter: .zero, peer: .init(.zero, .init(rawValue: 255)), keys: [], identityKey: nil),
    ]

    @Test(arguments: 0...bonds.count)
    func `what was written is read`(count: Int) throws {
        let ring = KeyRing(hostKey: Self.hostKey, bonds: Array(Self.bonds.prefix(count)))
        try expect(KeysFile.read(KeysFile.bytes(of: ring)), is: ring)
    }

    private static let bytes = KeysFile.bytes(
        of: KeyRing(hostKey: hostKey, bonds: Array(bonds.prefix(2))))

    @Test func `damage to any byte is noticed, and told without a key`() {
        for place in Self.bytes.indices {
            for bit in [0x01, 0x20, 0x80] as [UInt8] {
                var damaged = Self.bytes
                damaged[place] ^= bit
                expectDamage(damaged, "byte \(place)")
            }
        }
    }

    @Test func `a file that ends too early is noticed`() {
        for length in 0..<Self.bytes.count {
            expectDamage(Array(Self.bytes.prefix(length)), "length \(length)")
        }
        expectDamage(Self.bytes + Self.bytes, "twice")
    }

    private func expectDamage(_ bytes: [UInt8], _ place: String) {
        do throws(KeysDamage) {
            _ = try KeysFile.read(bytes)
            Issue.record("\(place) is read")
        } catch {
            #expect(!error.sentence.lowercased().contains("5a5a"), "\(place)")
            #expect(!error.sentence.lowercased().contains("7c7c"), "\(place)")
        }
    }

    private static let key = String(repeating: "7c", count: 16)

    /// Every one of them with a checksum that is right.
    static let wrong: [(String, String)] = [
        ("", "nothing"), ("[]", "no object"), ("{}", "no fields"),
        ("{\"format\":2,\"host_key\":\"\(key)\",\"bonds\":[]}", "a later format"),
        ("{\"format\":1,\"host_key\":\"\(key)\"}", "no bonds"),
        ("{\"format\":1,\"host_key\":\"\(key)7c\",\"bonds\":[]}", "a key too long"),
        ("{\"format\":1,\"host_key\":\"\(key.dropLast())é\",\"bonds\":[]}", "no digit"),
        ("{\"format\":1,\"host_key\":\"\(key)\",\"bonds\":{}}", "no list"),
        ("{\"format\":1,\"host_key\":\"\(key)\",\"bonds\":[{}]}", "an empty bond"),
        ("{\"format\":1,\"host_key\":\"\(key)\",\"bonds\":[],\"more\":1}", "a field of later"),
        (bond("adapter", "\"00:11\""), "no address"), (bond("kind", "256"), "a kind too large"),
        (bond("kind", "-1"), "a kind too small"), (bond("keys", "[{}]"), "an empty key"),
        (bond("keys", "[\(keyText("size", "256"))]"), "a size too large"),
        (bond("keys", "[\(keyText("ediv", "65536"))]"), "a number too large"),
        (bond("keys", "[\(keyText("value", "\"7c7c\""))]"), "a short key"),
        (bond("keys", "[\(keyText("central", "0"))]"), "no word of truth"),
    ]

    private static func object(_ fields: [(String, String)], _ name: String, _ value: String)
        -> String
    {
        let texts = fields.map { "\"\($0.0)\":" + ($0.0 == name ? value : $0.1) }
        return "{" + texts.joined(separator: ",") + "}"
    }

    private static func bond(_ name: String, _ value: String) -> String {
        let fields = [
            ("adapter", "\"00:22:33:44:55:10\""), ("address", "\"C0:22:33:44:55:A1\""),
            ("kind", "2"), ("keys", "[\(keyText("", ""))]"),
        ]
        return "{\"format\":1,\"host_key\":\"\(key)\",\"bonds\":[\(object(fields, name, value))]}"
    }

    private static func keyText(_ name: String, _ value: String) -> String {
        let fields = [
            ("kind", "3"), ("central", "false"), ("size", "16"), ("ediv", "0"),
            ("random", "\"0000000000000000\""), ("value", "\"\(key)\""),
        ]
        return object(fields, name, value)
    }

    static func sealed(_ text: String) -> [UInt8] {
        let body = Array("\(text)\n".utf8)
        let sum = String(Checksum.crc32(body), radix: 16)
        return body + Array("crc32 \(String(repeating: "0", count: 8 - sum.count))\(sum)\n".utf8)
    }

    @Test(arguments: wrong)
    func `what is wrong in a whole file is told by its place alone`(text: String, why: String) {
        expectDamage(Self.sealed(text), why)
    }

    @Test func `the file that those differ from is right`() throws {
        let ring = try KeysFile.read(Self.sealed(Self.bond("", "")))
        expect(ring.bonds.map(\.name), is: ["C0:22:33:44:55:A1"])
        expect(ring.bonds.first?.isAuthenticated, is: true)
    }

    @Test func `no description tells a key`() {
        let ring = KeyRing(hostKey: Self.hostKey, bonds: Self.bonds)
        for text in ["\(ring)", String(reflecting: ring), dumped(ring), "\(Sample.bond())"] {
            for secret in ["124, 124", "7c7c", "7C7C", "90, 90", "107, 107"] {
                #expect(!text.contains(secret))
            }
        }
    }

    private func dumped(_ value: some Any) -> String {
        var text = ""
        dump(value, to: &text)
        return text.replacing("\n", with: " ")
    }
}
