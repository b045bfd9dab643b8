import Expecting
import Support
import Testing

@testable import Control

extension ControlTests {
    /// Who is next, where many wait for much.
    struct TurnsTests {
        private func drain(_ turns: inout Turns<String>) -> String {
            var all: [String] = []
            while let next = turns.removeNext() { all.append(next) }
            return all.joined(separator: " ")
        }

        @Test func `users take turns, and of each the clients`() {
            var turns = Turns<String>()
            for name in ["a1", "a2", "a3"] { turns.append(name, of: 1, client: 10) }
            for name in ["b1", "b2"] { turns.append(name, of: 1, client: 11) }
            turns.append("c1", of: 2, client: 20)
            turns.append("d1", of: 3, client: 30)
            expect(turns.count, is: 7)
            expect(turns.count(of: 10), is: 3)
            expect(drain(&turns), is: "a1 c1 d1 b1 a2 b2 a3")
            #expect(turns.isEmpty && turns.count(of: 10) == 0)
            turns.append("e1", of: 1, client: 10)
            expect(drain(&turns), is: "e1")
        }

        @Test func `who has waited for nothing is next, and then no sooner than others`() {
            var turns = Turns<String>()
            func fill() {
                for user in 1...16 {
                    turns.append("\(user)", of: UInt32(user), client: UInt64(user))
                }
            }
            fill()
            fill()
            for _ in 1...5 { _ = turns.removeNext() }
            turns.append("new", of: 99, client: 99)
            turns.append("next", of: 99, client: 99)
            expect(turns.removeNext(), is: "6", "nobody of these has had a turn either")
            for _ in 7...16 { _ = turns.removeNext() }
            expect(turns.removeNext(), is: "new")
            for user in 1...16 { expect(turns.removeNext(), is: "\(user)") }
            expect(turns.removeNext(), is: "next", "it waits for all others")
            fill()
            for _ in 1...16 { _ = turns.removeNext() }
            fill()
            turns.append("again", of: 99, client: 99)
            expect(turns.removeNext(), is: "again", "whose turn was longest ago")
            turns.append("at once", of: 99, client: 99)
            expect((1...17).compactMap { _ in turns.removeNext() }.last, is: "at once")
        }

        @Test func `many users that come and go are not remembered for good`() {
            var turns = Turns<Int>()
            for user in 0..<10_000 {
                turns.append(user, of: UInt32(user), client: UInt64(user))
                expect(turns.removeNext(), is: user)
            }
            #expect(turns.rememberedCount <= 1_025)
        }

        @Test func `the last of who waits for most gives way`() {
            var turns = Turns<String>()
            turns.append("a1", of: 1, client: 10)
            for name in ["b1", "b2"] { turns.append(name, of: 1, client: 11) }
            for name in ["c1", "c2"] { turns.append(name, of: 2, client: 20) }
            expect(turns.removeMost(), is: "b2")
            #expect(["b1", "a1", "c2"].contains(turns.removeMost() ?? ""))
            expect(turns.count, is: 3)
            while turns.removeMost() != nil {}
            #expect(turns.isEmpty && turns.removeNext() == nil)
        }

        @Test func `what nobody waits for any more goes, and leaves nothing behind`() {
            var turns = Turns<String>()
            for (number, user) in [(1, 1), (2, 1), (3, 2), (4, 3)] {
                turns.append("\(number)a", of: UInt32(user), client: UInt64(number))
                turns.append("\(number)b", of: UInt32(user), client: UInt64(number))
            }
            turns.removeAll { ["1a", "1b", "3a", "3b", "4a"].contains($0) }
            expect(turns.count, is: 3)
            expect(turns.count(of: 1), is: 0)
            expect(drain(&turns), is: "2a 4b 2b")
        }

        @Test func `any mixture comes out once, each client's in order`() {
            var random = RepeatableRandom(seed: 9)
            var turns = Turns<(client: UInt64, number: Int)>()
            var (added, last) = (0, [UInt64: Int]())
            var taken = 0
            for _ in 0..<20_000 {
                if random.next() % 2 == 0 {
                    let client = random.next() % 20
                    turns.append((client, added), of: UInt32(client / 5), client: client)
                    added += 1
                } else if let (client, number) = turns.removeNext() {
                    #expect(last[client] ?? -1 < number)
                    last[client] = number
                    taken += 1
                }
            }
            expect(turns.count, is: added - taken)
        }
    }
}
