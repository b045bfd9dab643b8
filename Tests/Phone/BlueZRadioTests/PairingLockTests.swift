import DBus
import Expecting
import Linux
import Radio
import Support
import Testing

@testable import BlueZRadio

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
            expect(await eventually { Self.isPairable(bench) == false })
            expect(bench.notes, is: [.init(adapter: Self.address, isPairable: true)])
            await radio.stop()
            expect(Self.isPairable(bench), is: true)
            expect(bench.notes, is: [])
        }
    }

    @Test func `an adapter that was closed stays closed`() async throws {
        try await RadioBench.run { bench in
            let radio = await bench.listen()
            expect(bench.notes, is: [])
            await radio.stop()
            expect(Self.isPairable(bench), is: false)
            expect(bench.bluez.count("Set"), is: 0)
        }
    }

    @Test func `what a killed run has closed the next one opens`() async throws {
        try await RadioBench.run(adapter: false) { bench in
            bench.bluez.addAdapter(isPairable: true)
            let first = await bench.listen()
            expect(await eventually { Self.isPairable(bench) == false })
            bench.kill(first)
            expect(bench.notes, is: [.init(adapter: Self.address, isPairable: true)])
            let second = await bench.listen()
            expect(Self.isPairable(bench), is: false)
            await second.stop()
            expect(Self.isPairable(bench), is: true)
            expect(bench.notes, is: [])
        }
    }

    @Test func `what is noted of another adapter is kept for it`() async throws {
        try await RadioBench.run(adapter: false) { bench in
            let note = MemoryFolder.Before(adapter: "00:00:00:00:00:99", isPairable: true)
            try bench.memory.keep(note)
            bench.bluez.addAdapter(isPairable: true)
            let radio = await bench.listen()
            expect(await eventually { Self.isPairable(bench) == false })
            await radio.stop()
            // And this one is set back all the same.
            expect(Self.isPairable(bench), is: true)
            expect(bench.notes, is: [note])
        }
    }

    @Test func `an adapter that is plugged in again is closed again`() async throws {
        try await RadioBench.run(adapter: false) { bench in
            let adapter = bench.bluez.addAdapter(isPairable: true)
            let radio = await bench.listen()
            expect(await eventually { Self.isPairable(bench) == false })
            bench.bluez.remove(adapter)
            expect(await eventually { radio.state == .noAdapter })
            bench.bluez.advertisement = nil
            bench.bluez.addAdapter(isPairable: true)
            expect(await eventually { Self.isPairable(bench) == false })
            await radio.stop()
            expect(Self.isPairable(bench), is: true)
        }
    }

    @Test func `an adapter is closed again by a bluetoothd that has come back`() async throws {
        try await RadioBench.run(adapter: false) { bench in
            let adapter = bench.bluez.addAdapter(isPairable: true)
            let radio = await bench.listen()
            expect(await eventually { Self.isPairable(bench) == false })
            bench.bluez.die()
            expect(await eventually { radio.state == .noService })
            bench.bluez.change(adapter, FakePaths.adapter, ["Pairable": .bool(true)])
            await bench.bluez.start()
            expect(await eventually { Self.isPairable(bench) == false })
        }
    }

    @Test func `an adapter that is switched off at the end is set back as well`() async throws {
        try await RadioBench.run(adapter: false) { bench in
            let adapter = bench.bluez.addAdapter(isPairable: true)
            let radio = await bench.listen()
            expect(await eventually { Self.isPairable(bench) == false })
            bench.bluez.change(adapter, FakePaths.adapter, ["Powered": .bool(false)])
            expect(await eventually { radio.state == .off })
            await radio.stop()
            expect(Self.isPairable(bench), is: true)
        }
    }

    @Test func `an end with an open window sets the adapter back`() async throws {
        try await RadioBench.run(adapter: false) { bench in
            bench.bluez.addAdapter(isPairable: true)
            let radio = await bench.listen()
            #expect(await radio.openWindowAndWait())
            expect(Self.isPairable(bench), is: true)
            await radio.stop()
            expect(radio.pairingEnd, is: .interrupted)
            #expect(bench.bluez.agent == nil)
            expect(Self.isPairable(bench), is: true)
            expect(bench.notes, is: [])
        }
    }

    @Test(arguments: [false, true])
    func `a run that is killed with an open window leaves nothing open for good`(
        isPairable: Bool
    ) async throws {
        try await RadioBench.run(adapter: false) { bench in
            bench.bluez.addAdapter(isPairable: isPairable)
            let first = await bench.listen()
            #expect(await first.openWindowAndWait())
            expect(bench.notes, is: [.init(adapter: Self.address, isPairable: isPairable)])
            expect(Self.isPairable(bench), is: true)
            bench.kill(first)
            let second = await bench.listen()
            expect(await eventually { Self.isPairable(bench) == false })
            await second.stop()
            expect(Self.isPairable(bench), is: isPairable)
            expect(bench.notes, is: [])
        }
    }

    @Test func `an adapter that another program opens is closed again, and not for ever`()
        async throws
    {
        try await RadioBench.run { bench in
            let radio = await bench.listen()
            for count in 1...3 {
                bench.bluez.change(
                    FakePhone.adapter, FakePaths.adapter, ["Pairable": .bool(true)])
                expect(await eventually { Self.isPairable(bench) == false })
                await bench.bluez.settle()
                expect(bench.bluez.count("Set"), is: count)
                expect(radio.advice, is: [])
            }
            for _ in 0..<2 {
                bench.bluez.change(
                    FakePhone.adapter, FakePaths.adapter, ["Pairable": .bool(true)])
                expect(await eventually { radio.advice.count == 1 })
                await bench.bluez.settle()
                bench.bluez.change(
                    FakePhone.adapter, FakePaths.adapter, ["Pairable": .bool(false)])
                await bench.bluez.settle()
            }
            expect(bench.bluez.count("Set"), is: 3)
            expect(radio.advice.count, is: 1)
            expect(radio.advice.first?.contains("another program"), is: true)
        }
    }

    @Test func `a window that opens the adapter is no other program`() async throws {
        try await RadioBench.run { bench in
            let radio = await bench.listen()
            for count in 1...5 {
                #expect(await radio.openWindowAndWait())
                expect(await eventually { Self.isPairable(bench) == true })
                await bench.bluez.settle()
                radio.radio?.closeWindow()
                expect(await eventually { Self.isPairable(bench) == false })
                await bench.bluez.settle()
                expect(bench.bluez.count("Set"), is: 2 * count)
            }
            expect(radio.advice, is: [])
        }
    }

    @Test func `it is noted before anything is changed`() async throws {
        try await RadioBench.run { bench in
            let radio = await bench.listen()
            bench.bluez.on("RegisterAgent", .hold)
            radio.openWindow()
            expect(await eventually { !bench.bluez.held.isEmpty })
            expect(bench.notes, is: [.init(adapter: Self.address, isPairable: false)])
            expect(bench.bluez.count("Set"), is: 0)
        }
    }

    @Test func `another adapter that a killed run has opened is set back`() async throws {
        try await RadioBench.run { bench in
            let second = bench.bluez.addAdapter(
                "hci1", address: "00:00:00:00:00:02", isPairable: true)
            try bench.memory.keep(.init(adapter: "00:00:00:00:00:02", isPairable: false))
            _ = await bench.listen()
            expect(await eventually { Self.isPairable(bench, second) == false })
            expect(await eventually { bench.notes == [] })
        }
    }

    @Test func `an adapter whose setting cannot be noted is closed and set back all the same`()
        async throws
    {
        try await RadioBench.run(adapter: false) { bench in
            try bench.makeFolder("adapter.json")
            bench.bluez.addAdapter(isPairable: true)
            let radio = await bench.listen()
            expect(await eventually { Self.isPairable(bench) == false })
            expect(radio.advice.count, is: 1)
            expect(radio.advice.first?.contains("adapter.json"), is: true)
            await radio.stop()
            expect(Self.isPairable(bench), is: true)
        }
    }
}
