import AddOnRuntime
package import Commands
package import Settings

/// Commands of `callboard-wall`.
package enum WallProgram {
    private static let name = "callboard-wall"

    private static let run = Command(
        name: "run", summary: "Serve the wall to browsers, as a service",
        details: [
            "The service runs this command. It follows the running bridge, and reconnects if the "
                + "bridge is restarted. SIGHUP reloads the configuration."
        ],
        examples: [
            Command.Example(
                "sudo systemctl enable --now callboard-wall", "run it as a service")
        ],
        options: AddOnOptions.all + [WallState.parameter.option])

    private static let link = Command(
        name: "link", summary: "Make a link with which one browser signs in",
        details: [
            "The link can be used once, within ten minutes: on the device that is to show the "
                + "wall, open it and touch the button there. The browser remembers it from then "
                + "on. On a terminal the link is also shown as a QR code, for a tablet's camera."
        ],
        examples: [
            Command.Example(
                "sudo callboard wall link --act --name tablet", "for the tablet in the hall"),
            Command.Example(
                "sudo callboard wall link --detail counts", "for counts without texts and names"),
            Command.Example(
                "sudo callboard wall link --host hall.local", "with a name in place of the address"),
            Command.Example(
                "sudo callboard wall link --lasting --name kiosk",
                "an address for an unattended screen, which opens it after each start"),
        ],
        options: WallLink.options)

    private static let tokens = Command(
        name: "tokens", summary: "List and revoke tokens",
        details: [
            "Each browser that signed in with a link has its own token. Revoking a token takes "
                + "effect at once."
        ],
        examples: [
            Command.Example("sudo callboard wall tokens", "list all tokens"),
            Command.Example(
                "sudo callboard wall tokens --revoke tablet",
                "by its name or id"),
        ],
        options: WallTokens.options + JSONChoice.ofPage)

    private static let check = Command(
        name: "check", summary: "Check the wall and print problems with fixes",
        details: ["Each problem is followed by its fix."],
        examples: [Command.Example("sudo callboard wall check", "with the usual configuration")],
        options: AddOnOptions.all + [WallState.parameter.option] + JSONChoice.ofPage)

    private static let completion = CompletionCommand.entry(of: name)

    /// The command table.
    package static let table = Program(
        Command(
            name: name, summary: "Show an iPhone's day in a browser, live",
            details: [
                "This add-on service shows the events of the bridge, callboard(8), which itself "
                    + "has no network access. callboard wall is the same program. Docs/how-to/wall.md "
                    + "explains the setup."
            ],
            examples: [
                Command.Example("sudo callboard wall link", "let a browser sign in")
            ],
            commands: [run, link, tokens, check, AddOnProgram.manual, completion]),
        version: ProgramVersion.current,
        surroundings: AddOnProgram.surroundings(
            section: "wall", ending: "Close all pages and exit."),
        configurationPage: "callboard.conf(5)")

    /// Runs a command.
    package static func run(_ arguments: ParsedArguments) -> ExitStatus {
        switch arguments.command.first {
        case run.name: WallRun.run(arguments)
        case link.name: WallLink.run(arguments)
        case tokens.name: WallTokens.run(arguments)
        case check.name: WallCheck.run(arguments)
        default: AddOnProgram.run(table, arguments)
        }
    }
}
