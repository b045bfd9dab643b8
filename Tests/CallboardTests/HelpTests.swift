import Expecting
import Foundation
import Testing

/// The version of the package, as its list of changes has it.
private let packaged: Substring = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let url = folder.appending(path: "../../Sources/Packaging/debian/changelog")
    let head = (try? String(contentsOf: url, encoding: .utf8))?.prefix { $0 != "\n" } ?? ""
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
                        "board, json, kv, csv or classic", "Docs/fields.md",
                        "Docs/scenarios.md",
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
            expect(examples.count, is: 5)
            // One goes on until somebody ends it, and has a test of its own.
            for example in examples where !example.contains("--wall") {
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

        /// Begins a demo in a browser, and waits for a word of it.
        ///
        /// Where another one takes its port before its wall has it, it ends, and is begun again.
        private static let demo = #"""
            export XDG_RUNTIME_DIR="$(mktemp -d)"
            begin() {
                "$0" demo --wall "$@" < /dev/null > "$XDG_RUNTIME_DIR.out" 2> "$XDG_RUNTIME_DIR.err" &
                demo=$!
            }
            demo() {
                word=$1; shift; begin "$@"
                until grep -q "$word" "$XDG_RUNTIME_DIR.out"; do
                    sleep 0.1; kill -0 $demo 2> /dev/null || begin "$@"
                done
            }

            """#

        @Test func `the demo in a browser leaves nothing when it is ended`() async throws {
            let outcome = try await ProgramTests.shell(
                Self.demo + #"""
                    demo ready
                    grep -c '^http://127.0.0.1:[0-9]*/?token=' "$XDG_RUNTIME_DIR.err"
                    kill -TERM $demo
                    wait $demo; echo "status $?"
                    ls -A "$XDG_RUNTIME_DIR"
                    rm -r "$XDG_RUNTIME_DIR" "$XDG_RUNTIME_DIR.out" "$XDG_RUNTIME_DIR.err"
                    """#)
            expect(outcome.lines, is: ["1", "status 143"])
        }

        @Test func `the demo in a browser plays and writes as it is told`() async throws {
            let outcome = try await ProgramTests.shell(
                Self.demo + #"""
                    demo '"event":"missed"' --json --raw --speed 100 --seed 7 --text-length 16
                    kill -TERM $demo
                    wait $demo
                    grep -c '"event":"source"' "$XDG_RUNTIME_DIR.out" | sed 's/[1-9][0-9]*/some/'
                    grep -cE '"message":"[^"]{40,}"' "$XDG_RUNTIME_DIR.out"
                    grep -cv '^{' "$XDG_RUNTIME_DIR.out"
                    rm -r "$XDG_RUNTIME_DIR" "$XDG_RUNTIME_DIR.out" "$XDG_RUNTIME_DIR.err"
                    """#)
            expect(outcome.lines, is: ["some", "0", "0"])
        }
    }
}
