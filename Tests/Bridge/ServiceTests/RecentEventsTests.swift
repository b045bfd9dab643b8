import Control
import Expecting
import Testing

@testable import Service

/// The latest events, for those who come later.
struct RecentEventsTests {
    @Test func `the latest that are wanted come, oldest first`() {
        var recent = RecentEvents<[UInt8]>()
        for number in 0..<3000 {
            recent.append(
                [UInt8(number % 251)], cost: 1, ControlTags(category: number % 2 == 0 ? "a" : "b"))
        }
        expect(recent.latest(3) { _ in true }, is: [2997, 2998, 2999].map { [UInt8($0 % 251)] })
        expect(recent.latest(2) { $0.category == "a" }, is: [2996, 2998].map { [UInt8($0 % 251)] })
        expect(recent.latest(5000) { _ in true }.count, is: TailRequest.mostRecent)
        #expect(recent.latest(0) { _ in true }.isEmpty)
    }

    @Test func `bytes are bounded as well`() {
        var recent = RecentEvents<[UInt8]>()
        let line = [UInt8](repeating: 7, count: RecentEvents<[UInt8]>.byteLimit / 4)
        for _ in 0..<50 { recent.append(line, cost: line.count, ControlTags()) }
        expect(recent.latest(100) { _ in true }.count, is: 4)
        recent.append([], cost: RecentEvents<[UInt8]>.byteLimit + 1, ControlTags())
        #expect(recent.latest(100) { _ in true }.isEmpty)
        recent.append([1], cost: 1, ControlTags())
        expect(recent.latest(100) { _ in true }, is: [[1]])
    }
}
