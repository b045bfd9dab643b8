import ANCS
package import Arguments
import Outlets

/// What a person can choose about the demo.
package struct DemoOptions: Sendable {
    static let format = Parameter<OutputFormat>.choice(
        "format", letter: "F", placeholder: "FORMAT", default: .board,
        summary: "How notices are written: for people, for programs, or in the classic layout")
    static let scenario = Parameter<String?>.file(
        "scenario", summary: "Play this file instead of the built-in scenario; - is standard input")
    static let speed = Parameter<Double>.decimal(
        "speed", in: 0.01...10_000, default: 1, summary: "Run the simulated time N times faster"
    )
    static let seed = Parameter<Int>.integer(
        "seed", in: 0...Int.max, default: 1,
        summary: "Seed the simulated phone's random choices; the same number gives the same run")
    static let textLength = Parameter<Int>.integer(
        "text-length", in: 16...Int(UInt16.max),
        default: Int(Session.Configuration().maximumTextLength),
        summary: "Ask the phone for at most N bytes of a title, a subtitle and a message")
    static let raw = Parameter<Bool>.flag(
        "raw", summary: "Write raw Notification Source values as well (json, kv, csv)")

    static let history = Parameter<String?>.file(
        "history", placeholder: "DIR",
        summary: "Play nothing; make a history of a believable year in this folder, to try out "
            + "history, search and stats")

    /// The command's entry in the table.
    package static let command = Command(
        name: "demo", summary: "Play a simulated iPhone and show its notices",
        details: [
            "A simulated iPhone sends calls and notifications over real attribute protocol "
                + "packets, "
                + "and the notices go to standard output as they would from a real one. This "
                + "machine's Bluetooth is not touched.",
            "Notices are data and go to standard output; messages to you go to standard error. The "
                + "fields are described in Docs/fields.md, scenario files in Docs/scenarios.md.",
        ],
        examples: [
            Command.Example("callboard demo", "for people, as it happens"),
            Command.Example("callboard demo --format json | jq .title", "for programs"),
            Command.Example("callboard demo --scenario my.json --speed 10", "a day of your own"),
        ],
        options: [
            format.option, JSONChoice.json.option, scenario.option, speed.option, seed.option,
            textLength.option,
            raw.option, history.option,
        ])

    let format: OutputFormat
    let scenario: String?
    let speed: Double
    let seed: UInt64
    let textLength: UInt16
    let showsSource: Bool
    /// The folder for a history of a year, where that is wanted instead.
    let history: String?

    /// Takes what was given on the command line.
    package init(_ arguments: ParsedArguments) {
        format = JSONChoice.format(arguments)
        scenario = arguments[Self.scenario]
        speed = arguments[Self.speed]
        seed = UInt64(arguments[Self.seed])
        textLength = UInt16(clamping: arguments[Self.textLength])
        showsSource = arguments[Self.raw]
        history = arguments[Self.history]
    }
}
