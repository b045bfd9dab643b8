import Expecting
import Linux
import Notices
import Support
import Testing

extension BridgeTests {
    /// Answers that are not what was asked for; nothing is ever shown under a wrong name.
    struct WrongAnswers {
        init() {
            LoopThread.start()
        }

        private static let phone = "Mara's iPhone"

        @LoopActor
        @Test(arguments: [
            #""attributes": "reversed""#, #""attributes": "shuffled""#, #""extra": 8"#,
            #""extra": 255"#, #""answers": "twice""#, #""answers": "twice", "fragment": "random""#,
            #""attributes": "shuffled", "extra": 9, "fragment": 1"#,
        ])
        func `answers in an odd shape`(behaviour: String) async throws {
            let script = Script(behaviour: behaviour, existing: Sample.several(5))
                .at(1, .add(Sample("fresh")))
            let bench = try BridgeBench(script)
            await bench.expectToShow(script)
            bench.stop()
        }

        @LoopActor
        @Test(arguments: [
            "app", "title", "subtitle", "message", "message_size", "date", "positive", "negative",
        ])
        func `an attribute that comes twice`(attribute: String) async throws {
            let script = Script(
                members: [#""mtu": 50"#], behaviour: #""duplicate": "\#(attribute)""#,
                existing: Sample.several(5))
            let bench = try BridgeBench(script)
            await bench.expectToShow(script)
            bench.stop()
        }

        @LoopActor
        @Test(arguments: [
            "app", "title", "subtitle", "message", "message_size", "date", "positive", "negative",
        ])
        func `an attribute that never comes`(attribute: String) async throws {
            let samples = Sample.several(5)
            let script = Script(behaviour: #""omit": "\#(attribute)""#, existing: samples)
            let bench = try BridgeBench(script)
            #expect(await bench.plays())
            // Each is there, with all that the phone told of it.
            expect(bench.ledger.facts.count, is: samples.count)
            #expect(bench.ledger.facts.allSatisfy { $0.isIncomplete })
            let known = attribute == "title" ? 2 : 0
            expect(
                bench.ledger.facts.map { $0.texts[known] }.counted,
                is: script.held.map { $0.texts[known] }.counted)
            expect(bench.ledger.states[Self.phone], is: [.connected, .ready])
            #expect(bench.ledger.problems.isEmpty)
            bench.stop()
        }

        @LoopActor
        @Test func `answers under another handle`() async throws {
            let script = Script(existing: Sample.several(3))
                .at(2, .set(#""wrong_uid": true"#), .add(Sample("confused")))
                .at(7, .set(#""wrong_uid": false"#))
            let bench = try BridgeBench(script)
            await bench.expectToShow(script)
            bench.stop()
        }

        @LoopActor
        @Test(arguments: [23, 185])
        func `an answer that comes when it was given up`(mtu: Int) async throws {
            let script = Script(members: [#""mtu": \#(mtu)"#], existing: Sample.several(3))
                .at(2, .set(#""answer_delay": 12"#), .add(Sample("late")))
                .at(8, .set(#""answer_delay": 0"#)).at(9, .add(Sample("behind")))
            let bench = try BridgeBench(script)
            await bench.expectToShow(script)
            bench.stop()
        }
    }
}
