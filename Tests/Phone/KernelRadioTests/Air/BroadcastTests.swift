import Expecting
import Linux
import Radio
import Support
import Testing

@testable import KernelRadio

struct BroadcastTests {
    private static let bytes = hex("0215 000102030405060708090A0B0C0D0E0F 0001 0002 C5")
    /// Length, field, maker, then the bytes.
    private static let data = hex("1A FF 4C00") + bytes

    private static func message(
        _ name: String, _ interval: Duration = .milliseconds(100), bytes: [UInt8] = bytes
    ) -> AirBroadcast {
        AirBroadcast(name: name, data: AirData(0x004C, bytes), interval: interval)
    }

    private static func turns(_ instance: UInt8) -> ManagementCommand {
        .addAdvertising(
            Advertisement(instance: instance, flags: .discoverable, duration: 1, data: data))
    }

    private static func side(_ instance: UInt8, _ interval: UInt32) -> [ManagementCommand] {
        [
            .addAdvertisingParameters(
                AdvertisingParameters(
                    instance: instance, flags: .discoverable, interval: interval)),
            .addAdvertisingData(instance: instance, data),
        ]
    }

    @Test func `by turns phones have half of the air`() async throws {
        try await RadioBench.run { bench in
            await bench.start()
            let alone = try #require(bench.fake.advertisements.last)
            expect(alone.duration, is: 0)
            bench.fake.forgetCommands()
            bench.radio?.broadcast([Self.message("Hall"), Self.message("Porch")])
            await bench.settle()
            let shared = Advertisement(flags: alone.flags, duration: 2, data: alone.data)
            expect(
                bench.commands,
                is: [
                    .readAdvertisingFeatures, .addAdvertising(shared), Self.turns(2),
                    Self.turns(3),
                ])
            expect(bench.states.last, is: .listening)
            let condition = try #require(bench.radio?.air)
            expect(condition.hasExtendedAdvertising, is: false)
            expect(
                condition.broadcasts,
                is: ["Hall", "Porch"].map {
                    BroadcastCondition(
                        name: $0, isOnAir: true, interval: .milliseconds(150), turn: .seconds(1))
                })
        }
    }

    @Test(arguments: [
        (Duration.milliseconds(100), UInt32(160), Duration.milliseconds(100)),
        (.milliseconds(1), 32, .milliseconds(20)),
        (.seconds(60), 16384, .milliseconds(10240)),
        (.milliseconds(1285), 2056, .milliseconds(1285)),
    ])
    func `side by side each has its interval`(
        wished: Duration, units: UInt32, interval: Duration
    ) async throws {
        try await RadioBench.run { bench in
            bench.fake.features = FakeManagement.extended
            await bench.start()
            bench.fake.forgetCommands()
            bench.radio?.broadcast([Self.message("Hall", wished)])
            await bench.settle()
            expect(bench.commands, is: [.readAdvertisingFeatures] + Self.side(2, units))
            expect(
                bench.radio?.air.broadcasts,
                is: [BroadcastCondition(name: "Hall", isOnAir: true, interval: interval)])
            expect(bench.radio?.air.hasExtendedAdvertising, is: true)
        }
    }

    @Test func `a message that is wished no longer is taken off the air`() async throws {
        try await RadioBench.run { bench in
            await bench.start()
            bench.radio?.broadcast([Self.message("Hall"), Self.message("Porch")])
            await bench.settle()
            bench.fake.forgetCommands()
            bench.radio?.broadcast([])
            await bench.settle()
            expect(bench.fake.advertisements.map(\.duration), is: [0])
            expect(bench.fake.count(.removeAdvertising(instance: 2)), is: 1)
            expect(bench.fake.count(.removeAdvertising(instance: 3)), is: 1)
            expect(bench.commands.count, is: 3)
            expect(bench.radio?.air.broadcasts, is: [])
        }
    }

    @Test func `more than the adapter has room for is said, and so is what is too long`()
        async throws
    {
        try await RadioBench.run { bench in
            bench.fake.features = FakeManagement.extended
            await bench.start()
            bench.radio?.broadcast(
                [Self.message("Long", bytes: [UInt8](repeating: 0, count: 25))]
                    + (2...4).map { Self.message("\($0)") })
            await bench.settle()
            let broadcasts = try #require(bench.radio?.air.broadcasts)
            expect(broadcasts.map(\.isOnAir), is: [false, true, true, false])
            expect(
                broadcasts.map(\.problem),
                is: [
                    "the message is too long for an advertisement", nil, nil,
                    "the adapter has room for 4 advertisements, including the one by which phones find the host",
                ])
        }
    }

    @Test func `each is put on air anew with each connection, and after the kernel dropped it`()
        async throws
    {
        try await RadioBench.run(bonds: [Sample.bond()]) { bench in
            await bench.start()
            bench.radio?.broadcast([Self.message("Hall")])
            await bench.settle()
            let phone = FakePhone(security: Sample.authenticated)
            bench.fake.forgetCommands()
            #expect(await bench.connect(phone))
            expect(bench.fake.advertisements.map(\.instance), is: [1, 2])
            bench.fake.emit(.advertisingRemoved(2))
            await bench.settle()
            expect(bench.fake.advertisements.map(\.instance), is: [1, 2, 2])
        }
    }

    @Test func `what is refused keeps no phone away`() async throws {
        try await RadioBench.run { bench in
            bench.fake.features = FakeManagement.extended
            await bench.start()
            bench.fake.refuse(.addAdvertisingData(instance: 2, []), with: .noResources)
            bench.radio?.broadcast([Self.message("Hall")])
            await bench.settle()
            expect(bench.states.last, is: .listening)
            expect(bench.radio?.air.broadcasts.map(\.problem), is: ["no resources"])
            let window = await bench.openWindow()
            expect(bench.fake.advertisements.last?.flags, is: [.connectable, .discoverable])
            bench.radio?.closeWindow()
            await bench.settle()
            expect(window.events.last, is: "closed interrupted")
            bench.fake.refuse(.addAdvertisingData(instance: 2, []), with: nil)
            await bench.pass(.seconds(10))
            expect(bench.radio?.air.broadcasts.map(\.isOnAir), is: [true])
        }
    }

    @Test func `an adapter that comes back has its messages again`() async throws {
        try await RadioBench.run { bench in
            await bench.start()
            bench.radio?.broadcast([Self.message("Hall")])
            await bench.settle()
            bench.fake.unplug()
            await bench.settle()
            expect(
                bench.radio?.air.broadcasts, is: [BroadcastCondition(name: "Hall", isOnAir: false)])
            bench.fake.plug(Sample.controller())
            await bench.settle()
            expect(bench.radio?.air.broadcasts.map(\.isOnAir), is: [true])
            bench.fake.forgetCommands()
            await bench.stop()
            #expect(bench.commands.contains(.removeAdvertising(instance: 0)))
            #expect(bench.fake.advertisements.isEmpty)
        }
    }

    @Test func `a kernel that does not say what it can is asked again`() async throws {
        try await RadioBench.run { bench in
            bench.fake.refuse(.readAdvertisingFeatures, with: .failed)
            await bench.start()
            bench.radio?.broadcast([Self.message("Hall")])
            await bench.settle()
            expect(
                bench.radio?.air.broadcasts.map(\.problem),
                is: ["the advertising features of the adapter cannot be read: failed"])
            bench.fake.refuse(.readAdvertisingFeatures, with: nil)
            await bench.pass(.seconds(2))
            expect(bench.radio?.air.broadcasts.map(\.isOnAir), is: [true])
        }
    }
}
