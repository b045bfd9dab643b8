import ANCS
import EventSupport
import Expecting
import Foundation
import Linux
import Notices
import Support
import Testing

@testable import Outlets
@testable import Serial

/// Ports that go away and come back, under the same name and as another device.
@Suite(.onLoop) struct SerialReturnTests {
    @Test func `a port that was unplugged is followed to its return, within two seconds`()
        async throws
    {
        try await LoopThread.run {
            let bench = try SerialBench()
            let outlet = try await bench.begun()
            outlet.show(SerialBench.event(.added, 1))
            outlet.show(SerialBench.event(.added, 2))
            expect(await eventually { bench.text == "B;ad1;ad2;" })
            bench.unplug()
            expect(await eventually { outlet.status.failure != nil })
            outlet.show(SerialBench.event(.removed, 1))
            outlet.show(SerialBench.event(.added, 3))
            await bench.pass(.seconds(30))
            var backAt: Duration?
            outlet.opened = { backAt = bench.pace.now }
            let before = outlet.status.written
            let plugged = bench.pace.now
            try bench.plug()
            expect(await eventually { outlet.status.failure == nil })
            #expect(try #require(backAt) - plugged <= .seconds(2))
            try bench.read()
            expect(await eventually { bench.text == "B;ad1;ad2;B;ad2;ad3;" })
            expect(outlet.status, is: OutletStatus(restarts: 1, written: before + 10))
            // It is told only once the port has been there for some time.
            expect(await eventually { bench.told.count == 2 })
            #expect(bench.told.last == "serial sign is there again")
        }
    }

    @Test func `who comes later hears where persons are and what was left behind`() async throws {
        try await LoopThread.run {
            let bench = try SerialBench()
            let outlet = bench.outlet()
            guard case .beacon(var news, let time) = Events.away else { return }
            for event in [Events.back, Events.leftBehind, Events.home, Events.tap, Events.range] {
                outlet.show(event)
            }
            news.isKept = true
            outlet.show(.beacon(news, at: time))
            outlet.opened = { try? bench.read() }
            try bench.plug()
            expect(await eventually { bench.text == "B;leftKeys;presenceMara;" })
            outlet.show(.beacon(news, at: time))
            outlet.show(Events.back)
            expect(await eventually { bench.text == "B;leftKeys;presenceMara;backKeys;" })
        }
    }

    @Test func `a device for some categories hears nothing of things`() async throws {
        try await LoopThread.run {
            let bench = try SerialBench()
            var options = SerialOptions()
            options.categories = [Category(.incomingCall)]
            let outlet = bench.outlet(options: options)
            outlet.show(Events.leftBehind)
            outlet.opened = { try? bench.read() }
            try bench.plug()
            expect(await eventually { bench.text == "B;" })
            outlet.show(Events.home)
            outlet.show(Events.ready)
            expect(await eventually { bench.text == "B;ready;" })
        }
    }

    @Test func `why a port cannot be used is said in words`() async throws {
        try await LoopThread.run {
            let bench = try SerialBench()
            let outlet = bench.outlet()
            expect(await eventually { outlet.status.failure != nil })
            #expect(
                bench.told == [
                    "serial sign cannot be used, and is tried again: there is no such device; "
                        + "plug it in, or look in /dev/serial/by-id for its name"
                ])
            try FileManager.default.createSymbolicLink(
                atPath: bench.link, withDestinationPath: "/dev/null")
            expect(
                await eventually {
                    outlet.status.failure?.hasPrefix("it is not a serial port") == true
                })
            expect(bench.told.count, is: 2)
            #expect(bench.told.last?.contains("it is not a serial port") == true)
            bench.finish(outlet, within: .seconds(5))
            expect(await eventually { bench.isOver })
        }
    }

    @Test func `a second bridge is refused until the first lets go`() async throws {
        try await LoopThread.run {
            let bench = try SerialBench()
            let first = try await bench.begun()
            let second = bench.outlet()
            expect(
                await eventually {
                    second.status.failure
                        == "another program uses it; only one at a time can"
                })
            bench.finish(first, within: .seconds(5))
            expect(await eventually { bench.isOver && second.status.failure == nil })
        }
    }

    @Test func `a mode that the port does not take is tried seldom, and on another port at once`()
        async throws
    {
        try await LoopThread.run {
            let bench = try SerialBench()
            try bench.plug()
            let settings = SerialSettings(device: bench.link, dataBits: .seven)
            let connection = SerialConnection(settings, pace: bench.pace)
            var failures: [Duration] = []
            connection.hear = { _ in failures.append(bench.pace.now) }
            connection.open()
            expect(await eventually { failures.count == 2 })
            #expect(failures[1] - failures[0] >= .seconds(60))
            // Another number than that of the first, as another device has.
            let other = try PseudoTerminal()
            let plugged = bench.pace.now
            try FileManager.default.removeItem(atPath: bench.link)
            try FileManager.default.createSymbolicLink(
                atPath: bench.link, withDestinationPath: other.path)
            let before = failures.count
            expect(await eventually { failures.count > before })
            #expect(failures[before] - plugged <= .seconds(2))
        }
    }

    @Test func `a port that does not stay is told of once`() async throws {
        try await LoopThread.run {
            let bench = try SerialBench()
            let outlet = bench.outlet()
            var openings: [Duration] = []
            outlet.opened = {
                openings.append(bench.pace.now)
                // Whoever is at the far side goes at once.
                bench.unplug()
            }
            try bench.plug()
            expect(await eventually { openings.count == 1 })
            expect(await eventually { outlet.status.failure != nil })
            for count in 2...4 {
                // Another pseudo-terminal under the same name: it is there at once.
                try bench.plug()
                expect(await eventually { openings.count == count })
                expect(await eventually { outlet.status.failure != nil })
            }
            expect(bench.told.count, is: 1)
            expect(bench.told.first?.contains("cannot be used"), is: true)
        }
    }

    @Test func `a board that begins anew when its port is opened is waited for`() async throws {
        try await LoopThread.run {
            let bench = try SerialBench()
            try bench.plug()
            let outlet = bench.outlet(options: SerialOptions(settle: .seconds(2)))
            outlet.show(SerialBench.event(.ringing, 1))
            var heardAt: Duration?
            outlet.opened = {
                heardAt = bench.pace.now
                try? bench.read()
            }
            let start = bench.pace.now
            expect(await eventually { bench.text == "B;ri1;" })
            #expect(try #require(heardAt) - start >= .seconds(2))
        }
    }

    @Test func `a line that was torn is ended before the next`() async throws {
        try await LoopThread.run {
            let bench = try SerialBench()
            try bench.plug()
            let outlet = bench.outlet(baud: 50, format: Spoken(padding: 100), lineEnd: "\r\n")
            expect(await eventually { outlet.status.written >= 2 })
            try bench.read()
            outlet.show(SerialBench.event(.added, 1))
            bench.pace.after(.seconds(5)) { bench.unplug() }
            expect(await eventually { outlet.status.failure != nil })
            #expect(bench.text.hasPrefix("B;ad1...") && !bench.text.hasSuffix(".;"))
            try bench.plug()
            expect(await eventually { outlet.status.failure == nil })
            try bench.read()
            expect(await eventually { bench.text.contains("\r\nB;ad1") })
        }
    }

    @Test func `a ring that waited until the call was over is not said`() async throws {
        try await LoopThread.run {
            let bench = try SerialBench()
            let outlet = try await bench.begun(flow: .xonxoff)
            await bench.holdBack()
            outlet.show(SerialBench.event(.added, 1))
            outlet.show(SerialBench.event(.ringing, 2))
            outlet.show(SerialBench.event(.ringing, 3))
            outlet.show(SerialBench.event(.ended, 2))
            bench.terminal?.write([0x11])
            expect(await eventually { bench.text.hasSuffix("ad1;") })
            expect(bench.text, is: "B;ri3;en2;ad1;")
            expect(outlet.status.lost, is: 0)
        }
    }

    @Test func `what is over, and what is old news, comes back as such`() async throws {
        try await LoopThread.run {
            let bench = try SerialBench()
            let outlet = try await bench.begun()
            // The caller of a call is sometimes learnt after its end.
            outlet.show(SerialBench.event(.ringing, 1))
            outlet.show(SerialBench.event(.ended, 1))
            outlet.show(SerialBench.event(.modified, 1, call: .ended))
            // This was missed before anybody listened.
            outlet.show(SerialBench.event(.added, 2, call: .missed))
            outlet.show(SerialBench.event(.ringing, 3))
            outlet.show(SerialBench.event(.missed, 3))
            expect(
                await eventually { bench.text.hasSuffix("mi3;") || bench.text.hasSuffix("ad2;") })
            bench.unplug()
            expect(await eventually { outlet.status.failure != nil })
            let before = bench.text.utf8.count
            try bench.plug()
            expect(await eventually { outlet.status.failure == nil })
            try bench.read()
            expect(await eventually { bench.text.utf8.count >= before + 10 })
            let again = String(bench.text.dropFirst(before))
            #expect(again == "B;mi3;ad2;" || again == "B;ad2;mi3;", "\(again)")
        }
    }

    @Test func `what stays on a screen is never too old to be said`() async throws {
        try await LoopThread.run {
            let bench = try SerialBench()
            let options = SerialOptions(maxAge: .seconds(60))
            var format = Spoken()
            format.slot = .row(1)
            let outlet = try await bench.begun(flow: .xonxoff, options: options, format: format)
            await bench.holdBack()
            outlet.show(SerialBench.event(.added, 1))
            await bench.pass(.seconds(100))
            outlet.show(SerialBench.event(.added, 2))
            bench.terminal?.write([0x11])
            expect(await eventually { bench.text.hasPrefix("B;ad2;") }, "\(bench.text)")
            expect(outlet.status.lost, is: 0)
        }
    }

    @Test func `what lives at once is said although nothing old is wanted`() async throws {
        try await LoopThread.run {
            let bench = try SerialBench()
            let outlet = try await bench.begun(options: SerialOptions(maxAge: .zero))
            outlet.show(SerialBench.event(.added, 1))
            outlet.show(SerialBench.event(.ringing, 2))
            expect(
                await eventually { bench.text.hasSuffix("ri2;") || bench.text.hasSuffix("ad1;") })
            expect(outlet.status.lost, is: 0)
            expect(bench.text.utf8.count, is: "B;ad1;ri2;".utf8.count)
        }
    }

    @Test func `what is too old is not said again, and counts as lost where nobody heard it`()
        async throws
    {
        try await LoopThread.run {
            let bench = try SerialBench()
            // The next attempt may come half a minute after the port, and several may fail.
            let options = SerialOptions(maxAge: .seconds(600))
            let outlet = try await bench.begun(options: options)
            outlet.show(SerialBench.event(.added, 1))
            expect(await eventually { bench.text == "B;ad1;" })
            bench.unplug()
            expect(await eventually { outlet.status.failure != nil })
            outlet.show(SerialBench.event(.added, 2))
            await bench.pass(.seconds(590))
            outlet.show(SerialBench.event(.added, 3))
            outlet.show(SerialBench.event(.added, 4))
            outlet.show(SerialBench.event(.removed, 4))
            outlet.show(SerialBench.event(.ringing, 5))
            outlet.show(.phone(.ready, PhoneName("Anna's iPhone"), at: Events.start))
            await bench.pass(.seconds(30))
            try bench.plug()
            expect(await eventually { outlet.status.failure == nil })
            try bench.read()
            expect(await eventually { bench.text == "B;ad1;B;ri5;L2;ready;ad3;" })
            expect(outlet.status.lost, is: 2)
        }
    }

    @Test func `what waited when the port went is said again or counted`() async throws {
        try await LoopThread.run {
            let bench = try SerialBench()
            let outlet = try await bench.begun(flow: .xonxoff)
            await bench.holdBack()
            outlet.show(SerialBench.event(.added, 1))
            outlet.show(SerialBench.event(.added, 2))
            outlet.show(SerialBench.event(.removed, 1))
            expect(outlet.status.lost, is: 0)
            bench.unplug()
            expect(await eventually { outlet.status.failure != nil })
            expect(outlet.status.queued, is: 0)
            expect(outlet.status.lost, is: 2)
            try bench.plug()
            expect(await eventually { outlet.status.failure == nil })
            try bench.read()
            expect(await eventually { bench.text == "B;B;L2;ad2;" })
            expect(outlet.status.lost, is: 2)
        }
    }

    @Test func `an event that waited too long on a stuck wire is not said late`() async throws {
        try await LoopThread.run {
            let bench = try SerialBench()
            let options = SerialOptions(maxAge: .seconds(60))
            let outlet = try await bench.begun(flow: .xonxoff, options: options)
            await bench.holdBack()
            outlet.show(SerialBench.event(.added, 1))
            outlet.show(SerialBench.event(.added, 2))
            await bench.pass(.seconds(61))
            outlet.show(SerialBench.event(.added, 3))
            bench.terminal?.write([0x11])
            expect(await eventually { bench.text == "B;L2;ad3;" })
            expect(outlet.status.lost, is: 2)
        }
    }

    @Test func `an end does not wait for a port that is away`() async throws {
        try await LoopThread.run {
            let bench = try SerialBench()
            let outlet = bench.outlet()
            outlet.show(SerialBench.event(.added, 1))
            bench.finish(outlet, within: nil)
            expect(await eventually { bench.isOver })
            try bench.plug()
            expect(await bench.standsStill())
            expect(outlet.status.written, is: 0)
            expect(bench.told, is: [])
        }
    }
}
