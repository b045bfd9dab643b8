import Expecting
import Testing

@testable import KernelRadio

struct FoundDeviceTests {
    @Test(arguments: [
        ("", [] as [String], "nothing"),
        (
            "020106 1AFF4C000215 000102030405060708090A0B0C0D0E0F 0001 0002 C5",
            [
                "01 06",
                "FF 4C 00 02 15 00 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F 00 01 00 02 C5",
            ],
            "a beacon"
        ),
        ("0109 0316AAFE", ["09", "16 AA FE"], "an empty field"),
        ("020106 00 020A04", ["01 06"], "a length of zero ends it"),
        ("020106 05FF4C00", ["01 06"], "a field that is cut"),
        ("020106 05", ["01 06"], "a length alone"),
        ("FF", [], "a length of more than there is"),
    ])
    func `the fields of an advertisement are read up to the first that is broken`(
        data: String, fields: [String], why: String
    ) {
        let found = FoundDevice(KernelSample.peer, signal: nil, data: hex(data))
        let read = found.fields.map { hexWords([$0.field.rawValue] + $0.content).uppercased() }
        expect(read, is: fields, "\(why)")
    }

    @Test func `a maker's data is written as it is read`() throws {
        var data = AdvertisingData(reserved: 3)
        let isWhole = data.addManufacturerData(0x004C, [UInt8](repeating: 7, count: 24))
        let isMore = data.addManufacturerData(0x004C, [])
        #expect(isWhole && !isMore)
        let field = try #require(
            FoundDevice(KernelSample.peer, signal: nil, data: data.bytes).fields.first)
        expect(field.field, is: .manufacturerData)
        expect(Array(field.content), is: [0x4C, 0x00] + [UInt8](repeating: 7, count: 24))
        var longer = AdvertisingData(reserved: 3)
        let isLonger = longer.addManufacturerData(0x004C, [UInt8](repeating: 7, count: 25))
        #expect(!isLonger)
    }
}
