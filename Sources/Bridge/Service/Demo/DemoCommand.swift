import ANCS
import Commands
import Configuration
import Formats
package import Settings

/// Command line of `demo`.
package struct DemoCommand: Sendable {
    static let history = Parameter<String?>.file(
        "history", placeholder: "DIR",
        summary: "Play nothing; make a history of a believable year in this folder, to try out "
            + "history, search and stats")

    static let wall = Parameter<Bool>.flag(
        "wall",
        summary: "Show it in a browser instead: a bridge, its history of a year and callboard-wall "
            + "run until you end them")

    static let board = Parameter<Bool>.flag(
        "board",
        summary:
            "Show it on the board of this terminal instead, which takes keys: a bridge and its "
            + "history of a year run until you quit")

    /// Command table entry of `demo`.
    package static let command = Command(
        name: "demo", summary: "Play a simulated iPhone and show its notifications",
        details: [
            "A simulated iPhone sends calls and notifications over real attribute protocol "
                + "packets, "
                + "and the notifications go to standard output as they would from a real one. This "
                + "machine's Bluetooth is not used.",
            "Notifications are data and go to standard output; messages to you go to standard error. The "
                + "fields are described in Docs/reference/fields.md, scenario files in Docs/reference/scenarios.md.",
            "The files of --wall and --board are in a folder of their own in TMPDIR, which is removed "
                + "when the demo ends, or by the next one if it was killed.",
        ],
        examples: [
            Command.Example("callboard demo", "for people, as it happens"),
            Command.Example("callboard demo --format json | jq .title", "for programs"),
            Command.Example(
                "callboard demo --scenario beacons", "keys left behind, and who is home"),
            Command.Example("callboard demo --scenario my.json --speed 10", "a day of your own"),
            Command.Example("callboard demo --wall", "the day in a browser, live"),
            Command.Example("callboard demo --board", "the day on this terminal, with keys"),
        ],
        options: [
            JSONChoice.format.option, JSONChoice.json.option, SimulationChoice.scenario.option,
            SimulationChoice.speed.option, SimulationChoice.seed.option,
            RadioOptions.textLength.option,
            JSONChoice.raw.option, history.option, wall.option,
            board.option,
        ])

    let format: OutputFormat
    let scenario: String?
    let speed: Double
    let seed: UInt64
    let textLength: UInt16
    let showsSource: Bool
    /// Folder for a history of a year, if that is requested instead.
    let history: String?
    /// Whether the demo is shown in a browser.
    let showsWall: Bool
    /// Whether the demo is shown on the board of this terminal.
    let showsBoard: Bool
    /// Whether `--format`, `--json` or `--raw` was given; with `--wall`, events are printed only then.
    let showsLines: Bool
    /// Error in the options, as a sentence.
    let problem: String?

    /// Options of `run` for the bridge of `--wall` and `--board`.
    var wordsOfRun: [String] {
        [
            "--format=\(showsLines ? format.rawValue : "null")", "--speed=\(speed)",
            "--seed=\(seed)",
            "--text-length=\(textLength)",
        ] + (showsSource ? ["--raw"] : [])
    }

    /// Reads the parsed arguments.
    package init(_ arguments: ParsedArguments) {
        format = JSONChoice.format(arguments)
        scenario = arguments[SimulationChoice.scenario]
        speed = arguments[SimulationChoice.speed]
        seed = UInt64(arguments[SimulationChoice.seed])
        textLength = UInt16(clamping: arguments[RadioOptions.textLength])
        showsSource = arguments[JSONChoice.raw]
        history = arguments[Self.history]
        showsWall = arguments[Self.wall]
        showsBoard = arguments[Self.board]
        showsLines = [JSONChoice.format.option, JSONChoice.json.option, JSONChoice.raw.option]
            .contains(where: arguments.has)
        let shown = [Self.history.option, Self.wall.option, Self.board.option].filter(
            arguments.has)
        if shown.count > 1 {
            problem = "--\(shown[0].name) and --\(shown[1].name) do not go together: choose one"
        } else if showsBoard, showsLines {
            problem =
                "--board shows no lines, so it does not go together with --format, --json or --raw"
        } else {
            problem = nil
        }
    }
}
