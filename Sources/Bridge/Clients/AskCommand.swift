package import Commands
import Configuration
import Contract
import Control
package import Settings

/// What a person can choose about a command that asks the running bridge one thing and prints what it
/// says: `status` and `apps`.
package struct AskCommand: Sendable {
    private static func command(
        _ name: String, _ summary: String, _ details: String, examples: [Command.Example]
    ) -> Command {
        Command(
            name: name, summary: summary, details: [details], examples: examples,
            options: JSONChoice.ofPage + ClientOptions.all)
    }

    /// The entry of `status` in the table.
    package static let status = command(
        "status", "Say how the running bridge is doing",
        "Reports on the radio, the phones, the outputs and the control socket, with the reason "
            + "where something is wrong. It never shows what a notice says.",
        examples: [
            Command.Example("callboard status", "for people"),
            Command.Example("callboard status --json | jq .phones", "for programs"),
        ])

    /// The entry of `apps` in the table.
    package static let apps = command(
        "apps", "List the apps that have sent something lately",
        "Rules in the configuration name apps by identifier or by name; this is where to find "
            + "them.",
        examples: [Command.Example("callboard apps", "since the bridge started")])

    private let client: ClientOptions
    private let writesLines: Bool
    private let isAboutApps: Bool

    /// Takes what was given on the command line.
    package init(_ arguments: ParsedArguments) {
        client = ClientOptions(arguments)
        writesLines = JSONChoice.isWanted(arguments)
        isAboutApps = arguments.command.first == Self.apps.name
    }

    /// Asks the running bridge and prints what it says.
    package func run() -> ExitStatus {
        guard isAboutApps else {
            return client.ask(StatusRequest()) { answer in
                let page = StatusPage(status: answer.value)
                return Messages.print(
                    writesLines ? answer.line : page.text(columns: Messages.outputColumns))
            }
        }
        return client.ask(AppsRequest()) { answer in
            if writesLines { return Messages.print(answer.line) }
            let apps = AppsPage(answer: answer.value)
            if apps.isEmpty { Messages.say("no app has sent anything yet") }
            return Messages.print(apps.text)
        }
    }
}
