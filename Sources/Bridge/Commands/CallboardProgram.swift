package import Arguments

/// Everything a person can ask `callboard` for: the one table behind parsing, help, manuals and
/// completions.
package enum CallboardProgram {
    /// The version of the program, as `--version` prints it.
    package static let version = "0.1.0"

    /// The table.
    package static let table = Program(
        Command(
            name: "callboard",
            summary: "Show an iPhone's calls and notifications on a Linux host",
            details: [
                "The host advertises that it wants notifications, a paired iPhone or iPad "
                    + "connects, and "
                    + "its notices go to the terminal, to files, and to whoever asks."
            ],
            examples: [
                Command.Example("callboard demo", "watch a simulated iPhone for 15 seconds"),
                Command.Example("sudo callboard pair", "let your iPhone pair with this host"),
                Command.Example("sudo callboard run", "show its notices as they come"),
                Command.Example("callboard tail", "watch what the service hears"),
            ],
            commands: [
                DemoOptions.command, PairOptions.command, RunOptions.command, TailOptions.command,
                BoardClientOptions.command, ListOptions.command, ShowOptions.command,
            ] + ActOptions.commands + [
                ClearOptions.command,
                MuteOptions.command, UnmuteOptions.command,
                HistoryOptions.command, SearchOptions.command, StatsOptions.command,
                CodeOptions.command, AskOptions.status, AskOptions.apps, ReloadOptions.command,
                PhonesOptions.command,
                ForgetOptions.command, DoctorOptions.command,
            ] + OutletTestOptions.commands + [
                ReplayOptions.command, RulesTestOptions.command, ConfigOptions.command,
                ManualOptions.command,
                CompletionOptions.command,
            ]),
        version: version, surroundings: surroundings)

    private static let surroundings = Program.Surroundings(
        exitStatuses: ExitStatus.documented.map { status, meaning in
            Program.Term("\(status.rawValue)", meaning)
        } + [Program.Term("128 + N", "Signal N ended the program.")],
        files: [
            Program.Term(SettingsFile.ofSystem, "The configuration of the service, and of root."),
            Program.Term(
                "$XDG_CONFIG_HOME/callboard/callboard.conf",
                "The configuration of anybody else; without it, that of the service."),
            Program.Term(
                "/var/lib/callboard",
                "What the service, and root, remember: paired phones, and the history."),
            Program.Term("$XDG_STATE_HOME/callboard", "What anybody else's bridge remembers."),
            Program.Term("/run/callboard/control.sock", "Where the service listens for commands."),
            Program.Term(
                "$XDG_RUNTIME_DIR/callboard/control.sock",
                "Where anybody else's bridge listens for commands."),
        ],
        environment: [
            Program.Term(
                "CALLBOARD_SECTION_KEY", "Overrides a key of the configuration: callboard.conf(5)."
            ),
            Program.Term("NO_COLOR", "If set, no colours are used."),
            Program.Term(
                "PAGER",
                "The command that shows long lists on a terminal, instead of less; where it is "
                    + "empty, "
                    + "none does."),
            Program.Term(
                "DBUS_SYSTEM_BUS_ADDRESS",
                "The address of the system bus, if it is not the usual one."),
        ],
        signals: [
            Program.Term(
                "SIGHUP",
                "A bridge reads its configuration again and begins its files anew; one whose "
                    + "terminal is "
                    + "gone ends. Under nohup it hears of neither."),
            Program.Term(
                "SIGTERM, SIGINT", "A bridge writes what it still has and ends within two seconds."),
        ])
}
