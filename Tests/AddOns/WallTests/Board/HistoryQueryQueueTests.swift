import Expecting
import Linux
import Support
import Testing

@testable import Wall

/// What browsers ask of the history, one after another.
struct HistoryQueryQueueTests {
    init() {
        LoopThread.start()
    }

    @Test @LoopActor func `one is asked at a time, and those nobody waits for never`() {
        let errands = HistoryQueryQueue()
        var begun: [Int] = []
        var ends: [@LoopActor () -> Void] = []
        var gone: Set<Int> = []
        func add(_ number: Int) -> Bool {
            errands.add(isWanted: !gone.contains(number)) { done in
                begun.append(number)
                ends.append(done)
            }
        }
        for number in 0...HistoryQueryQueue.limit { #expect(add(number)) }
        #expect(!add(99), "there is no room for it")
        expect(begun, is: [0])
        gone = [1, 3]
        #expect(add(50), "those who have gone make room")
        ends[0]()
        expect(begun, is: [0, 2])
        ends[1]()
        expect(begun, is: [0, 2, 4])
        gone = Set(0..<50)
        ends[2]()
        expect(begun, is: [0, 2, 4, 50])
        ends[3]()
        #expect(add(51))
        expect(begun.last, is: 51)
    }
}
