import Expecting
import Foundation
import Testing

extension ProgramTests {
    /// What a running bridge says of its history over the control socket.
    struct HistoryQuestionTests {
        /// An answer without what every answer has around it.
        private static func inner(_ line: String, _ key: String) -> String {
            let head = #"{"ok":true,"\#(key)":"#
            guard line.hasPrefix(head), line.hasSuffix("}") else { return line }
            return String(line.dropFirst(head.count).dropLast())
        }

        private static func answer(_ line: String, of socket: TestSocket) throws -> String {
            try socket.send(line)
            return try socket.line() ?? ""
        }

        @Test func `pages and statistics are those of the commands, to the letter`() async throws {
            let (answers, outcome) = try await ProgramTests.livingBridge(
                #"""
                echo '{"format":1,"phones":[{"name":"x","timeline":[]}]}' > quiet
                start --scenario quiet --history h -F null
                "$0" history import scenario --history h 2> /dev/null
                "$0" history --history h --until 2026-11-20 --json > list
                "$0" search --history h ready --until 2026-11-20 --json > found 2> /dev/null
                "$0" stats --history h --until 2026-11-20 --json > stats
                "$0" stats --history h --until 2026-11-20 --svg picture
                """#, scenario: KeptNotice.lines(KeptNotice.some),
                environment: ["TZ": "CET-1CEST,M3.5.0,M10.5.0/3"]
            ) { _, folder in
                let socket = try TestSocket.client(of: folder + "/s")
                _ = try socket.line()
                let until = #""until":"2026-11-21T00:00:00+01:00""#
                func file(_ name: String) throws -> String {
                    try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
                }
                let list = try file("list").split(separator: "\n").joined(separator: ",")
                let page = try Self.answer(#"{"do":"history",\#(until)}"#, of: socket)
                expect(Self.inner(page, "notices"), is: "[\(list)]")
                let found = try Self.answer(
                    #"{"do":"history","words":"ready",\#(until)}"#, of: socket)
                expect(
                    Self.inner(found, "notices"),
                    is: "[\(try file("found").trimmingCharacters(in: .newlines))]")
                let stats = try Self.answer(#"{"do":"stats",\#(until)}"#, of: socket)
                expect(
                    Self.inner(stats, "stats"),
                    is: try file("stats").trimmingCharacters(in: .newlines))
                let svg = try Self.answer(#"{"do":"stats","as":"svg",\#(until)}"#, of: socket)
                let value = try JSONSerialization.jsonObject(with: Data(svg.utf8))
                expect((value as? [String: Any])?["svg"] as? String, is: try file("picture"))
                return list.split(separator: "\"title\":").count - 1
            }
            expect(answers, is: KeptNotice.some.count, "\(outcome.errors)")
        }

        @Test(arguments: [
            (
                "start --scenario scenario -F null",
                "no history is kept with --radio simulated unless --history FOLDER is given; "
                    + "radio = simulated in the configuration keeps one"
            ),
            (
                """
                printf '[radio]\nradio = simulated\n[history]\nenabled = no\n' > conf
                "$0" run --socket "$dir/s" --config "$dir/conf" --state "$dir/state" -F null 2>> errors &
                bridge=$!
                until_true '"$0" status --socket s > /dev/null'
                """,
                "no history is kept: set enabled = yes in [history]"
            ),
        ])
        func `a bridge that keeps no history says how one is kept`(
            _ script: String, _ says: String
        ) async throws {
            let (answers, _) = try await ProgramTests.livingBridge(script) { _, folder in
                let socket = try TestSocket.client(of: folder + "/s")
                _ = try socket.line()
                return try ["history", "stats"].map {
                    try Self.answer(#"{"do":"\#($0)"}"#, of: socket)
                }
            }
            let refusal = #"{"ok":false,"error":"not_found","says":"\#(says)"}"#
            expect(answers, is: [refusal, refusal])
        }
    }
}
