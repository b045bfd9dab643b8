import Expecting
import Testing

@testable import Beacons

/// What a start and a reload make of what was known.
struct BeaconRestartTests {
    @Test func `after a restart what is still there is no news`() {
        var before = TestAir([keys, wallet])
        for second in [0.0, 1] {
            for region in [keys, wallet] { _ = before.send(region, at: second) }
        }
        let memory = before.watch.memory
        expect(memory.map(\.region.name), is: ["keys", "wallet"])
        var air = TestAir([keys, wallet], isListening: false)
        // A day later, by another clock that began anew.
        air.watch.restore(
            memory.map {
                RegionMemory(
                    region: $0.region, state: $0.state, since: .seconds(-90_000),
                    lastHeard: .seconds(-86_400), beacon: $0.beacon)
            })
        expect(air.watch.regions.map(\.state), is: [.near, .near])
        expect(air.wait(until: 60), is: [], "it does not listen yet")
        expect(air.listen(true, at: 60), is: [])
        expect(air.send(keys, at: 62), is: [], "it never left")
        expect(air.send(keys, at: 63), is: [])
        expect(air.wait(until: 90), is: ["wallet left"], "it went while nobody listened")
    }

    @Test func `a clock that was wrong before a start keeps nothing near for ever`() {
        var air = TestAir([keys], isListening: false)
        air.watch.restore([
            RegionMemory(
                region: keys, state: .near, since: .seconds(9e8), lastHeard: .seconds(1e9))
        ])
        _ = air.listen(true, at: 5)
        expect(air.wait(until: 34), is: [])
        expect(air.wait(until: 35), is: ["keys left"])
    }

    @Test func `after a start in turns a thing has its whole time`() {
        var air = TestAir([keys], isListening: false)
        air.watch.restore([
            RegionMemory(region: keys, state: .near, since: nil, lastHeard: .seconds(-500))
        ])
        var events: [String] = []
        for turn in 0..<2 {
            events += air.listen(true, at: Double(turn) * 15)
            events += air.listen(false, at: Double(turn) * 15 + 3)
        }
        expect(events, is: [], "two windows in vain, but no half minute")
        expect(air.wait(until: 29), is: [])
        expect(air.wait(until: 30), is: ["keys left"])
    }

    @Test func `what is remembered of other beacons counts for nothing`() {
        var air = TestAir([keys])
        let other = Region("keys", uuid: keys.uuid, major: 9, minor: 9)
        air.watch.restore([
            RegionMemory(region: other, state: .near, since: nil, lastHeard: nil),
            RegionMemory(region: wallet, state: .near, since: nil, lastHeard: nil),
        ])
        expect(air.watch.regions.map(\.state), is: [.never])
    }

    @Test func `a reload keeps what is known of the same beacons`() {
        var air = TestAir([keys, wallet])
        for second in [0.0, 1] {
            for region in [keys, wallet] { _ = air.send(region, at: second) }
        }
        let patient = Region("keys", uuid: keys.uuid, major: 1, minor: 7, patience: .seconds(60))
        let other = Region("wallet", uuid: keys.uuid, major: 2)
        air.watch.replace([patient, other])
        expect(air.watch.regions.map(\.state), is: [.near, .never])
        expect(air.wait(until: 60), is: [])
        expect(air.wait(until: 61), is: ["keys left"])
    }
}
