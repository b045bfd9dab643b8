import Expecting
import Testing

@testable import Settings

struct HelpTests {
    @Test func `a command's page is complete`() {
        expect(
            SampleProgram.program.help(for: ["demo"]),
            is: """
                Usage: sample demo [OPTIONS]

                Show a day.

                Examples:
                  sample demo
                      Plays the day.

                Options:
                  -f, --format FORMAT  How notices are written (board, json or csv; default
                                       board)
                  -s, --speed N        How fast time passes (0.01 to 10000; default 1)
                      --seed N         Where chance begins (0 to 999)
                  -n, --count N        How many (1 to 9; default 3)
                  -q, --quiet          Say less
                      --tag WORD       A word (repeatable)
                      --name NAME      A name
                      --config FILE    Where settings are
                  -h, --help           Show this help

                It takes a while.

                """)
    }

    @Test func `the program's page lists its commands`() {
        expect(
            SampleProgram.program.help(for: []),
            is: """
                Usage: sample [OPTIONS] COMMAND

                Show notices.

                Commands:
                  demo  Show a day
                  play  Play a file

                Options:
                      --config FILE  Where settings are
                  -h, --help         Show this help
                  -V, --version      Show the version

                'sample COMMAND --help' says more about a command.

                """)
    }

    @Test func `operands are explained`() {
        let page = SampleProgram.program.help(for: ["play"])
        #expect(page.hasPrefix("Usage: sample play [OPTIONS] FILE [TIME...]\n"))
        #expect(page.contains("\nArguments:\n  FILE  What to play\n  TIME  When (1 to 24)\n"))
    }

    @Test func `no line is wider than 80 columns`() {
        let wide = Parameter<String?>.text(
            "an-option-with-a-long-name", placeholder: "AND-A-LONG-PLACEHOLDER",
            summary: String(repeating: "many words ", count: 30)
        ).option
        let command = Command(
            name: "wide", summary: String(repeating: "summary ", count: 20),
            details: [String(repeating: "detail ", count: 50)],
            examples: [Command.Example("wide", String(repeating: "example ", count: 30))],
            options: [wide, SampleProgram.format.option],
            operands: (0..<20).map { number in
                Operand("OPERAND-\(number)", kind: .text, summary: "one")
            })
        let lines = Program(command, version: "1").help(for: []).split(separator: "\n")
        #expect(lines.count > 30)
        #expect(lines.allSatisfy { $0.count <= 80 })
        #expect(lines.allSatisfy { $0.last != " " })
    }
}
