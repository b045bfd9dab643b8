package import Commands
import Configuration
import Contract
import Control
import JSON
import Linux
package import Settings

/// What a person can choose about `beacons`.
package struct BeaconsCommand: Sendable {
    private static let follow = Parameter<Bool>.flag(
        "follow", letter: "f", summary: "Go on, and show what changes, until Ctrl-C")
    private static let wait = Parameter<Int>.integer(
        "wait", in: 0...BeaconsRequest.listenSeconds.upperBound - 1, default: usualWait,
        summary: "Listen for N seconds before the list is shown; 0 shows what is known")
    /// Two messages even of a beacon that sends one each second.
    private static let usualWait = 3

    /// The command's entry in the table.
    package static let command = Command(
        name: "beacons", summary: "List the beacons that are known, and what is in the air now",
        details: [
            "Things, regions and people of the configuration, and beacons that nobody has named "
                + "yet: where each is, how strong it arrives, and when it was heard last. The running "
                + "bridge listens for it, also where its configuration has no beacon at all.",
            "Docs/beacons.md explains zones and how to make one of these beacons a thing that is "
                + "not to be left behind.",
        ],
        examples: [
            Command.Example("callboard beacons", "what is here"),
            Command.Example("callboard beacons --follow", "while you walk with your keys"),
            Command.Example("callboard beacons --json | jq '.air[].beacon'", "for programs"),
        ],
        options: [follow.option, wait.option] + JSONChoice.ofPage + ClientOptions.all)

    /// The way to the bridge.
    let client: ClientOptions
    /// Whether programs read it.
    let writesLines: Bool
    /// Whether it goes on.
    let follows: Bool
    /// Seconds of listening before something is shown.
    let wait: Int

    /// Takes what was given on the command line.
    package init(_ arguments: ParsedArguments) {
        client = ClientOptions(arguments)
        writesLines = JSONChoice.isWanted(arguments)
        follows = arguments[Self.follow]
        wait = arguments[Self.wait]
    }

    /// Has the bridge listen, and prints what it hears.
    package func run() -> ExitStatus { BeaconsSession.run(self) }
}
