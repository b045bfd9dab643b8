import Expecting
import Testing

@testable import Screen

struct RedrawPaceTests {
    @Test func `the first redraw is at once, the next after a tenth of a second`() {
        var pace = RedrawPace()
        expect(pace.ask(at: .seconds(5)), is: .zero)
        expect(pace.ask(at: .seconds(5)), is: nil)
        pace.redraw(at: .seconds(5))
        expect(pace.ask(at: .seconds(5) + .milliseconds(30)), is: .milliseconds(70))
        pace.redraw(at: .seconds(5) + .milliseconds(100))
        expect(pace.ask(at: .seconds(9)), is: .zero)
    }

    @Test func `a flood has ten redraws a second, and one after its end`() {
        var pace = RedrawPace()
        var due: Duration?
        var redraws: [Duration] = []
        var shown = 0
        for event in 1...1_000 {
            let now = Duration.milliseconds(event * 2)
            if let moment = due, moment <= now {
                pace.redraw(at: moment)
                redraws.append(moment)
                (due, shown) = (nil, event - 1)
            }
            if let wait = pace.ask(at: now) { due = now + wait }
        }
        #expect(redraws.count <= 21)
        #expect(zip(redraws, redraws.dropFirst()).allSatisfy { $1 - $0 >= RedrawPace.interval })
        #expect(due != nil, "the last change is still to be shown")
        #expect(shown < 1_000)
    }
}
