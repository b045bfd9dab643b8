package import Arguments
import Control
import JSON
import Linux
import Notices

/// What a person can choose about `apps`.
package struct AppsOptions: Sendable {
    /// The command's entry in the table.
    package static let command = Command(
        name: "apps", summary: "List the apps that have sent something lately",
        details: [
            "Rules in the configuration name apps by identifier or by name; this is where to find them."
        ],
        examples: [Command.Example("callboard apps", "since the bridge began")],
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
        client.ask(.apps) { value in
            if writesLines { return Messages.print(value.answerLine) }
            let apps = value.list("apps")
            if apps.isEmpty { Messages.say("no app has sent anything yet") }
            let names = apps.map { Text($0.text("app_id") ?? "").cleaned() }
            let width = (names.map(\.count).max() ?? 0) + 2
            return Messages.print(
                zip(names, apps).map { name, app in
                    name + String(repeating: " ", count: width - name.count)
                        + Text(app.text("app") ?? "").cleaned() + "\n"
                }.joined())
        }
    }
}
