import Expecting
import Testing

@testable import Settings

enum Shape: String, CaseIterable, Sendable {
    case board
    case json
    case csv
}

/// A program with one of everything.
enum SampleProgram {
    static let config = Parameter<String?>.file("config", summary: "Where settings are")
    static let format = Parameter<Shape>.choice(
        "format", letter: "f", placeholder: "FORMAT", default: .board,
        summary: "How notices are written")
    static let speed = Parameter<Double>.decimal(
        "speed", letter: "s", in: 0.01...10000, default: 1, summary: "How fast time passes")
    static let seed = Parameter<Int?>.integer("seed", in: 0...999, summary: "Where chance begins")
    static let count = Parameter<Int>.integer(
        "count", letter: "n", in: 1...9, default: 3, summary: "How many")
    static let quiet = Parameter<Bool>.flag(
        "quiet", letter: "q", formerly: ["hush"], summary: "Say less")
    static let tag = Parameter<[String]>.texts("tag", placeholder: "WORD", summary: "A word")
    static let name = Parameter<String?>.text("name", placeholder: "NAME", summary: "A name")
    static let file = Operand("FILE", kind: .file, summary: "What to play")
    static let times = Operand(
        "TIME", kind: .integer(1...24), isOptional: true, isRepeatable: true, summary: "When")

    static let demo = Command(
        name: "demo", summary: "Show a day", details: ["It takes a while."],
        examples: [Command.Example("sample demo", "Plays the day.")],
        options: [
            format.option, speed.option, seed.option, count.option, quiet.option, tag.option,
            name.option,
        ])
    static let play = Command(
        name: "play", summary: "Play a file", options: [quiet.option], operands: [file, times])
    static let program = Program(
        Command(
            name: "sample", summary: "Show notices", options: [config.option],
            commands: [demo, play]),
        version: "1.2.3")

    /// A program with a command that works alone and has others below it.
    static let layered = Program(
        Command(
            name: "sample", summary: "Show notices", options: [config.option],
            commands: [
                play,
                Command(
                    name: "book", summary: "Show the book", options: [name.option],
                    commands: [
                        Command(
                            name: "copy", summary: "Copy the book", options: [tag.option],
                            operands: [file]),
                        Command(name: "play", summary: "Play the book", options: [count.option]),
                    ],
                    optionsAlone: [quiet.option, tag.option, count.option]),
            ]),
        version: "1.2.3")
}

struct ParsingTests {
    private func run(_ words: String...) throws -> ParsedArguments {
        guard case .run(let arguments) = try SampleProgram.program.parse(words) else {
            throw NothingToRun()
        }
        return arguments
    }

    private struct NothingToRun: Error {}

    @Test func `options have their defaults`() throws {
        let arguments = try run("demo")
        expect(arguments.command, is: ["demo"])
        expect(arguments[SampleProgram.format], is: .board)
        expect(arguments[SampleProgram.speed], is: 1)
        expect(arguments[SampleProgram.seed], is: nil)
        expect(arguments[SampleProgram.count], is: 3)
        expect(arguments[SampleProgram.quiet], is: false)
        expect(arguments[SampleProgram.tag], is: [])
        expect(arguments[SampleProgram.name], is: nil)
        expect(arguments[SampleProgram.config], is: nil)
    }

    @Test(arguments: [
        ["demo", "--format", "json", "--speed", "2.5", "--count", "4"],
        ["demo", "--format=json", "--speed=2.5", "--count=4"],
        ["demo", "-f", "json", "-s", "2.5", "-n", "4"],
        ["demo", "-fjson", "-s2.5", "-n4"],
        ["demo", "-f", "csv", "-f", "json", "-s", "25e-1", "-n", "+4"],
    ])
    func `a value may be written in several ways`(_ words: [String]) throws {
        guard case .run(let arguments) = try SampleProgram.program.parse(words) else {
            Issue.record("nothing to run")
            return
        }
        expect(arguments[SampleProgram.format], is: .json)
        expect(arguments[SampleProgram.speed], is: 2.5)
        expect(arguments[SampleProgram.count], is: 4)
    }

    @Test func `values may be anything but empty`() throws {
        let arguments = try run("demo", "--name= ", "--tag", "--quiet", "--tag==x=")
        expect(arguments[SampleProgram.name], is: " ")
        expect(arguments[SampleProgram.tag], is: ["--quiet", "=x="])
        expect(arguments[SampleProgram.quiet], is: false)
    }

    @Test func `flags may share a word`() throws {
        let arguments = try run("demo", "-qqfjson")
        #expect(arguments[SampleProgram.quiet])
        expect(arguments[SampleProgram.format], is: .json)
    }

    @Test func `options of the program hold for its commands`() throws {
        try expect(run("--config", "a", "demo")[SampleProgram.config], is: "a")
        try expect(run("demo", "--config", "a")[SampleProgram.config], is: "a")
    }

    @Test func `operands are taken in order`() throws {
        let arguments = try run("play", "-", "--quiet", "3", "4")
        expect(arguments[SampleProgram.file], is: ["-"])
        expect(arguments[SampleProgram.times], is: ["3", "4"])
        #expect(arguments[SampleProgram.quiet])
        try expect(run("play", "a")[SampleProgram.times], is: [])
    }

    @Test func `two dashes end the options`() throws {
        let arguments = try run("play", "--", "--quiet")
        expect(arguments[SampleProgram.file], is: ["--quiet"])
        expect(arguments[SampleProgram.quiet], is: false)
    }

    @Test func `a name that an option had once means the same, and is not shown`() throws {
        guard case .run(let arguments) = try SampleProgram.program.parse(["demo", "--hush"]) else {
            Issue.record("not run")
            return
        }
        #expect(arguments[SampleProgram.quiet])
        #expect(!SampleProgram.program.help(for: ["demo"]).contains("hush"))
        #expect(
            Shell.allCases.allSatisfy {
                !SampleProgram.program.completion(for: $0).contains("hush")
            })
    }

    @Test(arguments: [
        ["-h"], ["--help"], ["help"], [], ["--help", "--version"], ["--nonsense", "-h"],
        ["--nonsense", "zzz", "-h"],
    ])
    func `the program's help is shown`(_ words: [String]) throws {
        guard case .help(let text) = try SampleProgram.program.parse(words) else {
            Issue.record("no help")
            return
        }
        expect(text, is: SampleProgram.program.help(for: []))
    }

    @Test(arguments: [
        ["demo", "-h"], ["demo", "--help"], ["--help", "demo"], ["help", "demo"], ["-h", "demo"],
        ["demo", "--speed", "fast", "--help"], ["demo", "--fromat", "x", "-h"],
        ["demo", "--speed", "--help"], ["demo", "--speed", "-h"], ["demo", "-qh"],
        ["demo", "unexpected", "--help"], ["demo", "--help", "unexpected"],
        ["demo", "--help", "--fromat"], ["demo", "-hx"],
    ])
    func `a command's help is shown wherever it is asked for`(_ words: [String]) throws {
        guard case .help(let text) = try SampleProgram.program.parse(words) else {
            Issue.record("no help")
            return
        }
        expect(text, is: SampleProgram.program.help(for: ["demo"]))
    }

    @Test func `help after two dashes is a word like any other`() throws {
        try expect(run("play", "--", "--help")[SampleProgram.file], is: ["--help"])
    }

    @Test(arguments: [
        ["--version"], ["-V"], ["--version", "unexpected"], ["--version", "--nonsense"],
        ["--nonsense", "--version"], ["--version", "demo"], ["--version", "--help"],
        ["--version", "--", "unexpected"],
    ])
    func `the version is shown whatever else is said`(_ words: [String]) throws {
        guard case .version(let text) = try SampleProgram.program.parse(words) else {
            Issue.record("no version")
            return
        }
        expect(text, is: "sample 1.2.3")
    }
}
