import DBus
import Linux
import Radio
import Support
import Testing

@testable import BlueZRadio

@Suite(.timeLimit(.minutes(2)))
struct PairingLockTests {
    private static let address = "00:00:00:00:00:01"

    @LoopActor
    private static func isPairable(_ bench: RadioBench, _ path: ObjectPath = FakePhone.adapter)
        -> Bool?
    {
        bench.bluez.property(path, FakePaths.adapter, "Pairable")?.asBool
    }

    @Test func `an adapter is closed at the start and opened again at the end`() async throws {
        try await RadioBench.run(adapter: false) { bench in
            bench.bluez.addAdapter(isPairable: true)
            let radio = await bench.listen()
            #expect(await eventually { Self.isPairable(bench) == false })
            #expect(
                bench.notes == [.init(adapter: Self.address, isPairable: true)])
            await radio.stop()
            #expect(Self.isPairable(bench) == true)
            #expect(bench.notes == [])
        }
    }

    @Test func `an adapter that was closed stays closed`() async throws {
        try await RadioBench.run { bench in
            let radio = await bench.listen()
            #expect(bench.notes == [])
            await radio.stop()
            #expect(Self.isPairable(bench) == false)
            #expect(bench.bluez.count("Set") == 0)
        }
    }

    @Test func `what a killed run has closed the next one opens`() async throws {
        try await RadioBench.run(adapter: false) { bench in
            bench.bluez.addAdapter(isPairable: true)
            let first = await bench.listen()
            #expect(await eventually { Self.isPairable(bench) == false })
            bench.kill(first)
            #expect(
                bench.notes == [.init(adapter: Self.address, isPairable: true)])
            let second = await bench.listen()
            #expect(Self.isPairable(bench) == false)
            await second.stop()
            #expect(Self.isPairable(bench) == true)
            #expect(bench.notes == [])
        }
    }

    @Test func `what is noted of another adapter is kept for it`() async throws {
        try await RadioBench.run(adapter: false) { bench in
            let note = RadioMemory.Before(adapter: "00:00:00:00:00:99", isPairable: true)
            try bench.memory.keep(note)
            bench.bluez.addAdapter(isPairable: true)
            let radio = await bench.listen()
            #expect(await eventually { Self.isPairable(bench) == false })
            await radio.stop()
            // And this one is set back all the same.
            #expect(Self.isPairable(bench) == true)
            #expect(bench.notes == [note])
        }
    }

    @Test func `an adapter that is plugged in again is closed again`() async throws {
        try await RadioBench.run(adapter: false) { bench in
            let adapter = bench.bluez.addAdapter(isPairable: true)
            let radio = await bench.listen()
            #expect(await eventually { Self.isPairable(bench) == false })
            bench.bluez.remove(adapter)
            #expect(await eventually { radio.state == .noAdapter })
            bench.bluez.advertisement = nil
            bench.bluez.addAdapter(isPairable: true)
            #expect(await eventually { Self.isPairable(bench) == false })
            await radio.stop()
            #expect(Self.isPairable(bench) == true)
        }
    }

    @Test func `an adapter is closed again by a bluetoothd that has come back`() async throws {
        try await RadioBench.run(adapter: false) { bench in
            let adapter = bench.bluez.addAdapter(isPairable: true)
            let radio = await bench.listen()
            #expect(await eventually { Self.isPairable(bench) == false })
            bench.bluez.die()
            #expect(await eventually { radio.state == .noService })
            bench.bluez.change(adapter, FakePaths.adapter, ["Pairable": .bool(true)])
            await bench.bluez.start()
            #expect(await eventually { Self.isPairable(bench) == false })
        }
    }

    @Test func `an adapter that is switched off at the end is set back as well`() async throws {
        try await RadioBench.run(adapter: false) { bench in
            let adapter = bench.bluez.addAdapter(isPairable: true)
            let radio = await bench.listen()
            #expect(await eventually { Self.isPairable(bench) == false })
            bench.bluez.change(adapter, FakePaths.adapter, ["Powered": .bool(false)])
            #expect(await eventually { radio.state == .off })
            await radio.stop()
            #expect(Self.isPairable(bench) == true)
        }
    }

    @Test func `an end with an open window sets the adapter back`() async throws {
        try await RadioBench.run(adapter: false) { bench in
            bench.bluez.addAdapter(isPairable: true)
            let radio = await bench.listen()
            #expect(await radio.openWindowAndWait())
            #expect(Self.isPairable(bench) == true)
            await radio.stop()
            #expect(radio.pairingEnd == .interrupted)
            #expect(bench.bluez.agent == nil)
            #expect(Self.isPairable(bench) == true)
            #expect(bench.notes == [])
        }
    }
}
