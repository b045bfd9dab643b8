import BusSupport
import DBus
import Expecting
import LinkSupport
import Linux
import Radio
import Support
import Testing

@testable import BlueZRadio

struct AdvertisingTests {
    private static let plain: [String: BusValue] = [
        "Type": .string("peripheral"), "LocalName": .string("desk"), "Discoverable": .bool(false),
        "SolicitUUIDs": .strings(["7905f431-b5ce-4e99-a40f-4b1e122d00d0"]),
    ]
    private static let keyboard = plain.merging([
        "ServiceUUIDs": .strings(["1812"]), "Appearance": .uint16(0x03C1),
    ]) { first, _ in first }

    private static let look = plain.merging([
        "ServiceUUIDs": .strings(["1812"]), "Appearance": .uint16(0x03C0),
    ]) { first, _ in first }

    @Test(arguments: [
        (Shape.solicit, plain), (.hid, keyboard), (.keypad, keyboard), (.look, look),
    ])
    func `each shape has its advertisement`(
        shape: Shape, expected: [String: BusValue]
    ) async throws {
        try await RadioBench.run { bench in
            let radio = bench.start(shape: shape, name: "desk")
            expect(await eventually { radio.state == .listening })
            expect(bench.bluez.advertisement?.properties, is: expected)
        }
    }

    @Test func `without a name of its own the host goes by its adapter's`() async throws {
        try await RadioBench.run { bench in
            _ = await bench.listen()
            expect(bench.bluez.advertisement?.properties["LocalName"], is: .string("host"))
            // The name may change.
            bench.bluez.change(
                FakePhone.adapter, FakePaths.adapter, ["Alias": .string("kitchen")])
            expect(
                await eventually {
                    bench.bluez.advertisement?.properties["LocalName"] == .string("kitchen")
                })
        }
    }

    @Test func `the host can be discovered only while a window is open`() async throws {
        try await RadioBench.run { bench in
            let radio = await bench.listen()
            @LoopActor func discoverable() -> BusValue? {
                bench.bluez.advertisement?.properties["Discoverable"]
            }
            expect(discoverable(), is: .bool(false))
            #expect(await radio.openWindowAndWait())
            expect(await eventually { discoverable() == .bool(true) })
            radio.radio?.closeWindow()
            // Were it left out, the adapter's own setting would count.
            expect(await eventually { discoverable() == .bool(false) })
        }
    }

    @Test func `a phone that comes does not keep the next one away`() async throws {
        try await RadioBench.run { bench in
            let radio = await bench.listen()
            _ = bench.bluez.addPhone()
            expect(await eventually { bench.bluez.count("RegisterAdvertisement") == 2 })
            expect(await eventually { bench.bluez.advertisement != nil })
            expect(bench.bluez.count("UnregisterAdvertisement"), is: 1)
            _ = bench.bluez.addPhone("AA:00:00:00:00:09", isPaired: false)
            expect(await eventually { bench.bluez.count("RegisterAdvertisement") == 3 })
            expect(radio.state, is: .listening)
        }
    }

    @Test func `a released advertisement is registered again`() async throws {
        try await RadioBench.run { bench in
            _ = await bench.listen()
            let path = try #require(bench.bluez.advertisement?.path)
            let client = try #require(bench.bluez.client)
            bench.bluez.advertisement = nil
            let answer = await bench.bluez.ask(
                client, path, "org.bluez.LEAdvertisement1", "Release")
            expect(answer, is: .success([]))
            expect(await eventually { bench.bluez.advertisement != nil })
        }
    }

    @Test func `a release by somebody else changes nothing`() async throws {
        try await RadioBench.run { bench in
            let radio = await bench.listen()
            let path = try #require(bench.bluez.advertisement?.path)
            let client = try #require(bench.bluez.client)
            let stranger = await bench.bus.connect()
            let answer = await stranger.ask(
                BusCall(client, path, "org.bluez.LEAdvertisement1", "Release"))
            #expect(throws: BusError.self) { try answer.get() }
            // Had it been obeyed, there would be nothing to take back when it has to change.
            #expect(await radio.openWindowAndWait())
            expect(
                await eventually {
                    bench.bluez.advertisement?.properties["Discoverable"] == .bool(true)
                })
            expect(bench.bluez.count("UnregisterAdvertisement"), is: 1)
            expect(radio.states, is: [.noService, .listening])
        }
    }

    @Test func `a refused advertisement is told and tried again`() async throws {
        try await RadioBench.run { bench in
            let refusal = FakeBluetoothd.Reaction.refuse("org.bluez.Error.NotPermitted", "full")
            bench.bluez.on("RegisterAdvertisement", refusal, refusal)
            let radio = bench.start()
            expect(
                await eventually {
                    radio.state == .notAdvertising("org.bluez.Error.NotPermitted")
                })
            expect(await eventually { radio.state == .listening })
            let moments = bench.bluez.calls.filter { $0.member == "RegisterAdvertisement" }
                .map(\.moment)
            try #require(moments.count == 3)
            #expect(moments[1] - moments[0] >= .seconds(1))
            #expect(moments[2] - moments[1] >= .seconds(2))
        }
    }

    @Test(
        arguments: ["RegisterAdvertisement", "RegisterApplication"],
        ["org.freedesktop.DBus.Error.NoReply", "org.bluez.Error.AlreadyExists"])
    func `what was registered after all is taken back first`(
        member: String, error: String
    ) async throws {
        try await RadioBench.run { bench in
            bench.bluez.on(member, .hold)
            let radio = bench.start(shape: .hid)
            expect(await eventually { !bench.bluez.held.isEmpty })
            bench.bluez.held.first?.fail(error)
            // It is done all the same; every further time it exists already.
            bench.bluez.release()
            expect(await eventually { radio.state == .listening })
            expect(bench.bluez.count(member), is: 2)
            let undoing = member.replacing("Register", with: "Unregister")
            expect(bench.bluez.count(undoing), is: 1)
        }
    }

    @Test(
        arguments: [
            (BusError.timedOut, true), (.disconnected, false),
            (.remote(name: "org.bluez.Error.NotPermitted", message: ""), false),
        ])
    func `a call that was not answered may have been obeyed`(error: BusError, expected: Bool) {
        expect(error.leavesDoubt, is: expected)
    }

    @Test func `nothing is left on air after the end`() async throws {
        try await RadioBench.run { bench in
            let radio = await bench.listen(shape: .hid)
            expect(await eventually { bench.bluez.application != nil })
            await radio.stop()
            expect(await eventually { bench.bluez.advertisement == nil })
            expect(await eventually { bench.bluez.application == nil })
        }
    }

    @Test func `a bluetoothd that answers no more does not hold up the end`() async throws {
        try await RadioBench.run { bench in
            bench.bluez.change(FakePhone.adapter, FakePaths.adapter, ["Pairable": .bool(true)])
            let radio = bench.start(farewell: .seconds(1))
            expect(await eventually { bench.bluez.advertisement != nil })
            bench.bluez.on("Set", .hold)
            bench.bluez.on("UnregisterAdvertisement", .hold)
            // Timers are kept in their order, however late they are.
            var isLate = false
            EventLoop.shared.after(.seconds(8)) { isLate = true }
            var wasLate: Bool?
            radio.radio?.stop { wasLate = isLate }
            expect(await eventually { wasLate != nil })
            expect(wasLate, is: false)
        }
    }
}
