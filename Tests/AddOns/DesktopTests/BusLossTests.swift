import BusSupport
import Commands
import Control
import ControlSupport
import DBus
import Expecting
import Linux
import Notices
import Support
import Testing

@testable import Desktop

/// What becomes of the program without a bus, and beside another one of its kind.
struct BusLossTests {
    private static var track: BridgeEvent {
        .media(SampleMedia.track(), SampleMedia.phone, at: .now)
    }

    init() {
        LoopThread.start()
    }

    @Test @LoopActor func `a bus that is restarted has the players again`() async throws {
        let bench = try await DesktopBench([Self.track])
        expect(await bench.shows(SampleMedia.phone))
        bench.bus.kill()
        expect(await eventually { bench.bridge.addOn?.works == false })
        bench.pace.pass(DesktopLimits.bus - .seconds(1))
        try bench.bus.start()
        expect(await bench.shows(SampleMedia.phone))
        expect(await eventually { bench.bridge.addOn?.works == true })
        bench.pace.pass(.seconds(2))
        expect(bench.ends.count, is: 0, "the wait is over")
        bench.stop()
    }

    @Test @LoopActor func `a bus that stays away ends the program`() async throws {
        let bench = try await DesktopBench([Self.track])
        expect(await bench.shows(SampleMedia.phone))
        bench.bus.kill()
        expect(await eventually { bench.bridge.addOn?.works == false })
        expect(bench.ends.count, is: 0)
        bench.pace.pass(DesktopLimits.bus)
        expect(await eventually { bench.ends.map(\.status) == [.unavailable] })
        expect(bench.ends.first?.sentences, is: ["the session bus is gone"])
        bench.stop()
    }

    @Test @LoopActor func `without a bus the program ends at once, and says so`() async throws {
        let bench = try await DesktopBench([Self.track], begins: false)
        bench.bus.kill()
        bench.controller.begin()
        expect(await eventually { bench.ends.map(\.status) == [.unavailable] })
        expect(bench.ends.first?.sentences, is: ["the session bus cannot be reached"])
        expect(bench.bridge.tails, is: 0, "the bridge is not followed")
        bench.stop()
    }

    @Test @LoopActor func `a second program in a session ends, and the first one stays`()
        async throws
    {
        let first = try await DesktopBench([Self.track])
        expect(await first.shows(SampleMedia.phone))
        let second = try await DesktopBench([Self.track], on: first.bus)
        expect(await eventually { second.ends.map(\.status) == [.failure] })
        expect(
            second.ends.first?.sentences, is: ["another callboard-desktop runs in this session"])
        expect(second.bridge.tails, is: 0)
        second.stop()
        expect(await first.shows(SampleMedia.phone))
        first.stop()
    }
}
