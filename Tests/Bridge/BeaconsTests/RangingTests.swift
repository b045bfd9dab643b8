import Expecting
import Notices
import Testing

@testable import Beacons

/// What is made of signals: a smooth one, a distance, a zone.
struct RangingTests {
    @Test(
        arguments: [
            (0.0, 1.0, "nothing lost"), (6.0206, 2.0, "6 dB each time the distance doubles"),
            (20, 10, "20 dB are ten times"), (-6.0206, 0.5, "stronger is nearer"),
            (40, 100, "a hundred metres"), (-20, 0.1, "a hand's breadth"),
            (.infinity, 2.688_117e43, "as far as anything is: e to the hundredth"),
            (-.infinity, 3.720_076e-44, "and as near"),
        ] as [(Double, Double, Comment)])
    func `a loss is a distance`(_ loss: Double, _ metres: Double, _ why: Comment) {
        let found = Distance.metres(afterLoss: loss)
        #expect(abs(found - metres) < metres * 0.001, why)
    }

    @Test func `no loss is a distance that is no number`() {
        for loss in [Double.infinity, -.infinity, 1e9, -1e9, .greatestFiniteMagnitude] {
            let metres = Distance.metres(afterLoss: loss)
            #expect(metres.isFinite && metres >= 0)
        }
    }

    @Test func `one wild message changes nothing`() {
        var filter = SignalFilter()
        for second in 0..<10 { filter.take(-60, at: .milliseconds(second * 100)) }
        filter.take(-20, at: .seconds(1))
        expect(filter.value, is: -60)
        filter.take(-100, at: .milliseconds(1100))
        expect(filter.value, is: -60)
    }

    @Test func `a signal that grows is followed sooner than one that fades`() {
        func time(from start: Int, to end: Int) -> Int {
            var filter = SignalFilter()
            for step in 0..<20 { filter.take(start, at: .milliseconds(step * 100)) }
            for step in 20..<1000 {
                filter.take(end, at: .milliseconds(step * 100))
                if let value = filter.value, abs(value - Double(end)) < 3 { return step - 20 }
            }
            return .max
        }
        let (rise, fall) = (time(from: -90, to: -60), time(from: -60, to: -90))
        #expect(rise * 3 < fall * 2, "after \(rise) and \(fall) messages")
    }

    @Test func `after a long silence little is left of what was`() {
        var filter = SignalFilter()
        filter.take(-40, at: .zero)
        filter.take(-90, at: .seconds(3600))
        #expect((filter.value ?? 0) < -89)
    }

    @Test func `a clock that goes back breaks nothing`() {
        var filter = SignalFilter()
        for time in [5, 4, 3, 100, 1] { filter.take(-60, at: .seconds(time)) }
        expect(filter.value, is: -60)
    }

    @Test(
        arguments: [
            (10.0, Zone.immediate, "half a metre and less"), (6, .immediate, "the border itself"),
            (0, .near, "a metre"), (-11, .near, "not quite four metres"), (-13, .far, "more"),
            (-60, .far, "far away"),
        ] as [(Double, Zone, Comment)])
    func `what is heard first is somewhere at once`(
        _ gain: Double, _ zone: Zone, _ why: Comment
    ) {
        var filter = ZoneFilter()
        expect(filter.take(gain: gain, at: .zero), is: true)
        expect(filter.zone, is: zone, why)
    }

    @Test func `a zone is left only well beyond its border, and for two seconds`() {
        var filter = ZoneFilter()
        _ = filter.take(gain: -10, at: .zero)
        for tenth in 1...50 {
            expect(
                filter.take(gain: -14, at: .milliseconds(tenth * 100)), is: false, "just beyond it")
        }
        expect(filter.take(gain: -17, at: .seconds(6)), is: false, "well beyond it, but only now")
        expect(filter.take(gain: -13, at: .seconds(7)), is: false, "and back in between")
        expect(filter.take(gain: -17, at: .seconds(8)), is: false, "so that it begins anew")
        expect(filter.take(gain: -17, at: .milliseconds(9900)), is: false)
        expect(filter.take(gain: -17, at: .seconds(10)), is: true)
        expect(filter.zone, is: .far)
        expect(filter.clear(), is: true)
        expect(filter.clear(), is: false)
        expect(filter.zone, is: .unknown)
    }
}
