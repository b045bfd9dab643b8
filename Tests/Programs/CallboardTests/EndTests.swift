import Expecting
import Testing

extension ProgramTests {
    /// The end of the demo: phones are heard out, and what they kept back is said.
    struct EndTests {
        /// Plays a phone with many notifications that come at once.
        private func play(count: Int, behaviour: String) async throws -> Child.Outcome {
            let scenario =
                #"{"format": 1, "phones": [{"name": "A", "timeline": [{"at": 0.5, "#
                + #""set": {\#(behaviour)}}, {"at": 1, "add": {"name": "x", "#
                + #""count": \#(count), "app": "com.apple.MobileSMS", "title": "Tea"}}]}]}"#
            return try await ProgramTests.shell(
                #"exec "$0" demo --speed 10000 --format json --scenario -"#, [], input: scenario)
        }

        @Test
        func `a slow phone is heard out, however long it takes`() async throws {
            let outcome = try await play(count: 300, behaviour: #""answer_delay": 0.5"#)
            expect(outcome.lines.filter { $0.contains(#""event":"added""#) }.count, is: 300)
            expect(outcome.status, is: 0)
            expect(outcome.errors, is: Demo.lastWords)
        }

        @Test
        func `a phone that stops answering is left alone, and what it kept back is counted`()
            async throws
        {
            let outcome = try await play(count: 20, behaviour: #""silent": true"#)
            let shown = outcome.lines.filter { $0.contains(#""event":"added""#) }.count
            #expect((0...2).contains(shown))
            expect(
                outcome.errors,
                is: "callboard: the phone stopped answering; notifications it never described: "
                    + "\(20 - shown)\n" + Demo.lastWords)
            expect(outcome.status, is: 0)
        }

        @Test
        func `more notifications at once than may wait are counted`() async throws {
            let outcome = try await play(count: 5000, behaviour: #""answer_delay": 0.001"#)
            let added = outcome.lines.filter { $0.contains(#""event":"added""#) }.count
            #expect(added < 5000)
            expect(
                outcome.errors,
                is: "callboard: too many notifications at once; dropped: "
                    + "\(5000 - added)\n" + Demo.lastWords)
        }
    }
}
