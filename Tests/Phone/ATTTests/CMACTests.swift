import Expecting
import Testing

@testable import ATT
@testable import FuzzTargets

struct CMACTests {
    /// The key of the examples in RFC 4493.
    private static let key = hex("2B7E1516 28AED2A6 ABF71588 09CF4F3C")
    private static let message = hex(
        """
        6BC1BEE2 2E409F96 E93D7E11 7393172A AE2D8A57 1E03AC9C 9EB76FAC 45AF8E51
        30C81C46 A35CE411 E5FBC119 1A0A52EF F69F2445 DF4F9B17 AD2B417B E66C3710
        """)

    @Test(arguments: [
        (
            "00010203 04050607 08090A0B 0C0D0E0F", "00112233 44556677 8899AABB CCDDEEFF",
            "69C4E0D8 6A7B0430 D8CDB780 70B4C55A", "FIPS 197, C.1"
        ),
        (
            "2B7E1516 28AED2A6 ABF71588 09CF4F3C", "00000000 00000000 00000000 00000000",
            "7DF76B0C 1AB899B3 3E42F047 B91B546F", "RFC 4493, 4: the subkeys"
        ),
    ])
    func `blocks are encrypted as the standards' examples are`(
        key: String, block: String, expected: String, source: String
    ) {
        expect(AES128(key: hex(key)).encrypt(hex(block)), is: hex(expected), "\(source)")
    }

    @Test(arguments: [
        (0, "BB1D6929 E9593728 7FA37D12 9B756746", "nothing"),
        (16, "070A16B4 6B4D4144 F79BDD9D D04A287C", "one whole block"),
        (40, "DFA66747 DE9AE630 30CA3261 1497C827", "a last block that is not whole"),
        (64, "51F0BEBF 7E3B9D92 FC497417 79363CFE", "whole blocks"),
    ])
    func `codes are those of RFC 4493`(length: Int, expected: String, why: String) {
        let code = CMAC(key: Self.key).code(of: Array(Self.message.prefix(length)))
        expect(code, is: hex(expected), "\(why)")
    }

    @Test func `the code of the specification's example of a database is its hash`() {
        // Core specification, Vol 3 Part G, Appendix B.
        let database = hex(
            """
            0100 0028 0018  0200 0328 0A03 0000 2A  0400 0328 0205 0001 2A  0600 0028 0118
            0700 0328 2008 0005 2A  0900 0229  0A00 0328 0A0B 0029 2B  0C00 0328 020D 002A 2B
            0E00 0028 0818  0F00 0228 1400 1600 0F18  1000 0328 A211 0018 2A  1200 0229
            1300 0029 0000  1400 0128 0F18  1500 0328 0216 0019 2A
            """)
        let code = CMAC(key: hex("00")).code(of: database)
        expect(code, is: hex("F1CA2D48 ECF58BAC 8A8830BB B9FBA990"))
    }

    @Test func `the hash of a host's own services goes out lowest byte first`() {
        // Computed by OpenSSL over the declarations, for a host with nothing else.
        let server = GATTServer(HostServices(name: "any").services)
        expect(server.databaseHash, is: hex("EE5F8E7B 7507E82C 477C9506 18EB1412"))
    }

    @Test func `values do not change the hash, services do`() {
        func hash(_ services: HostServices) -> [UInt8] {
            GATTServer(services.services).databaseHash
        }
        let host = hash(HostServices(name: "one"))
        expect(hash(HostServices(name: "another", appearance: 0x03C1)), is: host)
        #expect(TestService.server.databaseHash != host)
    }
}
