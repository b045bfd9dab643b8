import Expecting
import Testing

@testable import KernelRadio

/// The layouts are those of BlueZ's description of the management interface (doc/mgmt-api.txt).
struct CommandTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let command: ManagementCommand
        let bytes: String
        let why: String
        var testDescription: String { "\(command.opcode): \(why)" }
    }

    private static let peer = KernelSample.peer
    private static let peerBytes = KernelSample.peerBytes
    private static let longTermKeys = [KernelSample.longTermKey, KernelSample.longTermKey]
        .compactMap(\.self)
    private static let identityKeys = [KernelSample.identityKey].compactMap(\.self)
    private static let advertisement = Advertisement(
        instance: 2, flags: [.connectable, .discoverable, .localName], duration: 3, timeout: 0x0201,
        data: [0xD1, 0xD2], scanResponse: [0x51, 0x52, 0x53])

    private static func zeros(_ count: Int) -> String { String(repeating: "00", count: count) }

    /// Opcode, index 0x0102, length, parameters.
    static let cases: [Case] = [
        Case(command: .readIndexList, bytes: "0300 0201 0000", why: "nothing"),
        Case(command: .readControllerInfo, bytes: "0400 0201 0000", why: "nothing"),
        Case(command: .setPowered(true), bytes: "0500 0201 0100 01", why: "on"),
        Case(command: .setPowered(false), bytes: "0500 0201 0100 00", why: "off"),
        Case(command: .setBondable(true), bytes: "0900 0201 0100 01", why: "on"),
        Case(command: .setLowEnergy(true), bytes: "0D00 0201 0100 01", why: "on"),
        Case(command: .setBREDR(false), bytes: "2A00 0201 0100 00", why: "off"),
        Case(
            command: .setIOCapability(.keyboardDisplay), bytes: "1800 0201 0100 04",
            why: "keyboard and display"),
        Case(command: .setSecureConnections(.on), bytes: "2D00 0201 0100 01", why: "on"),
        Case(
            command: .setPrivacy(key: KernelSample.secret),
            bytes: "2F00 0201 1100 01 \(KernelSample.secretBytes)", why: "on, the key"),
        Case(
            command: .setPrivacy(key: KernelSample.secret, isLimited: true),
            bytes: "2F00 0201 1100 02 \(KernelSample.secretBytes)", why: "limited, the key"),
        Case(
            command: .setPrivacy(key: nil),
            bytes: "2F00 0201 1100 00 00000000000000000000000000000000", why: "off, no key"),
        Case(
            command: .setPrivacy(key: [1]),
            bytes: "2F00 0201 1100 01 01000000000000000000000000000000",
            why: "a short key does not shorten the command"),
        Case(command: .loadLongTermKeys([]), bytes: "1300 0201 0200 0000", why: "no key"),
        Case(
            command: .loadLongTermKeys(longTermKeys),
            bytes: """
                1300 0201 4A00 0200 \(KernelSample.longTermKeyBytes) \(KernelSample.longTermKeyBytes)
                """, why: "count, then 36 bytes each"),
        Case(
            command: .loadIdentityResolvingKeys(identityKeys),
            bytes: "3000 0201 1900 0100 \(peerBytes) \(KernelSample.secretBytes)",
            why: "count, then 23 bytes each"),
        Case(command: .disconnect(peer), bytes: "1400 0201 0700 \(peerBytes)", why: "whom"),
        Case(
            command: .unpair(peer, disconnect: true), bytes: "1B00 0201 0800 \(peerBytes) 01",
            why: "whom, and the link too"),
        Case(command: .confirm(peer, true), bytes: "1C00 0201 0700 \(peerBytes)", why: "yes"),
        Case(command: .confirm(peer, false), bytes: "1D00 0201 0700 \(peerBytes)", why: "no"),
        Case(
            command: .passkey(peer, 123_456), bytes: "1E00 0201 0B00 \(peerBytes) 40E20100",
            why: "the number"),
        Case(command: .passkey(peer, nil), bytes: "1F00 0201 0700 \(peerBytes)", why: "none"),
        Case(
            command: .addAdvertising(advertisement),
            bytes: "3E00 0201 1000 02 43000000 0300 0102 02 03 D1D2 515253",
            why: "instance, flags, duration, timeout, two lengths, data, scan response"),
        Case(
            command: .readConnectionInformation(peer), bytes: "3100 0201 0700 \(peerBytes)",
            why: "whom"),
        Case(command: .readAdvertisingFeatures, bytes: "3D00 0201 0000", why: "nothing"),
        Case(
            command: .addAdvertisementMonitor([
                AdvertisementPattern(.manufacturerData, offset: 2, [0xBE, 0xAC]),
                AdvertisementPattern(.serviceData16, [0xAA, 0xFE]),
            ]),
            bytes: """
                5200 0201 4500 02 FF 02 02 BEAC \(zeros(29)) 16 00 02 AAFE \(zeros(29))
                """, why: "count, then field, offset, length and 31 bytes each"),
        Case(
            command: .addAdvertisementMonitor([
                AdvertisementPattern(.manufacturerData, [UInt8](repeating: 1, count: 40))
            ]),
            bytes: "5200 0201 2300 01 FF 00 1F \(String(repeating: "01", count: 31))",
            why: "a pattern is cut"),
        Case(
            command: .removeAdvertisementMonitor(0x0102), bytes: "5300 0201 0200 0201",
            why: "which"),
        Case(
            command: .addAdvertisingParameters(
                AdvertisingParameters(instance: 2, flags: .discoverable, interval: 0xA0)),
            bytes: "5400 0201 1200 02 02400000 0000 0000 A0000000 A0000000 7F",
            why: "instance, flags with that of intervals, duration, timeout, two intervals, power"),
        Case(
            command: .addAdvertisingData(instance: 2, [0xD1, 0xD2]),
            bytes: "5500 0201 0500 02 02 00 D1D2",
            why: "instance, two lengths, data without a scan response"),
        Case(command: .removeAdvertising(instance: 0), bytes: "3F00 0201 0100 00", why: "all"),
        Case(
            command: .setDefaultSystemConfiguration([
                .shortestAdvertisingInterval(0x20), .longestAdvertisingInterval(0x30),
            ]), bytes: "4C00 0201 0A00 0A00 02 2000 0B00 02 3000", why: "type, length, value"),
    ]

    @Test(arguments: cases)
    func `a command is written as the kernel reads it`(one: Case) {
        expect(
            hexWords(one.command.bytes(to: ControllerIndex(rawValue: 0x0102))),
            is: hexWords(hex(one.bytes.replacing("\n", with: ""))))
    }

    @Test(arguments: [
        ("callboard", 9, "as it is"), ("", 0, "none"),
        (String(repeating: "a", count: 300), 248, "cut"),
        (String(repeating: "ü", count: 124), 248, "as long as may be"),
        ("a" + String(repeating: "ü", count: 124), 247, "cut before a whole character"),
        ("ab\u{0}cd", 2, "a zero byte ends it for the kernel"),
    ])
    func `a name always ends with a zero byte`(name: String, length: Int, why: String) {
        let bytes = ManagementCommand.setLocalName(name).parameters
        expect(bytes.count, is: 249 + 11)
        expect(bytes.prefix { $0 != 0 }.count, is: length, "\(why)")
        #expect(bytes.dropFirst(length).allSatisfy { $0 == 0 })
        #expect(name.utf8.starts(with: bytes.prefix(length)))
    }

    @Test func `what is too much for a command is left out`() throws {
        let key = try #require(KernelSample.identityKey)
        let many = [IdentityResolvingKey](repeating: key, count: 4000)
        let bytes = ManagementCommand.loadIdentityResolvingKeys(many).bytes(to: .none)
        expect(bytes.count, is: 6 + 2 + 1024 * 23)
        #expect(bytes[4...7].elementsEqual([0x02, 0x5C, 0x00, 0x04]))
        let long = [UInt8](repeating: 1, count: 300)
        let advertisement = Advertisement(flags: [], data: long, scanResponse: long)
        expect(ManagementCommand.addAdvertising(advertisement).parameters.count, is: 11 + 255 * 2)
        let data = ManagementCommand.addAdvertisingData(instance: 1, long).parameters
        expect(data.prefix(3), is: [1, 255, 0])
        expect(data.count, is: 3 + 255)
        let pattern = AdvertisementPattern(.manufacturerData, [1])
        let patterns = [AdvertisementPattern](repeating: pattern, count: 40)
        let monitor = ManagementCommand.addAdvertisementMonitor(patterns).parameters
        expect(monitor.first, is: 16)
        expect(monitor.count, is: 1 + 16 * 34)
    }

    @Test func `keys have their length or are none`() {
        for count in [0, 15, 17] {
            let value = [UInt8](repeating: 1, count: count)
            expect(IdentityResolvingKey(peer: KernelSample.peer, value: value), is: nil)
            expect(
                LongTermKey(
                    peer: KernelSample.peer, kind: .debug, isCentral: false, size: 16, ediv: 0,
                    random: KernelSample.random, value: value), is: nil)
            expect(
                LongTermKey(
                    peer: KernelSample.peer, kind: .debug, isCentral: false, size: 16, ediv: 0,
                    random: value, value: KernelSample.secret), is: nil)
        }
    }
}
