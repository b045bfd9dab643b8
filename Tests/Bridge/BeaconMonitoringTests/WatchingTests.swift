import ANCS
import Beacons
import Expecting
import Linux
import Notices
import Radio
import Support
import Testing

@testable import BeaconMonitoring

/// What the controller makes of what the radio hears.
@Suite(.onLoop)
struct WatchingTests {
    @LoopActor
    @Test func `a thing that leaves is told once, reminded of once, and told when it is back`() {
        let bench = ControllerBench()
        bench.controller.start(ControllerBench.settings())
        bench.pass(10, hearing: 1, 2)
        expect(bench.told(), is: ["near Keys", "near wallet"])
        bench.pass(28, hearing: 2)
        expect(bench.told(), is: [])
        bench.pass(2, hearing: 2)
        expect(bench.told(), is: ["left Keys"])
        bench.pass(58, hearing: 2)
        expect(bench.told(), is: [])
        bench.pass(600, hearing: 2)
        expect(bench.told(), is: ["left Keys again"])
        bench.pass(5, hearing: 1, 2)
        expect(bench.told(), is: ["back Keys"])
    }

    @LoopActor
    @Test func `what a configuration no longer has, or has otherwise, is told to have ended`() {
        let bench = ControllerBench()
        bench.controller.start(ControllerBench.settings())
        bench.pass(10, hearing: 1, 2)
        expect(bench.told(), is: ["near Keys", "near wallet"])
        bench.controller.apply(ControllerBench.settings())
        expect(bench.told() + bench.kept(), is: [], "all is as it was")
        var settings = ControllerBench.settings()
        settings.items.append(.init(item: BeaconItem("Purse"), region: "wallet", remind: nil))
        bench.controller.apply(settings)
        expect(
            bench.news.map { "\($0.change) \($0.subject.name) \($0.isKept)" },
            is: ["withdrawn wallet false", "near Purse true"], "a region is told of by its things")
        _ = bench.told()
        settings.items.removeFirst()
        bench.controller.apply(settings)
        expect(
            bench.news.map { "\($0.change) \($0.subject.name)" },
            is: ["withdrawn Keys", "near keys"])
        _ = bench.told()
        // The same name for another tag, of which nothing is known yet.
        settings.regions = [ControllerBench.region("keys", 1), ControllerBench.region("wallet", 3)]
        bench.controller.apply(settings)
        expect(bench.told(), is: ["withdrawn Purse"])
        settings.regions = []
        settings.items = []
        bench.controller.apply(settings)
        expect(bench.told(), is: ["withdrawn keys"])
    }

    @LoopActor
    @Test func `where nothing is to be watched, the radio never listens and nothing wakes`() {
        let bench = ControllerBench()
        bench.controller.start(BeaconSettings())
        bench.pace.pass(.seconds(86_400))
        expect(bench.air.listenings, is: 0)
        var off = ControllerBench.settings(scan: .off)
        off.broadcasts = [Self.broadcast("hall")]
        bench.controller.apply(off)
        bench.pace.pass(.seconds(86_400))
        expect(bench.air.listenings, is: 0)
        expect(bench.air.messages.map(\.name), is: ["hall"])
    }

    @LoopActor
    @Test func `the radio listens in turns, and without a pause while somebody looks on`() {
        let bench = ControllerBench()
        bench.controller.start(ControllerBench.settings(scan: .cycle(listen: 3, every: 15)))
        var pattern = ""
        func look(_ seconds: Int) {
            for _ in 0..<seconds {
                pattern += bench.air.isListening ? "#" : "."
                bench.pace.pass(.seconds(1))
            }
        }
        look(20)
        #expect(bench.controller.listen(for: .seconds(20)))
        look(22)
        expect(pattern, is: "###............###.." + String(repeating: "#", count: 20) + "##")
        expect(bench.controller.heard.listened, is: .seconds(3 + 3 + 22))
        bench.controller.apply(ControllerBench.settings(scan: .continuous))
        bench.pace.pass(.seconds(3600))
        expect(bench.air.isListening, is: true)
        bench.controller.apply(BeaconSettings())
        expect(bench.air.isListening, is: false)
    }

    @LoopActor
    @Test func `a call that begins has the radio to itself for a second, and nothing leaves`() {
        let bench = ControllerBench()
        bench.controller.start(ControllerBench.settings(scan: .cycle(listen: 3, every: 15)))
        bench.pass(2, hearing: 1, 2)
        expect(bench.told(), is: ["near Keys", "near wallet"])
        bench.controller.show(Self.announced(.email))
        expect(bench.air.isListening, is: true)
        bench.controller.show(Self.announced(.incomingCall, .removed))
        expect(bench.air.isListening, is: true)
        var pattern = ""
        bench.controller.show(Self.announced(.incomingCall))
        for half in 0..<10 {
            // Another at once gets no second more, and the window is as much longer.
            if half == 1 { bench.controller.show(Self.announced(.incomingCall)) }
            pattern += bench.air.isListening ? "#" : "."
            bench.pace.pass(.milliseconds(500))
        }
        expect(pattern, is: "..##......")
        // One before a window holds that up.
        bench.pace.pass(.milliseconds(8_500))
        bench.controller.show(Self.announced(.incomingCall))
        bench.pace.pass(.milliseconds(900))
        expect(bench.air.isListening, is: false)
        bench.pace.pass(.milliseconds(200))
        expect(bench.air.isListening, is: true)
    }

    @LoopActor
    @Test func `a phone that rings without an end takes half of the time, and things still leave`()
    {
        let bench = ControllerBench()
        bench.controller.start(ControllerBench.settings())
        bench.pass(2, hearing: 1, 2)
        _ = bench.told()
        var listened = 0
        for _ in 0..<400 {
            bench.controller.show(Self.announced(.incomingCall))
            if bench.air.isListening { listened += 1 }
            bench.air.send(ControllerBench.message(2, signal: -60 - listened % 3))
            bench.pace.pass(.milliseconds(100))
        }
        expect(listened, is: 200)
        expect(bench.told(), is: ["left Keys"])
        bench.controller.apply(BeaconSettings())
        bench.controller.show(Self.announced(.incomingCall))
        bench.pace.pass(.seconds(60))
        expect(bench.air.isListening, is: false)
    }

    private static func announced(_ category: CategoryID, _ event: EventID = .added) -> BridgeEvent
    {
        .source(
            SourceEvent(
                event: event, flags: [], category: category, categoryCount: 1,
                uid: NotificationUID(rawValue: 1)), phone: "Mara's iPhone", at: .now)
    }

    @LoopActor
    @Test func `a thing that is heard in every turn never leaves, and one that is not does`() {
        let bench = ControllerBench()
        bench.controller.start(ControllerBench.settings(scan: .cycle(listen: 3, every: 15)))
        bench.pass(3600, hearing: 1, 2)
        expect(bench.told(), is: ["near Keys", "near wallet"])
        bench.pass(60, hearing: 2)
        expect(bench.told(), is: ["left Keys"])
    }

    @LoopActor
    @Test func `nothing leaves while the adapter is off, and what is gone does afterwards`() {
        let bench = ControllerBench()
        bench.controller.start(ControllerBench.settings())
        bench.pass(10, hearing: 1, 2)
        _ = bench.told()
        bench.air.isOn = false
        bench.pass(7200)
        expect(bench.told(), is: [])
        bench.air.isOn = true
        bench.pass(29, hearing: 2)
        expect(bench.told(), is: [])
        bench.pass(3, hearing: 2)
        expect(bench.told(), is: ["left Keys"])
    }

    @LoopActor
    @Test func `another configuration keeps what is known of what it still has`() {
        let bench = ControllerBench()
        bench.controller.start(ControllerBench.settings())
        bench.pass(10, hearing: 1, 2)
        _ = bench.told()
        var more = ControllerBench.settings()
        more.regions.append(ControllerBench.region("bag", 3))
        bench.controller.apply(more)
        bench.pass(10, hearing: 1, 2, 3)
        expect(bench.told(), is: ["near bag"])
        more.regions = [ControllerBench.region("keys", 1)]
        bench.controller.apply(more)
        expect(bench.told(), is: ["withdrawn bag", "withdrawn wallet"])
        bench.pass(40, hearing: 2, 3)
        expect(bench.told(), is: ["left Keys"])
    }

    @LoopActor
    @Test func `two hundred strangers in the air change nothing`() {
        let bench = ControllerBench()
        bench.controller.start(ControllerBench.settings())
        for _ in 0..<60 {
            for minor: UInt16 in 1...200 { bench.air.send(ControllerBench.message(minor)) }
            bench.air.send(AirMessage(address: "x", signal: -40))
            bench.pace.pass(.seconds(1))
        }
        expect(bench.told(), is: ["near Keys", "near wallet"])
        expect(bench.controller.snapshot.air.count, is: 200)
        expect(bench.controller.heard.messages, is: 60 * 201)
        expect(bench.controller.heard.frames, is: 60 * 200)
    }

    @LoopActor
    @Test func `a thing that comes nearer is told to those who show where it is`() {
        let bench = ControllerBench()
        bench.controller.start(ControllerBench.settings())
        bench.pass(20, hearing: 1, signal: -80)
        expect(bench.news.last?.zone, is: .far)
        _ = bench.told()
        bench.pass(20, hearing: 1, signal: -60)
        #expect(bench.news.allSatisfy { $0.isKept && $0.change == .near })
        expect(bench.news.last?.zone, is: .near)
        expect(bench.told(), is: [])
    }

    @LoopActor
    @Test func `who asks at the moment of leaving takes nothing away`() {
        let bench = ControllerBench()
        bench.pace.after(.seconds(31)) { _ = bench.controller.snapshot }
        bench.controller.start(ControllerBench.settings())
        bench.pass(2, hearing: 1)
        bench.pace.pass(.seconds(40))
        expect(bench.told(), is: ["near Keys", "left Keys"])
    }

    @LoopActor
    @Test func `a radio that cannot hear is told of once`() {
        for (radio, sentence) in [
            (nil, "beacons: this radio hears no beacons, and sends none"),
            (FakeAir(), "beacons: it does not listen: the adapter is too old"),
        ] as [(FakeAir?, String)] {
            let bench = ControllerBench()
            radio?.listening = .never("the adapter is too old")
            let controller = bench.make(radio)
            controller.start(BeaconSettings())
            expect(bench.advice, is: [])
            controller.apply(ControllerBench.settings())
            controller.apply(ControllerBench.settings(scan: .cycle(listen: 1, every: 60)))
            expect(bench.advice, is: [sentence])
            #expect(!controller.listen(for: .seconds(1)))
        }
    }

    private static func broadcast(_ name: String) -> BeaconSettings.Broadcast {
        let id = BeaconID(.iBeacon, uuid: ControllerBench.uuid, major: 0, minor: 0)
        return BeaconSettings.Broadcast(
            name: name, frame: BeaconFrame(id, power: -59), interval: .milliseconds(100))
    }

    @LoopActor
    @Test func `beacons are sent as long as they are wished for, and no more than there is room`() {
        let bench = ControllerBench()
        var settings = BeaconSettings()
        settings.broadcasts = [Self.broadcast("hall")]
        bench.controller.start(settings)
        let loans = ["a", "b", "c", "d"].map { bench.controller.lend(Self.broadcast($0)) }
        expect(bench.air.messages.map(\.name), is: ["hall", "a", "b", "c"])
        #expect(loans[2] != nil && loans[3] == nil)
        for loan in loans.prefix(2) { bench.controller.endLoan(loan ?? 0) }
        expect(bench.air.messages.map(\.name), is: ["hall", "c"])
        expect(bench.air.messages.first?.data.bytes.count, is: 23)
        bench.controller.apply(BeaconSettings())
        expect(bench.air.messages.map(\.name), is: ["c"])
    }
}
