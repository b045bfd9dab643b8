package import Commands
import Configuration
import Control
import Linux
package import Settings

/// Command line of `time`.
package struct TimeCommand: Sendable {
    /// Command table entry of `time`.
    package static let command = Command(
        name: "time", summary: "Print the time and the zone of each phone",
        details: [
            "One line for each phone that has reported its clock since the bridge started: its "
                + "local time now, its offset from UTC, and the difference to the clock of this "
                + "host. If there is none, the exit status is 1.",
            "With set-clock = yes it also says by which phone the clock of this host was set, or "
                + "why it cannot be set.",
        ],
        examples: [
            Command.Example("callboard time", "is the clock of this host right?"),
            Command.Example("callboard time --json | jq .lead_ms", "milliseconds, for programs"),
        ],
        options: JSONChoice.ofPage + ClientOptions.all)

    private let client: ClientOptions
    private let writesLines: Bool

    /// Reads the parsed arguments.
    package init(_ arguments: ParsedArguments) {
        client = ClientOptions(arguments)
        writesLines = JSONChoice.isWanted(arguments)
    }

    /// Requests the status of the running bridge and prints the clocks.
    package func run() -> ExitStatus {
        client.ask(StatusRequest()) { answer in
            let now = WallTime.now
            let clocks = answer.value.phones.compactMap {
                PhoneTime($0, setting: answer.value.clock, at: now)
            }
            if let problem = answer.value.clock?.problem { Messages.say(problem) }
            guard !clocks.isEmpty else {
                Messages.say("no phone has reported its time yet")
                return .failure
            }
            return Messages.print(clocks.map { writesLines ? $0.line : $0.sentence }.joined())
        }
    }
}
