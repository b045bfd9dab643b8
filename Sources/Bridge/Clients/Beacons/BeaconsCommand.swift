package import Commands
import Configuration
import Control
import JSON
import Linux
package import Settings

/// Command line of `beacons`.
package struct BeaconsCommand: Sendable {
    private static let follow = Parameter<Bool>.flag(
        "follow", letter: "f", summary: "Follow changes until Ctrl-C")
    private static let wait = Parameter<Int>.integer(
        "wait", in: 0...BeaconsRequest.listenSeconds.upperBound - 1, default: usualWait,
        summary: "Listen for N seconds before the list is shown; 0 shows what is known")
    /// Default wait, long enough for two messages of a beacon that sends once a second.
    private static let usualWait = 3

    /// Command table entry of `beacons`.
    package static let command = Command(
        name: "beacons", summary: "List configured beacons, and those in range now",
        details: [
            "Items, regions and residents of the configuration, and beacons without a name: "
                + "where each is, how strong its signal is, and when it was last heard. The "
                + "running bridge listens for this even if its configuration has no beacon.",
            "Docs/how-to/beacons.md explains zones and how to make one of these beacons an item that "
                + "is not to be left behind.",
        ],
        examples: [
            Command.Example("callboard beacons", "what is here"),
            Command.Example("callboard beacons --follow", "while you walk with your keys"),
            Command.Example("callboard beacons --json | jq '.air[].beacon'", "for programs"),
        ],
        options: [follow.option, wait.option] + JSONChoice.ofPage + ClientOptions.all)

    /// Connection options.
    let client: ClientOptions
    /// Whether the output is JSON.
    let writesLines: Bool
    /// Whether the list is updated until a signal.
    let follows: Bool
    /// Seconds of listening before the list is shown.
    let wait: Int

    /// Reads the parsed arguments.
    package init(_ arguments: ParsedArguments) {
        client = ClientOptions(arguments)
        writesLines = JSONChoice.isWanted(arguments)
        follows = arguments[Self.follow]
        wait = arguments[Self.wait]
    }

    /// Lets the bridge listen and prints what it hears.
    package func run() -> ExitStatus { BeaconsSession.run(self) }
}
