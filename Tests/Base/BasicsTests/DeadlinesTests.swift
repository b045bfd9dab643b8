import Expecting
import Support
import Testing

@testable import Basics

/// Which of many deadlines is the first.
struct DeadlinesTests {
    @Test func `any mixture has the first of those that hold`() {
        var random = RepeatableRandom(seed: 11)
        var deadlines = Deadlines()
        var plain: [UInt64: Duration] = [:]
        for round in 0..<20_000 {
            let key = random.next() % 300
            switch random.next() % 5 {
            case 0, 1, 2:
                let moment = Duration.seconds(Int(random.next() % 100))
                deadlines[key] = moment
                plain[key] = moment
            case 3:
                deadlines[key] = nil
                plain[key] = nil
            default:
                guard round % 7 == 0 else { break }
                let now = Duration.seconds(Int(random.next() % 20))
                let due = plain.filter { $0.value <= now }.keys
                expect(deadlines.removeDue(at: now).sorted(), is: due.sorted())
                for key in due { plain[key] = nil }
            }
            guard deadlines.first == plain.values.min(), deadlines[key] == plain[key] else {
                Issue.record("after \(round) steps")
                return
            }
        }
    }

    @Test func `of equal moments the one that was set first comes first`() {
        var deadlines = Deadlines()
        for key: UInt64 in [5, 3, 9, 1] { deadlines[key] = .seconds(7) }
        // One that is moved away and back was set last.
        deadlines[3] = .seconds(8)
        deadlines[3] = .seconds(7)
        deadlines[4] = .seconds(6)
        var order: [UInt64] = []
        while let key = deadlines.removeFirst(dueAt: .seconds(7)) { order.append(key) }
        expect(order, is: [4, 5, 9, 1, 3])
    }

    @Test(arguments: [500, 4000])
    func `each of many costs as much as one of few`(_ count: Int) {
        var deadlines = Deadlines()
        for key in 0..<UInt64(count) {
            deadlines[key] = .seconds(count - Int(key))
            expect(deadlines.first, is: .seconds(count - Int(key)))
        }
        // Moved on, taken away, and due.
        for key in 0..<UInt64(count) { deadlines[key] = .seconds(2 * count + Int(key)) }
        for key in 0..<UInt64(count) where key % 2 == 0 { deadlines[key] = nil }
        expect(deadlines.removeDue(at: .seconds(4 * count)).count, is: count / 2)
        expect(deadlines.first, is: nil)
        // A heap of 4,000 is twelve high; looking at all each time would be some millions.
        #expect(deadlines.steps < 100 * count)
    }
}
