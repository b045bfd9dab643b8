import Expecting
import Testing

@testable import Settings

/// A command that does something by itself and has others below it.
struct LayeredCommandTests {
    private func run(_ line: String) throws -> ParsedArguments? {
        let words = line.split(separator: " ").map(String.init)
        guard case .run(let arguments) = try SampleProgram.layered.parse(words) else { return nil }
        return arguments
    }

    @Test(arguments: [
        ("book", ["book"], false), ("book -q", ["book"], true),
        ("book --tag a --tag b -n 4 --quiet", ["book"], true),
        ("book copy f", ["book", "copy"], false), ("book play", ["book", "play"], false),
        ("play f -q", ["play"], true),
    ])
    func `it works alone and goes on to the next`(
        _ line: String, _ command: [String], _ isQuiet: Bool
    ) throws {
        let arguments = try #require(try run(line))
        expect(arguments.command, is: command)
        expect(arguments[SampleProgram.quiet], is: isQuiet)
    }

    @Test(arguments: [
        ("--config c book copy f --name x --tag t", "what is shared may stand anywhere"),
        ("book --name x copy f --tag t --config c", "also before the next command"),
        ("book --name x --tag t copy f --config c", "so may what both of them take"),
    ])
    func `what commands share is taken`(_ line: String, _ why: Comment) throws {
        let arguments = try #require(try run(line))
        expect(arguments[SampleProgram.name], is: "x", why)
        expect(arguments[SampleProgram.config], is: "c", why)
        expect(arguments[SampleProgram.tag], is: ["t"], why)
        expect(arguments[SampleProgram.file], is: ["f"], why)
    }

    @Test(arguments: [
        ("book copy f --quiet", "unknown option --quiet", "that is what it takes alone"),
        ("book --quiet copy f", "unknown option --quiet", "wherever it stands"),
        ("book copy f -n 3", "unknown option -n", "by its letter as well"),
        ("book cpoy", "unknown command cpoy; did you mean copy?", "no word is an operand"),
        ("book copy", "FILE is missing", "the next command wants what it wants"),
    ])
    func `what it takes alone is for itself`(
        _ line: String, _ sentence: String, _ why: Comment
    ) throws {
        let error = #expect(throws: UsageError.self) { _ = try run(line) }
        expect(error?.description, is: sentence, why)
    }

    @Test func `its help shows what it takes and what is below it`() {
        expect(
            SampleProgram.layered.help(for: ["book"]),
            is: """
                Usage: sample book [OPTIONS] [COMMAND]

                Show the book.

                Commands:
                  copy  Copy the book
                  play  Play the book

                Options:
                  -q, --quiet        Say less
                      --tag WORD     A word (repeatable)
                  -n, --count N      How many (1 to 9; default 3)
                      --name NAME    A name
                      --config FILE  Where settings are
                  -h, --help         Show this help

                'sample book COMMAND --help' says more about a command.

                """)
        let below = SampleProgram.layered.help(for: ["book", "copy"])
        #expect(below.contains("--name NAME") && below.contains("--tag WORD"))
        #expect(!below.contains("--quiet"))
    }

    @Test func `the manual has it and those below it`() throws {
        let page = try #require(SampleProgram.layered.manual(section: 1, date: "2026-03-02"))
        for name in ["sample book", "sample book copy", "sample book play"] {
            #expect(page.contains("\n.SS \"\(name)\"\n"), "\(name)")
        }
        let copy = page.split(separator: ".SS").first { $0.hasPrefix(" \"sample book copy\"") }
        expect(copy?.contains("\\-\\-name"), is: true, "what commands share")
        expect(copy?.contains("\\-\\-quiet"), is: false)
    }

    @Test func `every shell knows which options are whose`() {
        let bash = SampleProgram.layered.completion(for: .bash)
        #expect(
            bash.contains(
                "\" book\") words=\"copy play --quiet --tag --count --name --config --help\""))
        #expect(bash.contains("\" book copy\") words=\"--tag --name --config --help\""))
        let zsh = SampleProgram.layered.completion(for: .zsh)
        #expect(zsh.contains("copy) _sample_book_copy ;;"))
        let fish = SampleProgram.layered.completion(for: .fish).split(separator: "\n")
        // Another command has the same name, but is not below this one.
        let plays = fish.filter { $0.contains("-l quiet") && $0.contains("from play") }
        expect(plays.count, is: 1)
        #expect(
            plays.contains { $0.contains("from play; and not __fish_seen_subcommand_from book'") })
        let copies = fish.filter { $0.contains("from copy'") }
        #expect(copies.contains { $0.contains("-l name") })
        #expect(!copies.contains { $0.contains("-l quiet") })
    }
}
