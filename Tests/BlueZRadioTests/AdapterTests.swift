import DBus
import Linux
import Radio
import Support
import Testing

@testable import BlueZRadio

@Suite(.timeLimit(.minutes(2)))
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
            #expect(await eventually { radio.state == last })
            #expect(bench.bluez.advertisement?.adapter == expected, "\(why)")
        }
    }

    @Test func `an adapter may come, go and be switched off at any time`() async throws {
        try await RadioBench.run(adapter: false) { bench in
            let radio = bench.start()
            #expect(await eventually { radio.state == .noAdapter })
            let adapter = bench.bluez.addAdapter(isPowered: false)
            #expect(await eventually { radio.state == .off })
            bench.bluez.change(adapter, FakePaths.adapter, ["Powered": .bool(true)])
            #expect(await eventually { radio.state == .listening })
            bench.bluez.change(adapter, FakePaths.adapter, ["Powered": .bool(false)])
            #expect(await eventually { radio.state == .off })
            await bench.bluez.settle()
            // One that stays registered over this ends up on air no more.
            #expect(bench.bluez.advertisement == nil)
            bench.bluez.change(adapter, FakePaths.adapter, ["Powered": .bool(true)])
            #expect(await eventually { radio.state == .listening })
            bench.bluez.remove(adapter)
            #expect(await eventually { radio.state == .noAdapter })
            bench.bluez.advertisement = nil
            bench.bluez.addAdapter()
            #expect(await eventually { radio.state == .listening })
            #expect(
                radio.states == [
                    .noService, .noAdapter, .off, .listening, .off, .listening, .noAdapter,
                    .listening,
                ])
        }
    }

    @Test func `another adapter is no substitute for the one that is wanted`() async throws {
        try await RadioBench.run { bench in
            let radio = bench.start(.named("hci1"))
            #expect(await eventually { radio.state == .noAdapter })
            bench.bluez.addAdapter("hci1", address: "00:00:00:00:00:02")
            #expect(await eventually { radio.state == .listening })
            #expect(bench.bluez.advertisement?.adapter == Self.second)
        }
    }

    @Test func `bluetoothd may come late, die and come back`() async throws {
        try await LoopThread.run {
            let bench = try RadioBench()
            bench.bluez.addAdapter()
            let radio = bench.start(shape: .hid)
            await bench.bluez.start()
            #expect(await eventually { radio.state == .listening })
            #expect(await eventually { bench.bluez.application != nil })
            bench.bluez.die()
            #expect(await eventually { radio.state == .noService })
            await bench.bluez.start()
            #expect(await eventually { radio.state == .listening })
            #expect(bench.bluez.advertisement != nil)
            #expect(await eventually { bench.bluez.application != nil })
        }
    }

    @Test func `a bluetoothd that is slow to tell its objects is waited for`() async throws {
        try await RadioBench.run { bench in
            bench.bluez.on("GetManagedObjects", .hold)
            let radio = bench.start()
            #expect(await eventually { !bench.bluez.held.isEmpty })
            #expect(radio.state == .noService)
            bench.bluez.release()
            #expect(await eventually { radio.state == .listening })
        }
    }

    @Test func `a bluetoothd that refuses to tell its objects is asked again`() async throws {
        try await RadioBench.run { bench in
            bench.bluez.on("GetManagedObjects", .refuse("org.bluez.Error.Failed", "no"))
            let radio = bench.start()
            #expect(await eventually { radio.state == .listening })
            #expect(bench.bluez.count("GetManagedObjects") == 2)
        }
    }
}
