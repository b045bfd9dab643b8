import Expecting
import Foundation
import Testing

extension ProgramTests {
    /// What people write to each other goes where notices go, and nowhere else.
    struct PrivacyTests {
        private static let secret = "Xylophon"
        private static let scenario = #"""
            {"format": 1, "phones": [{"name": "Xylophon's phone", "behaviour": {"mtu": 23},
              "apps": {"org.example.xylophon": "Xylophon"},
              "existing": [{"name": "x", "app": "org.example.xylophon", "title": "Xylophon",
                "subtitle": "Xylophon", "message": "Xylophon", "positive": "Xylophon"}]}]}
            """#.replacing(#""behaviour": {"mtu": 23},"#, with: #""mtu": 23,"#)

        @Test(
            "no message has any of it",
            arguments: [
                ("", SIGCONT, "the end"), ("> /dev/full", SIGCONT, "a failure"),
                (">&-", SIGCONT, "a failure at the beginning"), ("", SIGINT, "an interruption"),
            ])
        func messages(redirection: String, signal: Int32, why: Comment) async throws {
            for format in ["board", "json", "kv", "csv", "classic"] {
                let outcome = try await ProgramTests.child(
                    #"exec "$0" demo --raw --speed 10 --scenario - --format "$1" "#
                        + redirection, [format], input: Self.scenario
                ) { child in
                    if signal == SIGINT {
                        try child.wait(for: "the notice") {
                            String(decoding: $0.output, as: UTF8.self).contains(Self.secret)
                        }
                    }
                    child.send(signal)
                    return try child.finish()
                }
                #expect(!outcome.errors.contains(Self.secret), why)
                if redirection.isEmpty, signal == SIGCONT {
                    #expect(outcome.output.contains(Self.secret), why)
                }
            }
        }

        @Test(
            "a mistake beside it is told without it",
            arguments: [
                (#""title""#, #""title": 1, "title""#), (#""mtu": 23"#, #""mtu": 22"#),
                (#""positive""#, #""positiv""#), (#""Xylophon"}]}"#, #""Xylophon"}}"#),
            ])
        func mistakes(text: String, mistake: String) async throws {
            let broken = Self.scenario.replacing(text, with: mistake)
            #expect(broken != Self.scenario)
            let outcome = try await ProgramTests.shell(
                #"exec "$0" demo --scenario -"#, input: broken)
            expect(outcome.status, is: 65)
            #expect(!outcome.errors.contains(Self.secret))
        }

        @Test func `nothing of it is where other people of the machine could see it`() async throws
        {
            try await ProgramTests.child(
                #"exec "$0" demo --format json --scenario -"#,
                input: Self.scenario.replacing(
                    #""format": 1,"#, with: #""format": 1, "ends": 86400,"#)
            ) { child in
                try child.wait(for: "the notice") {
                    String(decoding: $0.output, as: UTF8.self).contains(#""event":"added""#)
                }
                for file in ["cmdline", "comm", "environ"] {
                    let data = try Data(
                        contentsOf: URL(filePath: "/proc/\(child.process)/\(file)"))
                    let text = String(decoding: data, as: UTF8.self)
                    #expect(!text.isEmpty && !text.contains(Self.secret))
                }
                let maps = try String(
                    contentsOf: URL(filePath: "/proc/\(child.process)/maps"), encoding: .utf8)
                #expect(!maps.isEmpty && !maps.contains(Self.secret))
                child.send(SIGTERM)
                _ = try child.finish()
            }
        }
    }
}
