import ANCS
package import Arguments
import Commands
import Configuration
import Formats

/// What a person can choose about the demo.
package struct DemoOptions: Sendable {
    static let history = Parameter<String?>.file(
        "history", placeholder: "DIR",
        summary: "Play nothing; make a history of a believable year in this folder, to try out "
            + "history, search and stats")

    static let wall = Parameter<Bool>.flag(
        "wall",
        summary: "Show it in a browser instead: a bridge, its history of a year and callboard-wall "
            + "run until you end them")

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
            Command.Example(
                "callboard demo --scenario beacons", "keys left behind, and who is home"),
            Command.Example("callboard demo --scenario my.json --speed 10", "a day of your own"),
            Command.Example("callboard demo --wall", "the day in a browser, live"),
        ],
        options: [
            JSONChoice.format.option, JSONChoice.json.option, SimulationChoice.scenario.option,
            SimulationChoice.speed.option, SimulationChoice.seed.option,
            RadioOptions.textLength.option,
            JSONChoice.raw.option, history.option, wall.option,
        ])

    let format: OutputFormat
    let scenario: String?
    let speed: Double
    let seed: UInt64
    let textLength: UInt16
    let showsSource: Bool
    /// The folder for a history of a year, where that is wanted instead.
    let history: String?
    /// Whether it is shown in a browser.
    let showsWall: Bool

    /// The same for a bridge that plays it.
    var wordsOfRun: [String] {
        [
            "--format=\(format.rawValue)", "--speed=\(speed)", "--seed=\(seed)",
            "--text-length=\(textLength)",
        ] + (showsSource ? ["--raw"] : [])
    }

    /// Takes what was given on the command line.
    package init(_ arguments: ParsedArguments) {
        format = JSONChoice.format(arguments)
        scenario = arguments[SimulationChoice.scenario]
        speed = arguments[SimulationChoice.speed]
        seed = UInt64(arguments[SimulationChoice.seed])
        textLength = UInt16(clamping: arguments[RadioOptions.textLength])
        showsSource = arguments[JSONChoice.raw]
        history = arguments[Self.history]
        showsWall = arguments[Self.wall]
    }
}
