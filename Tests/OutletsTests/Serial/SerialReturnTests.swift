import Foundation
import Linux
import Notices
import Support
import Testing

@testable import Outlets

/// Ports that go away and come back, under the same name and as another device.
@Suite(.timeLimit(.minutes(1)))
struct SerialReturnTests {
    @Test func `a port that was unplugged is followed to its return, within two seconds`()
        async throws
    {
        try await LoopThread.run {
            let bench = try SerialBench()
            let outlet = try await bench.begun()
            outlet.show(SerialBench.event(.added, 1))
            outlet.show(SerialBench.event(.added, 2))
            #expect(await eventually { bench.text == "B;ad1;ad2;" })
            bench.unplug()
            #expect(await eventually { outlet.status.failure != nil })
            outlet.show(SerialBench.event(.removed, 1))
            outlet.show(SerialBench.event(.added, 3))
            await bench.pass(.seconds(30))
            let back = bench.pace.now
            let before = outlet.status.written
            try bench.plug()
            #expect(await eventually { outlet.status.failure == nil })
            #expect(bench.pace.now - back <= .seconds(2))
            try bench.read()
            #expect(await eventually { bench.text == "B;ad1;ad2;B;ad2;ad3;" })
            #expect(outlet.status == OutletStatus(restarts: 1, written: before + 10))
            #expect(bench.told.count == 2)
            #expect(bench.told.last == "serial sign is there again")
        }
    }

    @Test func `why a port cannot be used is said in words`() async throws {
        try await LoopThread.run {
            let bench = try SerialBench()
            let outlet = bench.outlet()
            #expect(await eventually { outlet.status.failure != nil })
            #expect(
                bench.told == [
                    "serial sign cannot be used, and is tried again: there is no such device; "
                        + "plug it in, or look in /dev/serial/by-id for its name"
                ])
            try FileManager.default.createSymbolicLink(
                atPath: bench.link, withDestinationPath: "/dev/null")
            #expect(
                await eventually {
                    outlet.status.failure?.hasPrefix("it is no serial port") == true
                })
            #expect(bench.told.count == 1)
            bench.finish(outlet, within: .seconds(5))
            #expect(bench.isOver)
        }
    }

    @Test func `a second bridge is refused until the first lets go`() async throws {
        try await LoopThread.run {
            let bench = try SerialBench()
            let first = try await bench.begun()
            let second = bench.outlet()
            #expect(
                await eventually {
                    second.status.failure
                        == "another program has it; only one at a time can use a port"
                })
            bench.finish(first, within: .seconds(5))
            #expect(await eventually { bench.isOver && second.status.failure == nil })
        }
    }

    @Test func `a mode that the port does not take is tried seldom`() async throws {
        try await LoopThread.run {
            let bench = try SerialBench()
            try bench.plug()
            let outlet = SerialOutlet(
                "sign", settings: SerialSettings(device: bench.link, dataBits: .seven),
                format: Spoken(), pace: bench.pace, tell: { _ in }, act: { _, _ in })
            outlet.open()
            let start = bench.pace.now
            #expect(await eventually { outlet.status.failure?.contains("7 data bits") == true })
            #expect(await eventually { bench.pace.now - start >= .seconds(60) })
        }
    }

    @Test func `what is too old is not said again, and counts as lost where nobody heard it`()
        async throws
    {
        try await LoopThread.run {
            let bench = try SerialBench()
            let options = SerialOptions(maxAge: .seconds(60))
            let outlet = try await bench.begun(options: options)
            outlet.show(SerialBench.event(.added, 1))
            #expect(await eventually { bench.text == "B;ad1;" })
            bench.unplug()
            #expect(await eventually { outlet.status.failure != nil })
            outlet.show(SerialBench.event(.added, 2))
            await bench.pass(.seconds(50))
            outlet.show(SerialBench.event(.added, 3))
            outlet.show(SerialBench.event(.added, 4))
            outlet.show(SerialBench.event(.removed, 4))
            outlet.show(SerialBench.event(.ringing, 5))
            outlet.show(.phone(.ready, name: "Anna's iPhone", at: Events.start))
            await bench.pass(.seconds(30))
            try bench.plug()
            #expect(await eventually { outlet.status.failure == nil })
            try bench.read()
            #expect(await eventually { bench.text == "B;ad1;ri5;B;ready;ad3;" })
            #expect(outlet.status.lost == 2)
        }
    }

    @Test func `what waited when the port went is said again or counted`() async throws {
        try await LoopThread.run {
            let bench = try SerialBench()
            let outlet = try await bench.begun(flow: .xonxoff)
            bench.terminal?.write([0x13])
            await pause()
            outlet.show(SerialBench.event(.added, 1))
            outlet.show(SerialBench.event(.added, 2))
            outlet.show(SerialBench.event(.removed, 1))
            #expect(outlet.status.lost == 0)
            bench.unplug()
            #expect(await eventually { outlet.status.failure != nil })
            #expect(outlet.status.queued == 0)
            #expect(outlet.status.lost == 2)
            try bench.plug()
            #expect(await eventually { outlet.status.failure == nil })
            try bench.read()
            #expect(await eventually { bench.text == "B;B;ad2;" })
            #expect(outlet.status.lost == 2)
        }
    }

    @Test func `an event that waited too long on a stuck wire is not said late`() async throws {
        try await LoopThread.run {
            let bench = try SerialBench()
            let options = SerialOptions(maxAge: .seconds(60))
            let outlet = try await bench.begun(flow: .xonxoff, options: options)
            bench.terminal?.write([0x13])
            await pause()
            outlet.show(SerialBench.event(.added, 1))
            outlet.show(SerialBench.event(.added, 2))
            await bench.pass(.seconds(61))
            outlet.show(SerialBench.event(.added, 3))
            bench.terminal?.write([0x11])
            #expect(await eventually { bench.text == "B;L2;ad3;" })
            #expect(outlet.status.lost == 2)
        }
    }

    @Test func `an end does not wait for a port that is away`() async throws {
        try await LoopThread.run {
            let bench = try SerialBench()
            let outlet = bench.outlet()
            outlet.show(SerialBench.event(.added, 1))
            bench.finish(outlet, within: nil)
            #expect(bench.isOver)
            try bench.plug()
            await pause()
            #expect(outlet.status.written == 0)
            #expect(bench.told == [])
        }
    }
}
