import Beacons
import Expecting
import Linux
import Notices
import Radio
import Support
import Testing

@testable import BeaconMonitoring

/// A host that sleeps hears nobody, and nobody has left because of that.
@Suite(.onLoop)
struct SleepTests {
    private static let phone = PhoneName("Mara's iPhone", bond: "B1")
    private static let mara = BeaconSettings.Person(
        name: "Mara", phone: "Mara's iPhone", patience: .seconds(60))

    @LoopActor
    @Test(arguments: [ScanCycle.continuous, .cycle(listen: 3, every: 15)])
    func `nothing has left after a night, and what is not heard then leaves when it should`(
        scan: ScanCycle
    ) {
        let bench = ControllerBench()
        bench.controller.start(ControllerBench.settings(scan: scan, remind: nil))
        bench.pass(60, hearing: 1, 2)
        expect(bench.told(), is: ["near Keys", "near wallet"])
        bench.suspend(.seconds(8 * 3600))
        expect(bench.told(), is: [])
        bench.pass(20, hearing: 2)
        expect(bench.told(), is: [], "the host has listened for less than a silence must last")
        bench.pass(120, hearing: 2)
        expect(bench.told(), is: ["left Keys"])
    }

    @LoopActor
    @Test func `nobody has gone after a night, and goes where the phone stays away then`() {
        let bench = ControllerBench()
        bench.controller.start(ControllerBench.settings(people: [Self.mara], regions: []))
        bench.controller.show(.phone(.ready, Self.phone, at: .now))
        expect(bench.told(), is: ["Mara home"])
        // The kernel ends all links before it sleeps.
        bench.controller.show(.phone(.disconnected, Self.phone, at: .now))
        bench.suspend(.seconds(8 * 3600))
        bench.pace.pass(.seconds(58))
        expect(bench.told(), is: [])
        bench.pace.pass(.seconds(4))
        expect(bench.told(), is: ["Mara away"])
    }

    @LoopActor
    @Test func `a sleep counts as no listening`() {
        let bench = ControllerBench()
        bench.controller.start(ControllerBench.settings())
        bench.pace.pass(.seconds(100))
        bench.suspend(.seconds(3600))
        bench.pace.pass(.seconds(10))
        expect(bench.controller.heard.listened, is: .seconds(110))
    }
}
