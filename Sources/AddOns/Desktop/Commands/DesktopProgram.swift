import AddOnRuntime
package import Commands
package import Settings

/// Commands of `callboard-desktop`.
package enum DesktopProgram {
    private static let name = "callboard-desktop"

    private static let run = Command(
        name: "run", summary: "Show what phones play on the desktop, and obey its media keys",
        details: [
            "Desktops start this command at login. It follows the running bridge, and shows each "
                + "phone that plays something as a media player (MPRIS) on the session bus, until "
                + "the session ends. A phone that another program shows already is left to it."
        ],
        examples: [
            Command.Example("callboard-desktop run", "without a new login"),
            Command.Example("playerctl --player callboard play-pause", "then control the phone"),
        ],
        options: DesktopOptions.all)

    private static let check = Command(
        name: "check",
        summary: "Check session bus, bridge and rights, and print problems with fixes",
        details: ["Nothing is changed. Each problem is followed by its fix."],
        examples: [Command.Example("callboard-desktop check", "as the user of the desktop")],
        options: DesktopOptions.all + JSONChoice.ofPage)

    private static let completion = CompletionCommand.entry(of: name)

    /// The command table.
    package static let table = Program(
        Command(
            name: name,
            summary: "Show what an iPhone plays on a Linux desktop, and control it",
            details: [
                "This program connects the bridge, callboard(8), with the desktop of the user who "
                    + "runs it: media keys, panels and playerctl(1) then control the player of the "
                    + "phone. The user needs the rights to read and to act. Docs/how-to/desktop.md "
                    + "explains the setup."
            ],
            examples: [Command.Example("callboard-desktop check", "is everything there?")],
            commands: [run, check, AddOnProgram.manual, completion]),
        version: ProgramVersion.current,
        surroundings: Program.Surroundings(
            exitStatuses: AddOnProgram.exitStatuses,
            files: [
                Program.Term(
                    "/etc/xdg/autostart/callboard-desktop.desktop",
                    "Starts the program in each desktop session."),
                Program.Term(
                    "~/.config/autostart/callboard-desktop.desktop",
                    "With the line Hidden=true, a user's own file prevents that."),
            ],
            environment: [
                Program.Term(
                    "DBUS_SESSION_BUS_ADDRESS",
                    "The session bus; by default the socket bus in XDG_RUNTIME_DIR."),
                Program.Term(
                    "CALLBOARD_CONTROL_SOCKET", "The socket of the bridge: callboard.conf(5)."),
            ],
            signals: [Program.Term("SIGTERM, SIGINT, SIGHUP", "Remove the players and exit.")]),
        configurationPage: "callboard.conf(5)")

    /// Runs a command.
    package static func run(_ arguments: ParsedArguments) -> ExitStatus {
        switch arguments.command.first {
        case run.name: DesktopRun.run(arguments)
        case check.name: DesktopCheck.run(arguments)
        default: AddOnProgram.run(table, arguments, isForUsers: true)
        }
    }
}
