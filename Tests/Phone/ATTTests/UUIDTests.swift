import Expecting
import Testing

@testable import ATT
@testable import FuzzTargets

struct UUIDTests {
    @Test(arguments: [
        (UUID(short: 0x2902), "0229", "2902"),
        (UUID(0x0000_2902_0000_1000_8000_0080_5F9B_34FB), "0229", "2902"),
        (TestService.uuid, TestService.uuidHex, "7905F431-B5CE-4E99-A40F-4B1E122D00D0"),
        (
            UUID(0x0001_2902_0000_1000_8000_0080_5F9B_34FB),
            "FB349B5F8000 0080 0010 0000 02290100",
            "00012902-0000-1000-8000-00805F9B34FB"
        ),
    ])
    func `a UUID has one form on the wire and one for people`(
        uuid: UUID, wire: String, text: String
    ) throws {
        expect(uuid.bytes, is: hex(wire))
        expect(uuid.description, is: text)
        var reader = PDUReader(hex(wire))
        try expect(reader.readUUID(), is: uuid)
    }

    @Test func `the long form of a short number is the same UUID`() throws {
        var reader = PDUReader(hex("FB349B5F8000 0080 0010 0000 02290000"))
        try expect(reader.readUUID(), is: UUID(short: 0x2902))
    }

    @Test(arguments: [0, 1, 3, 4, 15, 17, 32])
    func `no other length is a UUID`(length: Int) {
        var reader = PDUReader([UInt8](repeating: 0, count: length))
        #expect(throws: PDUError.invalidUUIDLength(length)) { try reader.readUUID() }
    }
}
