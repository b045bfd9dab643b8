import DBus
import Expecting
import Linux
import Radio
import Support
import Testing

@testable import BlueZRadio

struct KeyboardServiceTests {
    private static let characteristic = "org.bluez.GattCharacteristic1"

    private struct Expected {
        let uuid: String
        let flags: [String]
        let value: [UInt8]?
        let why: String
    }

    private static let expected = [
        Expected(
            uuid: "2a4a", flags: ["encrypt-read"], value: [0x11, 0x01, 0x00, 0x02],
            why: "information"),
        Expected(
            uuid: "2a4c", flags: ["encrypt-write", "write-without-response"], value: nil,
            why: "control point"),
        Expected(
            uuid: "2a4e", flags: ["encrypt-read", "encrypt-write", "write-without-response"],
            value: [1], why: "protocol mode"),
        Expected(
            uuid: "2a4d", flags: ["encrypt-read", "notify"], value: [0, 0, 0, 0, 0, 0, 0, 0],
            why: "report"),
    ]

    /// A keyboard that bluetoothd knows.
    @LoopActor
    private static func withKeyboard(
        _ shape: Shape = .hid,
        _ body:
            @LoopActor @Sendable (RadioBench, [ObjectPath: [String: [String: BusValue]]])
            async
            throws -> Void
    ) async throws {
        try await RadioBench.run { bench in
            _ = await bench.listen(shape: shape)
            expect(await eventually { bench.bluez.application != nil })
            try await body(bench, try #require(bench.bluez.application?.asObjects))
        }
    }

    @LoopActor
    private static func read(
        _ bench: RadioBench, _ path: ObjectPath, _ options: [String: BusValue] = [:],
        of interface: String = characteristic
    ) async throws -> [UInt8]? {
        let client = try #require(bench.bluez.client)
        let answer = await bench.bluez.ask(
            client, path, interface, "ReadValue", [.dictionary(options)])
        return try answer.get().first?.asBytes
    }

    @Test func `the keyboard has what a keyboard must have, readable only when bonded`()
        async throws
    {
        try await Self.withKeyboard { bench, objects in
            let services = objects.filter { $0.value["org.bluez.GattService1"] != nil }
            let service = try #require(services.first?.key)
            expect(services.count, is: 1)
            expect(
                objects[service]?["org.bluez.GattService1"],
                is: ["UUID": .string("1812"), "Primary": .bool(true)])
            for wanted in Self.expected {
                let found = objects.first {
                    $0.value[Self.characteristic]?["UUID"] == .string(wanted.uuid)
                }
                let (path, interfaces) = try #require(found, "\(wanted.why)")
                #expect(path.isBelow(service))
                expect(interfaces[Self.characteristic]?["Service"], is: .path(service))
                expect(
                    interfaces[Self.characteristic]?["Flags"], is: .strings(wanted.flags),
                    "\(wanted.why)")
                if let value = wanted.value {
                    try await expect(Self.read(bench, path), is: value, "\(wanted.why)")
                }
            }
        }
    }

    @Test func `the report says that it is input report 1`() async throws {
        try await Self.withKeyboard { bench, objects in
            let found = objects.first { $0.value["org.bluez.GattDescriptor1"] != nil }
            let (path, interfaces) = try #require(found)
            let descriptor = try #require(interfaces["org.bluez.GattDescriptor1"])
            let report = try #require(descriptor["Characteristic"]?.asPath)
            expect(descriptor["UUID"], is: .string("2908"))
            expect(descriptor["Flags"], is: .strings(["encrypt-read"]))
            expect(objects[report]?[Self.characteristic]?["UUID"], is: .string("2a4d"))
            #expect(path.isBelow(report))
            let value = try await Self.read(bench, path, of: "org.bluez.GattDescriptor1")
            expect(value, is: [1, 1])
        }
    }

    private static let usages: [(Shape, UInt8)] = [(.hid, 0x06), (.keypad, 0x07)]

    @Test(arguments: usages)
    func `the report map says what it is`(shape: Shape, usage: UInt8) async throws {
        try await Self.withKeyboard(shape) { bench, objects in
            let map = try #require(
                objects.first { $0.value[Self.characteristic]?["UUID"] == .string("2a4b") }?.key)
            // Desktop page, the usage, an application collection, report 1; then modifiers, a
            // reserved byte, six keys.
            let expected: [UInt8] =
                [0x05, 0x01, 0x09, usage, 0xA1, 0x01, 0x85, 0x01]
                + [0x05, 0x07, 0x19, 0xE0, 0x29, 0xE7, 0x15, 0x00, 0x25, 0x01]
                + [0x75, 0x01, 0x95, 0x08, 0x81, 0x02, 0x95, 0x01, 0x75, 0x08, 0x81, 0x01]
                + [0x95, 0x06, 0x75, 0x08, 0x15, 0x00, 0x25, 0x65]
                + [0x05, 0x07, 0x19, 0x00, 0x29, 0x65, 0x81, 0x00, 0xC0]
            try await expect(Self.read(bench, map), is: expected)
        }
    }

    @Test func `a long value is read in parts`() async throws {
        try await Self.withKeyboard { bench, objects in
            let map = try #require(
                objects.first { $0.value[Self.characteristic]?["UUID"] == .string("2a4b") }?.key)
            let whole = try #require(try await Self.read(bench, map))
            expect(whole.count, is: 47)
            #expect(whole.starts(with: [0x05, 0x01, 0x09, 0x06, 0xA1, 0x01]))
            expect(whole.last, is: 0xC0)
            let parts: [(BusValue, [UInt8], String)] = [
                (.uint16(0), whole, "the beginning"),
                (.uint16(22), Array(whole[22...]), "the rest"),
                (.uint16(47), [], "the end"), (.uint16(.max), [], "beyond the end"),
                (.int32(-1), whole, "before the beginning"), (.string("x"), whole, "no number"),
            ]
            for (offset, expected, why) in parts {
                try await expect(Self.read(bench, map, ["offset": offset]), is: expected, "\(why)")
            }
        }
    }

    @Test func `what a phone writes is taken and changes nothing`() async throws {
        try await Self.withKeyboard { bench, objects in
            let client = try #require(bench.bluez.client)
            let mode = try #require(
                objects.first { $0.value[Self.characteristic]?["UUID"] == .string("2a4e") }?.key)
            let answer = await bench.bluez.ask(
                client, mode, Self.characteristic, "WriteValue", [.bytes([0]), .dictionary([:])])
            expect(answer, is: .success([]))
            try await expect(Self.read(bench, mode), is: [1])
        }
    }

    @Test func `phones can come only when the keyboard is there, too`() async throws {
        try await RadioBench.run { bench in
            bench.bluez.on("RegisterApplication", .hold)
            let radio = bench.start(shape: .hid)
            expect(await eventually { bench.bluez.advertisement != nil })
            expect(await eventually { !bench.bluez.held.isEmpty })
            await bench.bluez.settle()
            expect(radio.states, is: [.noService])
            bench.bluez.release()
            expect(await eventually { radio.state == .listening })
        }
    }

    @Test(arguments: [Shape.solicit, .look])
    func `a host without the service offers nothing`(shape: Shape) async throws {
        try await RadioBench.run { bench in
            _ = await bench.listen(shape: shape)
            await bench.bluez.settle()
            expect(bench.bluez.count("RegisterApplication"), is: 0)
        }
    }
}
