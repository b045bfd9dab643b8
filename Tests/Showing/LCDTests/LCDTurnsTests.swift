import Expecting
import Linux
import Testing

@testable import Image
@testable import LCD
@testable import Serial

struct LCDTurnsTests {
    /// What is new, missed calls, and the rest.
    private static func page(_ number: Int) -> LCDLayout.Page {
        var page = LCDLayout.Page()
        page.count = 4
        page.missedTurn = 1
        page.isMissed = number == 1
        return page
    }

    @Test func `a flood leaves missed calls their turn, and that turn its time`() {
        var turns = LCDTurns()
        var seen: [Int] = []
        var missedAt: [Int] = []
        for second in 0..<80 {
            let now = Duration.seconds(second)
            if turns.rest(of: Self.page(turns.number), at: now) == .zero { turns.pass(at: now) }
            turns.enter(Self.page(turns.number))
            // News each second, as in a flood.
            turns.tellNews(Self.page(turns.number), at: now)
            turns.enter(Self.page(turns.number))
            seen.append(turns.number)
            if turns.number == 1 { missedAt.append(second) }
        }
        expect(Set(seen), is: [0, 1])
        expect(missedAt.prefix(6), is: [20, 21, 22, 23, 24, 25])
        #expect(seen[26] == 0 && missedAt.count >= 18)
    }

    @Test func `what is new has the display at once, and the others follow`() {
        var turns = LCDTurns()
        turns.pass(at: .seconds(6))
        turns.pass(at: .seconds(12))
        expect(turns.number, is: 2)
        turns.tellNews(Self.page(2), at: .seconds(13))
        expect(turns.number, is: 0)
        expect(turns.rest(of: Self.page(0), at: .seconds(14)), is: .seconds(5))
        turns.pass(at: .seconds(19))
        turns.enter(Self.page(1))
        turns.tellNews(Self.page(1), at: .seconds(20))
        expect(turns.number, is: 1, "a missed call is not cut short")
        turns.pass(at: .seconds(25))
        expect(turns.number, is: 0)
    }
}
