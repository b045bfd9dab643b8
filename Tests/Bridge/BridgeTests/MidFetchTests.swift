import Expecting
import Linux
import Notices
import Support
import Testing

extension BridgeTests {
    /// Notifications that change or go while the bridge asks for them.
    struct MidFetch {
        init() {
            LoopThread.start()
        }

        private static let slow = #""write_delay": 0.3, "answer_delay": 0.4, "fragment_delay": 0.2"#

        @LoopActor
        @Test func `retracted at any moment`() async throws {
            try await forEach(in: 0..<24) { number in
                let script = Script(behaviour: Self.slow, existing: Sample.several(1))
                    .at(4, .add(Sample("gone"))).at(4 + 0.1 * Double(number), .remove("gone"))
                    .at(8, .add(Sample("after")))
                let bench = try BridgeBench(script)
                await bench.expectToShow(script, afterwards: .seconds(1), "\(number)")
                let chapters = bench.ledger.stories(of: "This is gone")
                let isWhole = chapters == [] || chapters == [["added SOCIAL", "removed SOCIAL"]]
                #expect(isWhole, "\(number)")
                bench.stop()
            }
        }

        @LoopActor
        @Test func `modified at any moment`() async throws {
            let before = Sample("mail", "Loading…")
            let after = before.with { $0.message = Array("All of it.".utf8) }
            try await forEach(in: 0..<24) { number in
                let script = Script(behaviour: Self.slow, existing: Sample.several(1))
                    .at(4, .add(before)).at(4 + 0.1 * Double(number), .modify(after))
                let bench = try BridgeBench(script)
                await bench.expectToShow(script, afterwards: .seconds(1), "\(number)")
                #expect(bench.ledger.stories(of: "This is mail").count == 1, "\(number)")
                bench.stop()
            }
        }

        @LoopActor
        @Test func `modified many times, then retracted and put back`() async throws {
            let samples = (0..<20).map { number in
                Sample("mail", "Version \(number)")
            }
            var script = Script(behaviour: Self.slow).at(2, .add(samples[0]))
            for (number, sample) in samples.enumerated().dropFirst() {
                script = script.at(2 + 0.13 * Double(number), .modify(sample))
            }
            script = script.at(4.7, .remove("mail")).at(4.71, .add(Sample("again", "Once more")))
            let bench = try BridgeBench(script)
            await bench.expectToShow(script)
            bench.stop()
        }

        @LoopActor
        @Test func `a notification that becomes another kind`() async throws {
            let before = Sample("thing")
            let after = before.with { ($0.category, $0.title) = (6, Array("A mail now".utf8)) }
            let script = Script(behaviour: Self.slow).at(2, .add(before)).at(2.5, .modify(after))
                .at(8, .modify(before)).at(12, .modify(after))
            let bench = try BridgeBench(script)
            await bench.expectToShow(script)
            expect(bench.ledger.order.count, is: 1)
            bench.stop()
        }
    }
}
