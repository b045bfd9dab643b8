import Expecting
import Testing

@testable import KernelRadio

struct ChecksumTests {
    /// The check value of CRC-32 in every catalogue of checksums, and the empty sum.
    @Test(
        arguments: [("123456789", 0xCBF4_3926), ("", 0), ("a", 0xE8B7_BE43)] as [(String, UInt32)])
    func `the checksum is that of Ethernet and ZIP`(text: String, sum: UInt32) {
        expect(Checksum.crc32(text.utf8), is: sum)
    }
}
