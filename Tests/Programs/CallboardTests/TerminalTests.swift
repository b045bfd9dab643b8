import Expecting
import Linux
import Testing

extension ProgramTests {
    /// The board on a terminal, which `script` of util-linux provides.
    struct TerminalTests {
        private static func look(
            columns: Int = 80, _ words: String = "demo --speed 2000",
            environment: [String: String] = [:]
        ) async throws -> Child.Outcome {
            let variables = ["TERM": "xterm-256color"].merging(environment) { _, own in own }
            let outcome = try await ProgramTests.shell(
                #"""
                export PROGRAM="$0"
                exec script --quiet --return --command \
                    'stty columns \#(columns) rows 40; exec "$PROGRAM" \#(words) 2>/dev/null' /dev/null
                """#, environment: variables)
            expect(outcome.status, is: 0)
            #expect(outcome.output.contains("CALL"))
            return outcome
        }

        /// The lines as somebody sees them, without colour.
        private static func lines(of outcome: Child.Outcome) -> [String] {
            outcome.output.split(separator: "\r\n").map { line in
                var pieces = line.split(separator: "\u{1B}[", omittingEmptySubsequences: false)
                for index in pieces.indices.dropFirst() {
                    let end = pieces[index].firstIndex(of: "m") ?? pieces[index].startIndex
                    pieces[index] = pieces[index][end...].dropFirst()
                }
                return pieces.joined()
            }
        }

        @Test(arguments: [20, 40, 60, 80, 132, 300])
        func `no line is wider than the terminal`(columns: Int) async throws {
            let lines = Self.lines(of: try await Self.look(columns: columns))
            #expect(lines.count >= Demo.events)
            for line in lines {
                let width = line.reduce(0) { $0 + Terminal.width(of: $1) }
                #expect(width <= columns, "\(line)")
                #expect(!line.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F })
            }
        }

        @Test func `a narrow terminal shows whole names below their labels`() async throws {
            let lines = Self.lines(of: try await Self.look(columns: 20))
            #expect(lines.contains("Davidson Ro"), "\(lines)")
            #expect(!lines.contains { $0.contains("D…") })
        }

        @Test func `the README shows what the demo shows`() async throws {
            let lines = try readMe().split(separator: "\n")
            let sample = lines.drop { $0 != "$ callboard demo" }.dropFirst().prefix { $0 != "```" }
            let columns = 100
            #expect(sample.count > 10)
            #expect(lines.contains { $0.contains("on a terminal of \(columns) columns") })
            let shown = Self.lines(of: try await Self.look(columns: columns)).prefix(sample.count)
            expect(shown.map(Self.withoutClock), is: sample.map(Self.withoutClock))
        }

        /// The line without the time at which somebody looked, or the day.
        private static func withoutClock(_ line: some StringProtocol) -> String {
            String(line.first == " " ? line[...] : line.dropFirst("00:00:00".count))
        }

        @Test(
            "colour comes where it is welcome",
            arguments: [
                ([:], true, "a terminal"),
                (["NO_COLOR": "1"], false, "somebody does not want it"),
                (["NO_COLOR": "0"], false, "any value counts"),
                (["NO_COLOR": ""], true, "but not an empty one"),
                (["TERM": "dumb"], false, "a terminal that has none"),
                (["TERM": ""], false, "a terminal nobody has named"),
            ] as [([String: String], Bool, Comment)])
        func color(environment: [String: String], isColored: Bool, why: Comment) async throws {
            let outcome = try await Self.look(environment: environment)
            expect(outcome.output.utf8.contains(0x1B), is: isColored, why)
        }

        @Test(arguments: ["json", "kv", "csv", "classic"])
        func `formats for programs have no colour on a terminal either`(
            format: String
        ) async throws {
            let outcome = try await Self.look("demo --speed 2000 --format \(format)")
            #expect(!outcome.output.utf8.contains(0x1B))
        }
    }
}
