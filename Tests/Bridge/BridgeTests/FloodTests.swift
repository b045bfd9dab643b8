import ANCS
import Linux
import Support
import Testing

extension BridgeTests {
    /// What is new does not wait for what is old.
    struct Flood {
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

        @LoopActor
        @Test func `a call comes before everything`() async throws {
            let call = Sample.call("call", from: "Davidson Ro", category: .incomingCall)
            let script = Sample.several(100, named: "fresh").reduce(
                Script(
                    behaviour: #""answer_delay": 0.01"#,
                    existing: Sample.several(100, named: "old"))
            ) { $0.at(0.5, .add($1)) }.at(0.8, .add(call))
            let bench = try BridgeBench(script)
            await bench.expectToShow(script)
            let place = bench.ledger.stories.firstIndex { $0.title == "Davidson Ro" }
            #expect(try #require(place) < 120)
            bench.stop()
        }
    }
}
