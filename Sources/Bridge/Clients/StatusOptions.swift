package import Arguments
import Control
import JSON

/// What a person can choose about `status`.
package struct StatusOptions: Sendable {
    /// The command's entry in the table.
    package static let command = Command(
        name: "status", summary: "Say how the running bridge is doing",
        details: [
            "Tells of the radio, the phones, the outputs and the control socket, with the reason in "
                + "words where something is amiss. It never tells what a notice says."
        ],
        examples: [
            Command.Example("callboard status", "for people"),
            Command.Example("callboard status --json | jq .phones", "for programs"),
        ],
        options: [ClientOptions.lines.option, ClientOptions.socket.option])

    private let client: ClientOptions
    private let writesLines: Bool

    /// Takes what was given on the command line.
    package init(_ arguments: ParsedArguments) {
        client = ClientOptions(arguments)
        writesLines = arguments[ClientOptions.lines]
    }

    /// Asks the running bridge and prints what it says.
    package func run() -> ExitStatus {
        client.ask(.status) { value in
            Messages.print(writesLines ? value.answerLine : StatusPage(status: value).text)
        }
    }
}
