import Expecting
import Foundation
import Support
import Testing

/// The version of the package, as its list of changes has it.
private let packaged: Substring = {
    let head =
        (try? Checkout.text("Sources/Packaging/debian/changelog"))?.prefix { $0 != "\n" } ?? ""
    return head.split(whereSeparator: { "()".contains($0) }).dropFirst().first ?? "?"
}()

extension ProgramTests {
    /// What the program says of itself: to whoever asks, on standard output, and on any screen.
    struct HelpTests {
        @Test(
            "what is asked for is printed, and nothing else",
            arguments: [
                (["--version"], "callboard \(packaged)", "the version"),
                (
                    ["--version", "extra"], "callboard \(packaged)",
                    "what else is said changes nothing"
                ),
                (["--bogus", "--version"], "callboard \(packaged)", "nor what is wrong before it"),
                (["--version", "--help"], "callboard \(packaged)", "the first question counts"),
                (
                    ["demo", "--help", "junk"], "Usage: callboard demo [OPTIONS]",
                    "a page is shown whatever else is said"
                ),
                (["--help"], "Usage: callboard [OPTIONS] COMMAND", "the long word"),
                (["-h"], "Usage: callboard [OPTIONS] COMMAND", "the letter"),
                (["help"], "Usage: callboard [OPTIONS] COMMAND", "the command"),
                ([], "Usage: callboard [OPTIONS] COMMAND", "who says nothing needs help"),
                (["demo", "--help"], "Usage: callboard demo [OPTIONS]", "a command's own page"),
                (["demo", "-h"], "Usage: callboard demo [OPTIONS]", "by letter"),
                (["help", "demo"], "Usage: callboard demo [OPTIONS]", "the other way round"),
                (["--help", "demo"], "Usage: callboard demo [OPTIONS]", "before the command"),
                (
                    ["demo", "--format", "jsn", "--help"], "Usage: callboard demo [OPTIONS]",
                    "help comes before complaints"
                ),
            ] as [([String], String, Comment)])
        func asking(words: [String], firstLine: String, why: Comment) async throws {
            let outcome = try await ProgramTests.shell(#"exec "$0" "$@""#, words)
            expect(outcome.status, is: 0, why)
            #expect(outcome.errors.isEmpty, why)
            expect(outcome.lines.first, is: firstLine, why)
            #expect(outcome.output.hasSuffix("\n"), why)
        }

        @Test(
            "a page fits a narrow screen and names every option",
            arguments: [
                (["--help"], ["demo", "-h, --help", "--version"]),
                (
                    ["demo", "--help"],
                    [
                        "-F, --format FORMAT", "--scenario FILE", "--speed N", "--seed N",
                        "--text-length N", "(16 to 65535; default 2048)", "--raw", "-h, --help",
                        "board, json, kv, csv or classic", "Docs/reference/fields.md",
                        "Docs/reference/scenarios.md",
                    ]
                ),
            ])
        func page(words: [String], names: [String]) async throws {
            let outcome = try await ProgramTests.shell(#"exec "$0" "$@""#, words)
            for line in outcome.lines { #expect(line.count <= 80 && line.last != " ", "\(line)") }
            for name in names { #expect(outcome.output.contains(name), "\(name)") }
            #expect(outcome.output.utf8.allSatisfy { $0 == 0x0A || (0x20...0x7E).contains($0) })
        }

        @Test func `every example of the help can be typed as it stands`() async throws {
            let page = try await ProgramTests.callboard("demo", "--help").lines
            let examples = page.filter { $0.hasPrefix("  callboard ") }
            expect(examples.count, is: 6)
            // Two go on until somebody ends them, and have tests of their own.
            for example in examples
            where !example.contains("--wall") && !example.contains("--board") {
                let line = example.replacing(
                    "  callboard ", with: #"exec "$0" "#, maxReplacements: 1
                )
                .replacing("| jq .title", with: "--speed 10000 | grep -c title")
                .replacing("my.json", with: "-")
                let outcome = try await ProgramTests.shell(
                    line.contains("--speed") ? line : line + " --speed 10000",
                    input: #"{"format": 1, "phones": [{"name": "A"}]}"#)
                expect(outcome.status, is: 0, "\(example)")
            }
        }
    }
}
