import AddOnRuntime
package import Commands
package import Settings

/// Everything a person can ask `callboard-wall` for.
package enum WallProgram {
    /// What it is called.
    private static let name = "callboard-wall"

    private static let run = Command(
        name: "run", summary: "Serve the wall to browsers, until it is asked to end",
        details: [
            "This is what the service does. It follows the running bridge, which may come and go. SIGHUP "
                + "has it read the configuration again."
        ],
        examples: [
            Command.Example(
                "sudo systemctl enable --now callboard-wall", "have it run as a service")
        ],
        options: AddOnOptions.all + [WallState.parameter.option], isForAdministrators: true)

    private static let link = Command(
        name: "link", summary: "Make a link by which one browser comes in",
        details: [
            "The link can be used once, within ten minutes: on the device that is to show the wall, open it "
                + "and touch the button there. The browser remembers it from then on. On a terminal the link is shown as "
                + "a QR code as well, for a tablet's camera."
        ],
        examples: [
            Command.Example(
                "sudo callboard wall link --act --name tablet", "for the tablet in the hall"),
            Command.Example(
                "sudo callboard wall link --detail counts", "for one who may see numbers alone"),
            Command.Example(
                "sudo callboard wall link --host hall.local", "with a name in place of the address"),
            Command.Example(
                "sudo callboard wall link --lasting --name kiosk",
                "an address that a screen without a person opens anew each time"),
        ],
        options: WallLink.options, isForAdministrators: true)

    private static let tokens = Command(
        name: "tokens", summary: "List who may come in, and revoke that",
        details: [
            "Each browser that came in by a link has a token of its own. One that is revoked sees nothing more, "
                + "at once."
        ],
        examples: [
            Command.Example("sudo callboard wall tokens", "who may come in"),
            Command.Example(
                "sudo callboard wall tokens --revoke tablet",
                "by its name, or by the id before that"),
        ],
        options: WallTokens.options + JSONChoice.ofPage, isForAdministrators: true)

    private static let check = Command(
        name: "check", summary: "Try everything that the wall needs, and say what is wrong",
        details: ["What it finds has its mend below it."],
        examples: [Command.Example("sudo callboard wall check", "with the usual configuration")],
        options: AddOnOptions.all + [WallState.parameter.option] + JSONChoice.ofPage,
        isForAdministrators: true)

    private static let completion = CompletionCommand.entry(of: name)

    /// The table.
    package static let table = Program(
        Command(
            name: name, summary: "Show an iPhone's day in a browser, live",
            details: [
                "It is a program beside the bridge, callboard(8), which itself has no network. callboard wall "
                    + "does the same. Docs/wall.md goes from nothing to a tablet on the wall."
            ],
            examples: [
                Command.Example("sudo callboard wall link", "let a browser come in")
            ],
            commands: [run, link, tokens, check, AddOnProgram.manual, completion]),
        version: ProgramVersion.current,
        surroundings: AddOnProgram.surroundings(
            section: "wall", ending: "It says goodbye to the pages and ends."),
        configurationPage: "callboard.conf(5)")

    /// Does what was asked for.
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
