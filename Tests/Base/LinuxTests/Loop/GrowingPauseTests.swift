import Expecting
import Linux
import Testing

struct GrowingPauseTests {
    @Test func `pauses double up to the longest, and begin anew`() {
        var pause = GrowingPause(.milliseconds(500) ... .seconds(3))
        let taken = (0..<5).map { _ in pause.take() }
        expect(taken, is: [.milliseconds(500), .seconds(1), .seconds(2), .seconds(3), .seconds(3)])
        pause.reset()
        expect(pause.take(), is: .milliseconds(500))
    }
}
