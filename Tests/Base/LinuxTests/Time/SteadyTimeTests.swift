import Expecting
import Testing

@testable import Linux

/// Moments before the wall clock is set, and by how much it is moved.
struct SteadyTimeTests {
    private static let start = WallTime(milliseconds: 1_000_000_000_000)

    @Test(
        "a past moment has its age whatever happens to the wall clock",
        arguments: [
            (60, 60_000, 0, "nothing happened"), (60, 60_900, 0, "the network corrects a little"),
            (60, 59_100, 0, "the same backwards"), (60, 62_000, 2_000, "two seconds forward"),
            (60, 30_000, -30_000, "half a minute back"),
            (3600, 315_360_000_000, 315_356_400_000, "ten years forward, an hour later"),
            (0, -315_360_000_000, -315_360_000_000, "ten years back, at once"),
        ])
    func shift(seconds: Int, passed: Int64, shift: Int64, why: String) {
        let moment = SteadyTime(Self.start, at: .seconds(500))
        let later = SteadyTime(
            WallTime(milliseconds: Self.start.milliseconds + passed), at: .seconds(500 + seconds))
        expect(moment.shift(until: later), is: .milliseconds(shift), "\(why)")
        expect(
            moment.wall(at: later).milliseconds, is: Self.start.milliseconds + shift, "\(why)")
    }

    @Test func `a moment is not moved while the clock is not set`() {
        let moment = SteadyTime.now
        expect(moment.wall, is: moment.wall(at: moment))
    }

    @Test(
        "a clock is moved by whole seconds and microseconds forward",
        arguments: [
            (.seconds(3), 3, 0, "forward"), (.milliseconds(2_500), 2, 500_000, "a fraction"),
            (.seconds(-3), -3, 0, "back"), (.milliseconds(-2_500), -3, 500_000, "a fraction back"),
            (.milliseconds(-1), -1, 999_000, "almost nothing back"),
            (.nanoseconds(-1), 0, 0, "less than the kernel takes"),
            (.seconds(3_650 * 86_400), 315_360_000, 0, "ten years"),
        ] as [(Duration, Int, Int, String)])
    func parts(duration: Duration, seconds: Int, microseconds: Int, why: String) {
        let parts = HostClock.parts(of: duration)
        expect([parts.seconds, parts.microseconds], is: [seconds, microseconds], "\(why)")
    }

    @Test func `any two times have a distance`() {
        for one in [Int64.min, -1, 0, 1, Int64.max] {
            for other in [Int64.min, -1, 0, 1, Int64.max] {
                let distance = WallTime(milliseconds: one).distance(
                    to: WallTime(milliseconds: other))
                #expect((distance < .zero) == (other < one) || one == .min || other == .min)
            }
        }
    }
}
