import Expecting
import Testing

@testable import Beacons

/// What counts as a silence, and what only as deaf ears.
struct UnheardTimeTests {
    /// What happens at a second.
    enum Happening {
        case on(Double)
        case off(Double)
        case heard(Double)
    }

    private static func turns(_ starts: [Double], of length: Double = 3) -> [Happening] {
        starts.flatMap { [.on($0), .off($0 + length)] }
    }

    @Test(
        arguments: [
            ([.on(0), .heard(5)], 35, "listening all the time"),
            ([.on(0), .heard(5), .off(6)], nil, "deaf since"),
            ([.on(0), .heard(5), .off(6), .on(20)], 50, "deaf in between: it counts anew"),
            ([.on(0), .heard(5), .off(6), .on(1000)], 1030, "deaf for long"),
            ([.on(0), .heard(2), .off(3)] + turns([15]), nil, "one window in vain"),
            (
                [.on(0), .heard(2), .off(3)] + turns([15, 30]), 32,
                "two whole ones, and half a minute"
            ),
            ([.on(0), .heard(2), .off(3)] + turns([15, 30], of: 0.9), nil, "none is long enough"),
            (
                turns([0, 15]) + [.on(30), .heard(31), .off(33)] + turns([45]), nil,
                "it was not in vain"
            ),
            (
                [.on(0), .heard(2), .off(3)] + turns([300, 600]), 330,
                "a pause longer than the silence: it counts from its end"
            ),
            (
                [.on(0), .heard(2), .off(3)] + turns([15, 90_000]), nil,
                "a pause that is none of the cycle: windows before it count no more"
            ),
            (
                [.on(0), .heard(2), .off(3)] + turns([15, 90_000, 90_015]), 90_030,
                "and two after it are in vain, but half a minute is not over"
            ),
            (turns([60]), nil, "never heard, one window in vain"),
            (turns([60, 75]), 90, "never heard, two of them: half a minute after the first began"),
            (
                [.on(0), .heard(5), .off(20), .on(21)], 35, "a pause of a second is none at all"
            ),
            ([.on(0), .heard(5), .off(20), .on(22)], 52, "one of two seconds is"),
            (
                [.on(0), .heard(2), .off(3)] + turns([15], of: 1) + turns([17], of: 2.5), nil,
                "a window with a second's pause in it is one window"
            ),
            (
                [.on(0), .heard(2), .off(3)] + [.on(15), .off(16.5), .on(17.5), .off(19)]
                    + turns([30]), 32, "and counts as one"
            ),
            ([.on(60)], 90, "never heard, listening since"),
            ([], nil, "nothing"),
            ([.on(10), .on(20), .heard(15), .off(5), .off(4)], nil, "times that go back"),
        ] as [([Happening], Double?, Comment)])
    func `a silence counts while the host listens`(
        _ story: [Happening], _ end: Double?, _ why: Comment
    ) {
        var silence = UnheardTime(patience: .seconds(30))
        for happening in story {
            switch happening {
            case .on(let second): silence.listen(true, at: .of(second))
            case .off(let second): silence.listen(false, at: .of(second))
            case .heard(let second): silence.hear(at: .of(second))
            }
        }
        expect(silence.end, is: end.map { .of($0) }, why)
    }
}
