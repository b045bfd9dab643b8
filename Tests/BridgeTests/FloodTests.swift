import ANCS
import Linux
import Support
import Testing

extension BridgeTests {
    /// What is new does not wait for what is old.
    @Suite struct Flood {
        init() {
            LoopThread.start()
        }

        @LoopActor
        @Test(arguments: [23, 185])
        func `a fresh notification arrives before most of the flood`(mtu: Int) async throws {
            let script = Script(
                members: [#""mtu": \#(mtu)"#], behaviour: #""answer_delay": 0.01"#,
                existing: Sample.several(500, named: "old")
            ).at(1, .add(Sample("fresh")))
            let bench = try BridgeBench(script)
            await bench.expectToShow(script)
            // The phone answers at most every ten milliseconds.
            let place = bench.ledger.stories.firstIndex { $0.title == "This is fresh" }
            #expect(try #require(place) < 150)
            bench.stop()
        }
    }
}
