import Bridge
import Clients
import Commands
import Configuration
import Doctor
import HistoryCommands
import Service
import Settings
import Trials

/// Everything a person can ask `callboard` for: the one table behind parsing, help, manuals, completions and what
/// is run.
enum CallboardProgram {
    /// A command as the table has it, and what it does.
    struct ProgramCommand: Sendable {
        let entry: Command
        let run: @Sendable (ParsedArguments) -> ExitStatus
        /// Whether it reports by itself that its configuration cannot be read, and goes on.
        let reportsConfiguration: Bool

        init(
            _ entry: Command, reportsConfiguration: Bool = false,
            _ run: @escaping @Sendable (ParsedArguments) -> ExitStatus
        ) {
            self.entry = entry
            self.run = run
            self.reportsConfiguration = reportsConfiguration
        }
    }

    private static let name = "callboard"

    /// The commands, in the order in which help lists them.
    static let commands: [ProgramCommand] =
        [
            ProgramCommand(DemoCommand.command) {
                Demo.run(DemoCommand($0), showingBoard: board)
            },
            ProgramCommand(PairCommand.command) { Pair.run(PairCommand($0)) },
            ProgramCommand(RunCommand.command) { Run.run(RunCommand($0)) },
            ProgramCommand(TailCommand.command) { TailCommand($0).run() },
            ProgramCommand(BoardCommand.command) { BoardCommand($0).run() },
            ProgramCommand(WallCommand.entry, WallCommand.run),
            ProgramCommand(ListCommand.command) { ListCommand($0).run() },
            ProgramCommand(ShowCommand.command) { ShowCommand($0).run() },
        ]
        + ActCommand.commands.map { command in
            ProgramCommand(command) { ActCommand(command.name, $0).run() }
        }
        + [
            ProgramCommand(ClearCommand.command) { ClearCommand($0).run() },
            ProgramCommand(MuteCommand.command) { MuteCommand($0).run() },
            ProgramCommand(UnmuteCommand.command) { UnmuteCommand($0).run() },
            ProgramCommand(HistoryListCommand.command) {
                HistoryCommand.run($0, in: HistoryPlace($0))
            },
            ProgramCommand(SearchCommand.command) { SearchCommand($0, in: HistoryPlace($0)).run() },
            ProgramCommand(StatsCommand.command) { StatsCommand($0, in: HistoryPlace($0)).run() },
            ProgramCommand(CodeCommand.command) { CodeCommand($0).run() },
            ProgramCommand(AskCommand.status) { AskCommand($0).run() },
            ProgramCommand(AskCommand.apps) { AskCommand($0).run() },
            ProgramCommand(BeaconsCommand.command) { BeaconsCommand($0).run() },
            ProgramCommand(BeaconCommand.command) { BeaconCommand($0).run() },
            ProgramCommand(ReloadCommand.command) { ReloadCommand($0).run() },
            ProgramCommand(PhonesCommand.command) { Phones.list(PhonesCommand($0)) },
            ProgramCommand(ForgetCommand.command) { Phones.forget(ForgetCommand($0)) },
            ProgramCommand(DoctorCommand.command, reportsConfiguration: true) {
                DoctorCommand($0).run()
            },
            ProgramCommand(TryPhoneCommand.command) { TryPhoneCommand($0).run() },
        ]
        + OutletTestCommand.commands.map { command in
            ProgramCommand(command) { OutletTestCommand($0).run() }
        }
        + [
            ProgramCommand(ReplayCommand.command) { ReplayCommand($0).run() },
            ProgramCommand(RulesTestCommand.command) { RulesTestCommand($0).run() },
            ProgramCommand(ConfigCommand.command) {
                ConfigCommand($0).run(hints: RuleNames.hints)
            },
            ProgramCommand(ManualCommand.command) { ManualCommand($0).run() },
            ProgramCommand(CompletionCommand.entry(of: name)) { CompletionCommand.run(table, $0) },
        ]

    /// Shows the board of the bridge that listens at a socket.
    private static func board(of socket: String) -> ExitStatus {
        let words = [
            BoardCommand.command.name, "--\(ClientOptions.socket.option.name)", socket,
        ]
        guard case .run(let arguments) = try? table.parse(words) else { return .usage }
        return BoardCommand(arguments).run()
    }

    /// Does what was asked for.
    static func run(_ arguments: ParsedArguments) -> ExitStatus {
        // A table without the command that its parser found would be a fault of this file.
        guard let command = commands.first(where: { $0.entry.name == arguments.command.first })
        else { return .usage }
        if !command.reportsConfiguration, let status = ClientOptions.refusal(of: arguments) {
            return status
        }
        return command.run(arguments)
    }

    /// The table.
    static let table = Program(
        Command(
            name: name,
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
            commands: commands.map(\.entry)),
        version: ProgramVersion.current, surroundings: surroundings)

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
            Program.Term(
                "TMPDIR",
                "Where demo --wall and demo --board have their files; without it XDG_RUNTIME_DIR, or "
                    + "/tmp."),
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
