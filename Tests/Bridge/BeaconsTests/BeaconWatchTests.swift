import Expecting
import Notices
import Testing

@testable import Beacons

/// What came, left and was held to the host.
struct BeaconWatchTests {
    @Test func `a beacon is near after two messages, and has left after half a minute`() {
        var air = TestAir([keys])
        expect(air.send(keys, at: 0), is: [], "one may be a passer-by")
        expect(air.send(keys, at: 1), is: ["keys near"])
        expect(air.send(keys, at: 5), is: [])
        expect(air.watch.deadline, is: .seconds(15), "nobody can say where it is")
        expect(air.wait(until: 34.9), is: [])
        expect(air.watch.deadline, is: .seconds(35))
        expect(air.wait(until: 35), is: ["keys left"])
        expect(air.wait(until: 1000), is: [], "once")
        expect(air.watch.deadline, is: nil, "nothing is to come of itself")
        expect(air.send(keys, at: 1001), is: [])
        expect(air.send(keys, at: 1002), is: ["keys back"])
    }

    @Test func `two messages that are far apart are no arrival`() {
        var air = TestAir([keys])
        for second in stride(from: 0, to: 100, by: 4) {
            expect(air.send(keys, at: Double(second)), is: [])
        }
    }

    @Test func `what is not listened to is not gone`() {
        var air = TestAir([keys])
        _ = air.send(keys, at: 0)
        _ = air.send(keys, at: 1)
        expect(air.listen(false, at: 2), is: [])
        expect(air.wait(until: 10_000), is: [], "the adapter is off")
        expect(air.listen(true, at: 10_000), is: [], "and now on")
        expect(air.wait(until: 10_029), is: [])
        expect(air.wait(until: 10_030), is: ["keys left"])
    }

    @Test func `what comes and goes by itself gets more time, at most six times as much`() {
        var air = TestAir([keys])
        var time = 0.0
        for _ in 0..<2 {
            for _ in 0..<2 {
                time += 1
                _ = air.send(keys, at: time)
            }
        }
        expect(air.silence, is: .of(30), "heard well")
        time += 20
        expect(air.send(keys, at: time), is: [])
        expect(air.silence, is: .of(30), "once is chance")
        for count in 2...10 {
            time += 16
            expect(air.send(keys, at: time), is: [])
            expect(air.silence, is: .of(30 * Double(min(count, 6))))
        }
        for _ in 0..<1100 {
            time += 10
            expect(air.send(keys, at: time), is: [])
        }
        expect(air.silence, is: .of(30), "it has been heard well for three hours")
    }

    @Test func `in turns two windows in vain are needed`() {
        var air = TestAir([keys])
        _ = air.send(keys, at: 0)
        _ = air.send(keys, at: 1)
        var events: [String] = []
        for turn in 0..<4 {
            let start = Double(turn) * 15
            events += air.listen(true, at: start + (turn == 0 ? 1 : 0))
            if turn == 1 { events += air.send(keys, at: start + 2) }
            events += air.listen(false, at: start + 3)
            if turn < 3 { expect(events, is: [], "turn \(turn)") }
        }
        expect(events, is: ["keys left"], "heard at 17, silent until 48, two windows in vain")
    }

    @Test func `a window that is too short proves nothing`() {
        var air = TestAir([keys])
        _ = air.send(keys, at: 0)
        _ = air.send(keys, at: 1)
        for turn in 1..<20 {
            expect(air.listen(false, at: Double(turn) * 20), is: [])
            expect(air.listen(true, at: Double(turn) * 20 + 19.5), is: [])
            expect(air.listen(false, at: Double(turn) * 20 + 19.9), is: [])
        }
    }

    @Test func `how near a thing is is forgotten with time, even by a deaf host`() {
        var air = TestAir([keys])
        for second in 0..<5 { _ = air.send(keys, at: Double(second)) }
        expect(air.watch.regions[0].zone, is: .near)
        _ = air.wait(until: 13)
        expect(air.watch.regions[0].zone, is: .near)
        _ = air.wait(until: 14)
        expect(air.watch.regions[0].zone, is: .unknown, "ten seconds without a message")
        expect(air.watch.regions[0].state, is: .near, "and yet it has not left")
        _ = air.send(keys, at: 15)
        _ = air.listen(false, at: 16)
        _ = air.wait(until: 74)
        expect(air.watch.regions[0].zone, is: .near, "nobody listened")
        _ = air.wait(until: 75)
        expect(air.watch.regions[0].zone, is: .unknown, "but that was too long ago")
    }

    @Test func `a deaf host keeps what is in the air`() {
        var air = TestAir([])
        _ = air.send(keys, at: 0)
        _ = air.listen(false, at: 1)
        _ = air.wait(until: 200)
        expect(air.watch.air.count, is: 1, "nobody listened")
        _ = air.listen(true, at: 200)
        _ = air.wait(until: 259)
        expect(air.watch.air.count, is: 1, "not for a whole minute")
        _ = air.wait(until: 260)
        expect(air.watch.air.count, is: 0)
    }

    @Test func `what has no name never wakes the host`() {
        var air = TestAir([keys])
        _ = air.send(wallet, at: 0)
        expect(air.watch.deadline, is: nil, "a stranger")
        _ = air.send(keys, at: 4)
        _ = air.send(keys, at: 5)
        expect(air.watch.deadline, is: .seconds(15), "ten seconds after the last of its own")
    }

    @Test func `another zone is told once, and so is that nobody knows it any more`() {
        var watch = BeaconWatch([keys])
        _ = watch.listen(true, at: .zero)
        let frame = BeaconFrame(
            BeaconID(.iBeacon, uuid: keys.uuid, major: 1, minor: 7), power: -59)
        func zones(_ signal: Int, _ seconds: Range<Int>) -> [Zone] {
            seconds.flatMap {
                watch.hear(frame, from: "A", signal: signal - $0 % 2, at: .seconds($0))
            }.filter { $0.change == .moved }.map(\.condition.zone)
        }
        expect(zones(-60, 0..<20), is: [], "near, as was told when it came")
        expect(zones(-90, 20..<50), is: [.far])
        expect(zones(-60, 50..<80), is: [.near])
        expect(watch.deadline, is: .seconds(89))
        expect(watch.advance(to: .seconds(88)).count, is: 0)
        expect(watch.advance(to: .seconds(89)).map(\.change), is: [.moved])
        expect(watch.advance(to: .seconds(90)).count, is: 0)
        expect(watch.deadline, is: .seconds(109), "it leaves half a minute after its last message")
    }

    @Test func `all beacons of a region must leave`() {
        let all = Region("mine", uuid: keys.uuid)
        var air = TestAir([all])
        _ = air.send(keys, at: 0)
        expect(air.send(wallet, at: 1), is: ["mine near"])
        for second in 2..<60 { expect(air.send(wallet, at: Double(second)), is: []) }
        expect(air.watch.regions.first?.beacon?.minor, is: 8)
        expect(air.wait(until: 89), is: ["mine left"])
    }

    @Test func `two regions may have the same beacon`() {
        let all = Region("mine", uuid: keys.uuid)
        var air = TestAir([keys, all])
        _ = air.send(keys, at: 0)
        expect(air.send(keys, at: 1), is: ["keys near", "mine near"])
        #expect(keys.overlaps(all))
        #expect(!keys.overlaps(wallet))
    }

    @Test(
        arguments: [
            (Region("", uuid: 1), true, "the same"),
            (Region("", uuid: 1, major: 2, minor: 3), true, "a part of it"),
            (Region("", uuid: 2), false, "other bytes"),
            (Region("", format: .altBeacon, uuid: 1), false, "another format"),
            (Region("", format: .altBeacon, uuid: 2, major: 2, minor: 3), false, "nothing shared"),
        ] as [(Region, Bool, Comment)])
    func `regions overlap where a beacon may belong to both`(
        _ other: Region, _ overlaps: Bool, _ why: Comment
    ) {
        expect(Region("", uuid: 1).overlaps(other), is: overlaps, why)
        expect(other.overlaps(Region("", uuid: 1)), is: overlaps, why)
    }

    @Test(
        arguments: [
            (2, 3, true, "the same"), (nil, 3, true, "any group"), (2, nil, true, "any number"),
            (4, 3, false, "another group"), (2, 4, false, "another number"),
            (4, nil, false, "another group, any number"),
            (nil, 4, false, "any group, another number"),
        ] as [(UInt16?, UInt16?, Bool, Comment)])
    func `regions of the same bytes overlap by their numbers`(
        _ major: UInt16?, _ minor: UInt16?, _ overlaps: Bool, _ why: Comment
    ) {
        let region = Region("", uuid: 1, major: 2, minor: 3)
        expect(region.overlaps(Region("", uuid: 1, major: major, minor: minor)), is: overlaps, why)
    }

    @Test func `a signal that never changes is nobody's`() {
        var air = TestAir([keys])
        var events: [String] = []
        for second in 0..<400 { events += air.send(keys, at: Double(second), signal: -60) }
        expect(events, is: ["keys near"])
        expect(air.watch.air.first?.isStuck, is: true)
        events = air.wait(until: 400)
        expect(events, is: ["keys left"], "silent since it was known to be stuck")
        expect(air.send(keys, at: 401, signal: -61), is: [], "it changes again")
        expect(air.send(keys, at: 402, signal: -60), is: ["keys back"])
    }

    @Test func `the same beacon from two addresses is one`() {
        var air = TestAir([keys])
        _ = air.send(keys, at: 0, from: "A")
        expect(air.send(keys, at: 1, from: "B"), is: ["keys near"])
        expect(air.watch.air.count, is: 1)
        expect(air.watch.air.first?.addresses, is: 2)
        for number in 0..<100 { _ = air.send(keys, at: 2, from: "\(number)") }
        expect(air.watch.air.first?.addresses, is: BeaconTrack.addressLimit)
    }

    @Test func `strangers give way to what has a name`() {
        var air = TestAir([keys])
        _ = air.send(keys, at: 0)
        _ = air.send(keys, at: 1)
        for minor in 0..<2000 {
            let stranger = Region("", uuid: 5, major: 5, minor: UInt16(minor))
            _ = air.send(stranger, at: 2 + Double(minor) / 1000)
        }
        expect(air.watch.air.count, is: BeaconWatch.airLimit)
        #expect(air.watch.air.contains { $0.regions == ["keys"] })
        #expect(air.watch.air.contains { $0.id.minor == 1999 })
        _ = air.wait(until: 200)
        expect(air.watch.air.count, is: 0, "what is silent is not in the air")
    }

    @Test func `a huge major is a number like others`() {
        let region = Region("far", uuid: 1, major: .max, minor: .max)
        var air = TestAir([region])
        _ = air.send(region, at: 0)
        expect(air.send(region, at: 1), is: ["far near"])
    }

    @Test func `how near it is is told to those who ask, once a second`() {
        var air = TestAir([keys])
        air.watch.tellsRange = true
        var events: [String] = []
        for tenth in 0..<50 { events += air.send(keys, at: Double(tenth) / 10) }
        expect(events.count { $0 == "keys range" }, is: 5)
        air.watch.tellsRange = false
        expect(air.send(keys, at: 7), is: [])
    }

    @Test func `signals that say nothing change nothing`() {
        var air = TestAir([touched()])
        for second in 0..<10 {
            for signal in [nil, 0, 127, 20] { _ = air.send(keys, at: Double(second), raw: signal) }
        }
        let region = air.watch.regions[0]
        expect(region.state, is: .near, "it is there")
        expect(region.zone, is: .unknown)
        expect(region.signal, is: nil)
        expect(region.accuracy, is: nil)
    }

    @Test func `no order of times, signals and beacons breaks it`() {
        var random = SeededNumbers(seed: 20)
        for _ in 0..<200 {
            var air = TestAir([keys, touched(), Region("mine", uuid: keys.uuid)])
            air.watch.tellsRange = true
            for _ in 0..<200 {
                let time = Double(random.next(100_000)) / 100 - 200
                switch random.next(6) {
                case 0: _ = air.listen(random.next(2) == 0, at: time)
                case 1: _ = air.wait(until: time)
                case 2: air.watch.restore(air.watch.memory)
                default:
                    let region = Region(
                        "", uuid: random.next(2) == 0 ? keys.uuid : 9,
                        major: UInt16(random.next(4)), minor: UInt16(random.next(400)))
                    _ = air.send(region, at: time, raw: Int(random.next(300)) - 150)
                }
            }
            #expect(air.watch.air.count <= BeaconWatch.airLimit)
            let deadline = air.watch.deadline
            if let deadline {
                let events = air.wait(until: deadline.inSeconds + 0.001)
                #expect(events.allSatisfy { $0.hasSuffix("left") })
            }
        }
    }
}
