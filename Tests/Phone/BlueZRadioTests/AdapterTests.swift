import DBus
import Expecting
import Linux
import Radio
import Support
import Testing

@testable import BlueZRadio

struct AdapterTests {
    private static let second: ObjectPath = "/org/bluez/hci1"

    @Test(
        arguments: [
            (nil, "/org/bluez/hci1", "the first that can advertise"),
            ("hci1", "/org/bluez/hci1", "its name"), ("hci2", "/org/bluez/hci2", "its name"),
            ("00:00:00:00:00:0C", "/org/bluez/hci2", "its address"),
            ("00:00:00:00:00:0c", "/org/bluez/hci2", "its address in lower case"),
            ("hci0", nil, "it cannot advertise"), ("hci", nil, "half a name"),
            ("00:00:00:00:00:0D", nil, "an address that nobody has"),
        ] as [(String?, ObjectPath?, String)])
    func `an adapter is chosen`(word: String?, expected: ObjectPath?, why: String) async throws {
        try await RadioBench.run(adapter: false) { bench in
            bench.bluez.addAdapter("hci0", address: "00:00:00:00:00:0A", canAdvertise: false)
            bench.bluez.addAdapter("hci1", address: "00:00:00:00:00:0B")
            bench.bluez.addAdapter("hci2", address: "00:00:00:00:00:0C")
            let radio = bench.start(AdapterChoice(word))
            let last: RadioState = expected == nil ? .noAdapter : .listening
            expect(await eventually { radio.state == last })
            expect(bench.bluez.advertisement?.adapter, is: expected, "\(why)")
        }
    }

    @Test func `an adapter may come, go and be switched off at any time`() async throws {
        try await RadioBench.run(adapter: false) { bench in
            let radio = bench.start()
            expect(await eventually { radio.state == .noAdapter })
            let adapter = bench.bluez.addAdapter(isPowered: false)
            expect(await eventually { radio.state == .off })
            bench.bluez.change(adapter, FakePaths.adapter, ["Powered": .bool(true)])
            expect(await eventually { radio.state == .listening })
            bench.bluez.change(adapter, FakePaths.adapter, ["Powered": .bool(false)])
            expect(await eventually { radio.state == .off })
            await bench.bluez.settle()
            // One that stays registered over this ends up on air no more.
            #expect(bench.bluez.advertisement == nil)
            bench.bluez.change(adapter, FakePaths.adapter, ["Powered": .bool(true)])
            expect(await eventually { radio.state == .listening })
            bench.bluez.remove(adapter)
            expect(await eventually { radio.state == .noAdapter })
            bench.bluez.advertisement = nil
            bench.bluez.addAdapter()
            expect(await eventually { radio.state == .listening })
            expect(
                radio.states,
                is: [
                    .noService, .noAdapter, .off, .listening, .off, .listening, .noAdapter,
                    .listening,
                ])
        }
    }

    @Test func `another adapter is no substitute for the one that is wanted`() async throws {
        try await RadioBench.run { bench in
            let radio = bench.start(.named("hci1"))
            expect(await eventually { radio.state == .noAdapter })
            bench.bluez.addAdapter("hci1", address: "00:00:00:00:00:02")
            expect(await eventually { radio.state == .listening })
            expect(bench.bluez.advertisement?.adapter, is: Self.second)
        }
    }

    /// Two adapters, each switched on or not.
    @LoopActor
    private static func addTwo(_ bench: RadioBench, on first: Bool, _ second: Bool) {
        bench.bluez.addAdapter("hci0", isPowered: first)
        bench.bluez.addAdapter("hci1", address: "00:00:00:00:00:02", isPowered: second)
    }

    @Test(
        arguments: [
            (nil, false, true, "hci1"), (nil, true, true, "hci0"), (nil, true, false, "hci0"),
            (nil, false, false, nil), ("hci0", false, true, nil),
            ("00:00:00:00:00:01", false, true, nil), ("hci1", true, true, "hci1"),
        ] as [(String?, Bool, Bool, String?)])
    func `of several adapters one that is on is used, but only where any will do`(
        word: String?, first: Bool, second: Bool, expected: String?
    ) async throws {
        try await RadioBench.run(adapter: false) { bench in
            Self.addTwo(bench, on: first, second)
            let radio = bench.start(AdapterChoice(word))
            let last: RadioState = expected == nil ? .off : .listening
            expect(await eventually { radio.state == last })
            expect(
                bench.bluez.advertisement?.adapter,
                is: expected.map { FakePaths.manager.appending($0) })
        }
    }

    @Test func `an adapter that is used stays so while it is there`() async throws {
        try await RadioBench.run(adapter: false) { bench in
            Self.addTwo(bench, on: false, true)
            let radio = bench.start()
            expect(await eventually { bench.bluez.advertisement?.adapter == Self.second })
            bench.bluez.change(FakePhone.adapter, FakePaths.adapter, ["Powered": .bool(true)])
            await bench.bluez.settle()
            expect(bench.bluez.advertisement?.adapter, is: Self.second)
            // Its phones cannot come to another one.
            bench.bluez.change(Self.second, FakePaths.adapter, ["Powered": .bool(false)])
            expect(await eventually { radio.state == .off })
            bench.bluez.change(Self.second, FakePaths.adapter, ["Powered": .bool(true)])
            expect(await eventually { radio.state == .listening })
            expect(bench.bluez.advertisement?.adapter, is: Self.second)
            bench.bluez.advertisement = nil
            bench.bluez.remove(Self.second)
            expect(await eventually { bench.bluez.advertisement?.adapter == FakePhone.adapter })
            expect(await eventually { radio.state == .listening })
            bench.bluez.addAdapter("hci1", address: "00:00:00:00:00:02")
            await bench.bluez.settle()
            expect(bench.bluez.advertisement?.adapter, is: FakePhone.adapter)
        }
    }

    @Test func `an adapter that phones are bonded with goes before one without`() async throws {
        try await RadioBench.run(adapter: false) { bench in
            Self.addTwo(bench, on: true, false)
            bench.bluez.addPhone(on: Self.second, isConnected: false)
            let radio = bench.start()
            expect(await eventually { bench.bluez.advertisement?.adapter == FakePhone.adapter })
            // As at boot, when adapters are switched on one by one.
            bench.bluez.change(Self.second, FakePaths.adapter, ["Powered": .bool(true)])
            expect(await eventually { bench.bluez.advertisement?.adapter == Self.second })
            bench.bluez.change(Self.second, FakePaths.adapter, ["Powered": .bool(false)])
            expect(await eventually { radio.state == .off })
            expect(await eventually { bench.bluez.advertisement == nil })
        }
    }

    @Test func `bluetoothd may come late, die and come back`() async throws {
        try await LoopThread.run {
            let bench = try RadioBench()
            bench.bluez.addAdapter()
            let radio = bench.start(shape: .hid)
            await bench.bluez.start()
            expect(await eventually { radio.state == .listening })
            expect(await eventually { bench.bluez.application != nil })
            bench.bluez.die()
            expect(await eventually { radio.state == .noService })
            await bench.bluez.start()
            expect(await eventually { radio.state == .listening })
            #expect(bench.bluez.advertisement != nil)
            expect(await eventually { bench.bluez.application != nil })
        }
    }

    @Test func `a bluetoothd that is slow to tell its objects is waited for`() async throws {
        try await RadioBench.run { bench in
            bench.bluez.on("GetManagedObjects", .hold)
            let radio = bench.start()
            expect(await eventually { !bench.bluez.held.isEmpty })
            expect(radio.state, is: .noService)
            bench.bluez.release()
            expect(await eventually { radio.state == .listening })
        }
    }

    @Test func `a bluetoothd that refuses to tell its objects is asked again`() async throws {
        try await RadioBench.run { bench in
            bench.bluez.on("GetManagedObjects", .refuse("org.bluez.Error.Failed", "no"))
            let radio = bench.start()
            expect(await eventually { radio.state == .listening })
            expect(bench.bluez.count("GetManagedObjects"), is: 2)
        }
    }
}
