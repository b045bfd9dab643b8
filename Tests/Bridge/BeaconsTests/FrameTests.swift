import Expecting
import Notices
import Radio
import Testing

@testable import Beacons

/// What is read of messages on the air, and written into them.
struct FrameTests {
    private static let uuid: UInt128 = 0xFDA5_0693_A4E2_4FB1_AFCF_C6EB_0764_7825

    /// Frames as they were published, byte for byte after the number of the maker.
    private static let published: [(UInt16, [UInt8], String, Int, Comment)] = [
        (
            0x004C,
            bytes("02 15 FD A5 06 93 A4 E2 4F B1 AF CF C6 EB 07 64 78 25 27 92 49 59 C5"),
            "ibeacon:fda50693-a4e2-4fb1-afcf-c6eb07647825:10130:18777", -59,
            "an iBeacon, its numbers highest byte first"
        ),
        (
            0x004C,
            bytes("02 15 E2 C5 6D B5 DF FB 48 D2 B0 60 D0 F5 A7 10 96 E0 00 00 00 00 C5"),
            "ibeacon:e2c56db5-dffb-48d2-b060-d0f5a71096e0:0:0", -59, "the one of Apple's sample"
        ),
        (
            0x0118,
            bytes(
                "BE AC 2F 23 44 54 CF 6D 4A 0F AD F2 F4 91 1B A9 FF A6 00 01 00 02 C5 00"),
            "altbeacon:2f234454-cf6d-4a0f-adf2-f4911ba9ffa6:1:2", -59,
            "an AltBeacon, of any maker"
        ),
    ]

    @Test(arguments: published)
    func `a published frame is read`(
        _ maker: UInt16, _ bytes: [UInt8], _ id: String, _ power: Int, _ why: Comment
    ) {
        let frame = BeaconFrame(manufacturer: maker, bytes)
        expect(frame?.id.description, is: id, why)
        expect(frame?.power, is: power, why)
    }

    @Test(arguments: [18, 20])
    func `a frame of Eddystone with a name is read, and its power brought to one metre`(
        _ count: Int
    ) {
        let bytes = bytes("00 EE 00 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F 00 00")
        let frame = BeaconFrame(service: 0xFEAA, Array(bytes.prefix(count)))
        expect(frame?.id.description, is: "eddystone:00010203-0405-0607-0809-0a0b0c0d0e0f")
        expect(frame?.power, is: -18 - 41)
    }

    @Test(arguments: published)
    func `no other length is a frame`(
        _ maker: UInt16, _ bytes: [UInt8], _ id: String, _ power: Int, _ why: Comment
    ) {
        for count in 0..<bytes.count {
            #expect(BeaconFrame(manufacturer: maker, Array(bytes.prefix(count))) == nil)
        }
        for more in 1...10 {
            let longer = bytes + [UInt8](repeating: 0, count: more)
            #expect(BeaconFrame(manufacturer: maker, longer) == nil)
        }
    }

    @Test(
        arguments: [
            (0x004C, "10 05 01 18 5C 3D 6A", "what iPhones send of themselves"),
            (0x004D, "02 15" + String(repeating: " 00", count: 21), "an iBeacon of another maker"),
            (0x004C, "02 16" + String(repeating: " 00", count: 21), "another mark"),
            (0x0118, "BE AD" + String(repeating: " 00", count: 22), "no AltBeacon"),
            (0x004C, "", "nothing"),
        ] as [(UInt16, String, Comment)])
    func `what is no beacon is left alone`(_ maker: UInt16, _ hex: String, _ why: Comment) {
        expect(BeaconFrame(manufacturer: maker, bytes(hex)), is: nil, why)
    }

    @Test func `other frames of Eddystone have no name`() {
        for kind in UInt8(0x10)...0x40 {
            #expect(BeaconFrame(service: 0xFEAA, [kind] + [UInt8](repeating: 0, count: 19)) == nil)
        }
        #expect(BeaconFrame(service: 0xFEAB, [UInt8](repeating: 0, count: 20)) == nil)
    }

    @Test func `a message is searched for its first frame`() {
        let tag = BeaconFrame(
            BeaconID(.iBeacon, uuid: Self.uuid, major: 1, minor: 7), power: -61)
        let message = AirMessage(
            address: "AA", signal: -70,
            manufacturerData: [
                AirData(0x0006, [1, 2, 3]), AirData(BeaconFrame.apple, tag.iBeaconBytes ?? []),
            ])
        expect(BeaconFrame(message), is: tag)
        expect(BeaconFrame(AirMessage(address: "AA", signal: nil)), is: nil)
    }

    @Test(arguments: [(0, 0, -127), (1, 7, -59), (65_535, 65_535, 20), (256, 1, 0)])
    func `what is sent is read again`(_ major: UInt16, _ minor: UInt16, _ power: Int) {
        let frame = BeaconFrame(
            BeaconID(.iBeacon, uuid: Self.uuid, major: major, minor: minor), power: power)
        let bytes = frame.iBeaconBytes ?? []
        expect(bytes.count, is: 23)
        expect(BeaconFrame(manufacturer: BeaconFrame.apple, bytes), is: frame)
    }

    @Test(arguments: [
        ("ibeacon:fda50693-a4e2-4fb1-afcf-c6eb07647825:1:7", true, "whole"),
        ("iBeacon:FDA50693-A4E2-4FB1-AFCF-C6EB07647825:1:7", true, "in any case"),
        ("eddystone:fda50693-a4e2-4fb1-afcf-c6eb07647825", true, "Eddystone has no numbers"),
        ("eddystone:fda50693-a4e2-4fb1-afcf-c6eb07647825:1:7", false, "so it takes none"),
        ("ibeacon:fda50693-a4e2-4fb1-afcf-c6eb07647825", false, "an iBeacon has them"),
        ("ibeacon:fda50693-a4e2-4fb1-afcf-c6eb07647825:1:65536", false, "too large"),
        ("ibeacon:fda50693-a4e2-4fb1-afcf-c6eb07647825:-1:7", false, "less than none"),
        ("ibeacon:fda50693-a4e2-4fb1-afcf-c6eb07647825:+1:7", false, "a sign"),
        ("ibeacon:fda50693a4e24fb1afcfc6eb07647825:1:7", false, "without groups"),
        ("tag:fda50693-a4e2-4fb1-afcf-c6eb07647825:1:7", false, "nobody's frame"),
        ("", false, "nothing"), (":::", false, "nothing between colons"),
    ])
    func `a name is read as people copy it`(_ text: String, _ isName: Bool, _ why: Comment) {
        expect(BeaconID(text) != nil, is: isName, why)
        if let id = BeaconID(text) { expect(BeaconID(id.description), is: id, why) }
    }
}

/// Bytes as they are printed.
func bytes(_ hex: String) -> [UInt8] {
    hex.split(separator: " ").compactMap { UInt8($0, radix: 16) }
}
