import Expecting
import Testing

@testable import KernelRadio

struct AdvertisingDataTests {
    /// The Apple Notification Center Service, lowest byte first.
    private static let service = hex("D0002D121E4B0FA4994ECEB531F40579")

    @Test func `fields stand one after another`() {
        var data = AdvertisingData(reserved: 3)
        expect(data.room, is: 28)
        let wereAdded = [
            data.addSolicitation(Self.service), data.addServices16([0x1812]),
            data.addAppearance(0x03C1),
        ]
        expect(wereAdded, is: [true, true, true])
        expect(
            hexWords(data.bytes),
            is: hexWords(
                hex("11 15 D0002D121E4B0FA4994ECEB531F40579 03 03 1218 03 19 C103")))
        expect(data.room, is: 2)
        let full = data
        let wereRefused = [data.addAppearance(1), data.add(.completeName, [0x41])]
        expect(wereRefused, is: [false, false])
        expect(data, is: full)
        // An empty field takes two bytes.
        data.add(.completeName, [])
        expect(data.room, is: 0)
    }

    @Test(arguments: [
        ("callboard", 31, 0x09, "callboard", "whole"),
        ("callboard", 11, 0x09, "callboard", "whole, to the last byte"),
        ("callboard", 10, 0x08, "callboar", "cut"),
        ("Küche", 8, 0x09, "Küche", "six bytes in five letters"),
        ("Küche", 7, 0x08, "Küch", "cut"),
        ("Küche", 4, 0x08, "K", "not within the second letter"),
        ("🦊🦊", 9, 0x08, "🦊", "four bytes each"), ("🦊", 6, 0x09, "🦊", "whole"),
        ("e\u{301}", 3, 0x08, "e", "an accent is a character of its own"),
    ])
    func `a name is cut at a whole character`(
        name: String, limit: Int, kind: Int, shown: String, why: String
    ) {
        var data = AdvertisingData(limit: limit)
        let wasAdded = data.addName(name)
        #expect(wasAdded)
        let content = Array(shown.utf8)
        expect(data.bytes, is: [UInt8(content.count + 1), UInt8(kind)] + content, "\(why)")
    }

    @Test(arguments: [("", 31), ("🦊", 5), ("a", 2), ("a", 0), ("a", -4), ("\u{0}", 31)])
    func `a name of which nothing fits is not there`(name: String, limit: Int) {
        var data = AdvertisingData(limit: limit)
        let wasAdded = data.addName(name)
        #expect(!wasAdded)
        #expect(data.bytes.isEmpty)
    }

    @Test func `no field is longer than its length can say`() {
        var data = AdvertisingData(limit: 1000)
        data.add(.solicitation, [UInt8](repeating: 0, count: 255))
        #expect(data.bytes.isEmpty)
        data.add(.solicitation, [UInt8](repeating: 0, count: 254))
        expect(data.bytes.first, is: 255)
        data.addName(String(repeating: "a", count: 400))
        expect(data.bytes.count, is: 256 + 255)
    }

    @Test(arguments: [
        (Advertisement.Flags.connectable, 0),
        (Advertisement.Flags([.connectable, .discoverable]), 3),
        (Advertisement.Flags([.limitedDiscoverable, .flagsField]), 3),
        (Advertisement.Flags([.transmitPower, .discoverable]), 6),
        (Advertisement.Flags([.localName, .appearance]), 0),
    ])
    func `the kernel's own bytes are counted`(flags: Advertisement.Flags, bytes: Int) {
        expect(flags.bytesAdded, is: bytes)
    }
}
