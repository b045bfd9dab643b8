import Beacons
import Expecting
import Linux
import Notices
import Radio
import Support
import Testing

@testable import BeaconMonitoring

/// Persons are where their phones are.
@Suite(.onLoop)
struct PresenceTests {
    private static let phone = PhoneName("Mara's iPhone", bond: "B1")
    private static let mara = BeaconSettings.Person(
        name: "Mara", phone: "Mara's iPhone", patience: .seconds(60))

    @LoopActor
    private func bench(
        _ people: [BeaconSettings.Person] = [mara], in folder: String? = nil
    ) -> ControllerBench {
        let bench = ControllerBench(in: folder)
        bench.controller.start(ControllerBench.settings(people: people, regions: []))
        return bench
    }

    @LoopActor
    private func link(
        _ bench: ControllerBench, _ state: PhoneState, _ phone: PhoneName = Self.phone
    ) {
        bench.controller.show(.phone(state, phone, at: .now))
    }

    @LoopActor
    @Test func `a link brings a person home, and a link that stays away sends one off`() {
        let bench = bench()
        bench.pace.pass(.seconds(3600))
        expect(bench.told(), is: [])
        link(bench, .connected)
        link(bench, .ready)
        expect(bench.told(), is: ["Mara home"])
        bench.pace.pass(.seconds(3600))
        link(bench, .disconnected)
        bench.pace.pass(.seconds(59))
        link(bench, .connected)
        link(bench, .disconnected)
        bench.pace.pass(.seconds(59))
        expect(bench.told(), is: [])
        bench.pace.pass(.seconds(2))
        expect(bench.told(), is: ["Mara away"])
    }

    @LoopActor
    @Test func `what a phone sends without a link counts, and anybody else's phone does not`() {
        let bench = bench()
        link(bench, .connected)
        link(bench, .disconnected)
        _ = bench.told()
        for _ in 0..<10 {
            bench.pace.pass(.seconds(40))
            bench.air.send(AirMessage(address: "x", bond: "B1", signal: -70))
        }
        expect(bench.told(), is: [])
        bench.pace.pass(.seconds(61))
        bench.air.send(AirMessage(address: "x", bond: "B2", signal: -70))
        expect(bench.told(), is: ["Mara away"])
        bench.air.send(AirMessage(address: "x", bond: "B1", signal: -70))
        expect(bench.told(), is: ["Mara home"])
    }

    @LoopActor
    @Test func `a link that is not secure is nobody's`() {
        let bench = bench()
        link(bench, .notSecure)
        expect(bench.told(), is: [])
    }

    @LoopActor
    @Test func `nobody goes while the radio is off`() {
        let bench = bench()
        link(bench, .ready)
        _ = bench.told()
        bench.controller.show(.radio(.off, words: nil, at: .now))
        link(bench, .disconnected)
        bench.pace.pass(.seconds(7200))
        expect(bench.told(), is: [])
        bench.controller.show(.radio(.listening, words: nil, at: .now))
        bench.pace.pass(.seconds(59))
        expect(bench.told(), is: [])
        bench.pace.pass(.seconds(2))
        expect(bench.told(), is: ["Mara away"])
    }

    @LoopActor
    @Test func `a linked phone is asked how strong it is, every five seconds, and no other one`() {
        let bench = bench()
        bench.air.signals = ["B1": -50]
        bench.pace.pass(.seconds(60))
        link(bench, .ready, PhoneName("Theo's iPad", bond: "B2"))
        bench.pace.pass(.seconds(60))
        expect(bench.air.asked, is: [])
        link(bench, .ready)
        bench.pace.pass(.seconds(21))
        expect(bench.air.asked, is: Array(repeating: "B1", count: 5))
        expect(bench.controller.snapshot.people.first?.presence.signal, is: -50)
        link(bench, .disconnected)
        bench.pace.pass(.seconds(60))
        expect(bench.air.asked.count, is: 5)
    }

    @LoopActor
    @Test func `a person who is new finds the phone that is here, and goes with it`() {
        let bench = bench([])
        link(bench, .ready)
        bench.controller.apply(ControllerBench.settings(people: [Self.mara], regions: []))
        expect(bench.told(), is: ["Mara home"])
        bench.controller.apply(ControllerBench.settings(people: [Self.mara], regions: []))
        expect(bench.told(), is: [])
        link(bench, .disconnected)
        bench.pace.pass(.seconds(61))
        expect(bench.told(), is: ["Mara away"])
    }

    @LoopActor
    @Test func `a person of whom another phone is named begins anew, also after a restart`() async {
        let folder = TestFolder()
        let first = bench(in: folder.path)
        link(first, .ready)
        expect(first.told(), is: ["Mara home"])
        await first.finish()

        let second = bench(in: folder.path)
        expect(second.kept(), is: ["Mara home"])
        let other = BeaconSettings.Person(name: "Mara", phone: "Theo's iPhone")
        second.controller.apply(ControllerBench.settings(people: [other], regions: []))
        expect(second.told(), is: ["withdrawn Mara"], "what was remembered is of another phone")
        await second.finish()

        let third = bench([other], in: folder.path)
        expect(third.kept(), is: [])
        await third.finish()
    }

    @LoopActor
    @Test func `a new phone with the old one's name is the person's`() async {
        let folder = TestFolder()
        let before = bench(in: folder.path)
        link(before, .ready)
        link(before, .disconnected)
        before.pace.pass(.seconds(61))
        expect(before.told(), is: ["Mara home", "Mara away"])
        await before.finish()

        let after = bench(in: folder.path)
        expect(after.kept(), is: ["Mara away"])
        link(after, .ready, PhoneName("Mara's iPhone", bond: "B9"))
        expect(after.told(), is: ["Mara home"])
        // While that one is here, another phone of that name is another one.
        link(after, .ready, PhoneName("Mara's iPhone", bond: "B7"))
        link(after, .disconnected, PhoneName("Mara's iPhone", bond: "B7"))
        after.pace.pass(.seconds(3600))
        expect(after.told(), is: [])
        await after.finish()
    }

    @Test(arguments: ["Mara's iPhone", "Mara's iPhone (simulated)"])
    @LoopActor
    func `a simulated phone goes by the name of its scenario, with or without the mark`(
        name: String
    ) {
        let bench = bench([.init(name: "Mara", phone: name)])
        link(bench, .ready, PhoneName("Theo's iPad (simulated)", bond: "B2"))
        expect(bench.told(), is: [])
        link(bench, .ready, PhoneName("Mara's iPhone (simulated)", bond: "B1"))
        expect(bench.told(), is: ["Mara home"])
    }

    @Test(arguments: ["B1", "b1", "Mara's iPhone"])
    @LoopActor
    func `a phone is named by what it is called, or by its bond`(name: String) {
        let bench = bench([.init(name: "Mara", phone: name)])
        link(bench, .ready, PhoneName("Theo's iPad", bond: "B2"))
        expect(bench.told(), is: [])
        link(bench, .ready)
        expect(bench.told(), is: ["Mara home"])
        bench.controller.show(
            .renamed(PhoneName("Zoë", bond: "B1"), was: "Mara's iPhone", at: .now))
        expect(bench.controller.snapshot.people.first?.phone, is: "Zoë")
    }
}
