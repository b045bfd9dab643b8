import Expecting
import Linux
import Testing

@testable import Serial

/// How much may lie in the kernel ahead of a ringing call.
struct SerialPaceTests {
    @Test(arguments: [
        (50, 16, "the least"), (1200, 16, "the least"), (9600, 48, "50 ms"),
        (115_200, 576, "50 ms"),
    ])
    func `so much may lie there`(baud: Int, expected: Int, why: String) {
        var pace = SerialPace(SerialSettings(device: "", baud: baud))
        expect(pace.room(at: .seconds(1), unsent: 0), is: expected, "\(why)")
        pace.wrote(expected, at: .seconds(1))
        expect(pace.room(at: .seconds(1), unsent: 0), is: 0, "the driver tells nothing")
        expect(pace.room(at: .seconds(100), unsent: expected), is: 0, "the driver has it all still")
        expect(pace.room(at: .seconds(100), unsent: expected - 3), is: 3)
    }

    @Test func `room is waited for as long as half of it takes to go`() {
        var pace = SerialPace(SerialSettings(device: "", baud: 1000))
        pace.wrote(16, at: .zero)
        expect(pace.pauseForRoom(at: .zero), is: .milliseconds(80))
        expect(pace.room(at: .milliseconds(80), unsent: 0), is: 8)
        expect(pace.pauseForQuiet(at: .zero, unsent: 0), is: .milliseconds(210))
        expect(pace.pauseForQuiet(at: .milliseconds(160), unsent: 0), is: .milliseconds(50))
        expect(pace.pauseForQuiet(at: .milliseconds(210), unsent: 0), is: nil)
        #expect(pace.pauseForQuiet(at: .milliseconds(210), unsent: 1) != nil)
    }

    @Test func `a port that does not drain is looked at less and less often`() {
        var pace = SerialPace(SerialSettings(device: "", baud: 1000))
        pace.wrote(16, at: .zero)
        let pauses = (0..<9).map { _ in pace.pauseForRoom(at: .seconds(1)) }
        expect(pauses, is: [10, 20, 40, 80, 160, 320, 640, 1280, 2000].map { .milliseconds($0) })
        _ = pace.room(at: .seconds(1), unsent: 3)
        expect(pace.pauseForRoom(at: .seconds(1)), is: .milliseconds(10))
    }
}
