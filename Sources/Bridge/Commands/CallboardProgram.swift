package import Arguments

/// Everything a person can ask `callboard` for: the one table behind parsing and help.
package enum CallboardProgram {
    /// The version of the program, as `--version` prints it.
    package static let version = "0.1.0"

    /// The table.
    package static let table = Program(
        Command(
            name: "callboard",
            summary: "Show an iPhone's calls and notifications on a Linux host",
            examples: [
                Command.Example("callboard demo", "watch a simulated iPhone for a quarter minute"),
                Command.Example("sudo callboard pair", "let your iPhone pair with this host"),
                Command.Example("sudo callboard run", "show its notices as they come"),
            ],
            commands: [
                DemoOptions.command, PairOptions.command, RunOptions.command,
                PhonesOptions.command, ForgetOptions.command,
            ]),
        version: version)
}
