import Expecting
import Testing

@testable import Beacons

/// What is held to the host.
struct TouchTests {
    @Test(
        arguments: [
            (nil, -38, true, "twenty more than its power of -59"), (nil, -40, false, "less"),
            (-30, -31, false, "a person wants more"), (-70, -69, true, "a person wants less"),
        ] as [(Int?, Int, Bool, Comment)])
    func `a touch needs its power`(
        _ power: Int?, _ signal: Int, _ counts: Bool, _ why: Comment
    ) {
        var air = TestAir([touched(power: power)])
        var events: [String] = []
        for tenth in 0..<30 {
            events += air.send(keys, at: Double(tenth) / 10, signal: signal)
        }
        expect(events.contains("keys tap"), is: counts, why)
    }

    @Test func `a touch lasts a second where nobody says`() {
        var air = TestAir([touched()])
        let taps = (0..<30).filter {
            air.send(keys, at: Double($0) / 10, signal: -35).contains("keys tap")
        }
        expect(taps, is: [10 + taps[0] % 10], "a second after it is there")
        expect(Region.Touch().hold, is: .seconds(1))
    }

    @Test func `a touch is told once until the beacon was taken away`() {
        var air = TestAir([touched()])
        func taps(_ start: Double, _ seconds: Double, _ signal: Int) -> Int {
            stride(from: start, to: start + seconds, by: 0.1).reduce(0) { count, time in
                count + air.send(keys, at: time, signal: signal).count { $0 == "keys tap" }
            }
        }
        expect(taps(0, 0.5, -35), is: 0, "too short")
        expect(taps(0.5, 2, -70), is: 0)
        expect(taps(3, 10, -35), is: 1)
        expect(taps(13, 1, -42), is: 0, "not far enough")
        expect(taps(14, 5, -35), is: 0)
        expect(taps(19, 3, -70), is: 0)
        expect(taps(22, 5, -35), is: 1)
    }
}
