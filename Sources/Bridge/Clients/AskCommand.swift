package import Commands
import Configuration
import Control
package import Settings

/// Command line of `status` and `apps`, which send one request to the bridge and print the answer.
package struct AskCommand: Sendable {
    private static func command(
        _ name: String, _ summary: String, _ details: String, examples: [Command.Example]
    ) -> Command {
        Command(
            name: name, summary: summary, details: [details], examples: examples,
            options: JSONChoice.ofPage + ClientOptions.all)
    }

    /// Command table entry of `status`.
    package static let status = command(
        "status", "Report the state of the running bridge",
        "Reports on the radio, the phones, the outputs and the control socket, with the reason if "
            + "something does not work. It never shows the content of notifications.",
        examples: [
            Command.Example("callboard status", "for people"),
            Command.Example("callboard status --json | jq .phones", "for programs"),
        ])

    /// Command table entry of `apps`.
    package static let apps = command(
        "apps", "List the apps that have sent something since the bridge started",
        "Prints the identifier and the name of each app. Rules in the configuration, and options "
            + "such as --app, accept both.",
        examples: [Command.Example("callboard apps", "at most 256, the latest")])

    private let client: ClientOptions
    private let writesLines: Bool
    private let isAboutApps: Bool

    /// Reads the parsed arguments.
    package init(_ arguments: ParsedArguments) {
        client = ClientOptions(arguments)
        writesLines = JSONChoice.isWanted(arguments)
        isAboutApps = arguments.command.first == Self.apps.name
    }

    /// Sends the request to the running bridge and prints the answer.
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
