import Bridge
import Clients
import Commands
import Configuration
import Doctor
import HistoryCommands
import Service
import Settings
import Trials

/// Commands of `callboard`: the single table for parsing, help, manuals, completions and execution.
enum CallboardProgram {
    /// An entry of the command table, and its implementation.
    struct ProgramCommand: Sendable {
        let entry: Command
        let run: @Sendable (ParsedArguments) -> ExitStatus
        /// Whether the command itself reports an unreadable configuration and continues.
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

    /// The commands, in the order of the help.
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
            ProgramCommand(PlayerCommand.entry) { PlayerCommand($0).run() },
            ProgramCommand(BatteryCommand.command) {
                BatteryCommand($0, in: HistoryPlace($0)).run()
            },
            ProgramCommand(TimeCommand.command) { TimeCommand($0).run() },
            ProgramCommand(BeaconsCommand.command) { BeaconsCommand($0).run() },
            ProgramCommand(BeaconCommand.command) { BeaconCommand($0).run() },
            ProgramCommand(ReloadCommand.command) { ReloadCommand($0).run() },
            ProgramCommand(PhonesCommand.command) { Phones.list(PhonesCommand($0)) },
            ProgramCommand(ForgetCommand.command) { Phones.forget(ForgetCommand($0)) },
            ProgramCommand(DoctorCommand.command, reportsConfiguration: true) {
                DoctorCommand($0).run()
            },
            ProgramCommand(TryPhoneCommand.command) {
                TryPhoneCommand($0).run(host: HostIdentity.lines)
            },
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

    /// Shows the board of the bridge with this socket.
    private static func board(of socket: String) -> ExitStatus {
        let words = [
            BoardCommand.command.name, "--\(ClientOptions.socket.option.name)", socket,
        ]
        guard case .run(let arguments) = try? table.parse(words) else { return .usage }
        return BoardCommand(arguments).run()
    }

    /// Runs a command.
    static func run(_ arguments: ParsedArguments) -> ExitStatus {
        // The parser only finds commands of this table; another one would be a bug in this file.
        guard let command = commands.first(where: { $0.entry.name == arguments.command.first })
        else { return .usage }
        if !command.reportsConfiguration, let status = ClientOptions.refusal(of: arguments) {
            return status
        }
        return command.run(arguments)
    }

    /// The command table.
    static let table = Program(
        Command(
            name: name,
            summary: "Show an iPhone's calls and notifications on a Linux host",
            details: [
                "The host advertises itself as a notification consumer, a paired iPhone or iPad "
                    + "connects, and its notifications are sent to the terminal, to files, and to "
                    + "clients of the control socket."
            ],
            examples: [
                Command.Example("callboard demo", "watch a simulated iPhone for 15 seconds"),
                Command.Example("sudo callboard pair", "let your iPhone pair with this host"),
                Command.Example("sudo callboard run", "show its notifications live"),
                Command.Example("callboard tail", "watch the events of the service"),
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
                "The configuration of other users; without it, that of the service."),
            Program.Term(
                "/var/lib/callboard",
                "The state of the service and of root: paired phones, and the history."),
            Program.Term("$XDG_STATE_HOME/callboard", "The state of other users' bridges."),
            Program.Term("/run/callboard/control.sock", "The control socket of the service."),
            Program.Term(
                "$XDG_RUNTIME_DIR/callboard/control.sock",
                "The control socket of other users' bridges."),
        ],
        environment: [
            Program.Term(
                "CALLBOARD_SECTION_KEY", "Overrides a key of the configuration: callboard.conf(5)."
            ),
            Program.Term(
                "TMPDIR",
                "The folder for files of demo --wall and demo --board; the default is "
                    + "XDG_RUNTIME_DIR or /tmp."),
            Program.Term("NO_COLOR", "If set, no colours are used."),
            Program.Term(
                "PAGER",
                "The command that shows long lists on a terminal, instead of less; if it is "
                    + "empty, no pager is used."),
            Program.Term(
                "DBUS_SYSTEM_BUS_ADDRESS",
                "The address of the system bus, if it is not the usual one."),
        ],
        signals: [
            Program.Term(
                "SIGHUP",
                "A bridge reloads its configuration and reopens its files. If its terminal is "
                    + "gone, it exits. Under nohup the signal is ignored."),
            Program.Term(
                "SIGTERM, SIGINT", "A bridge writes what it still has and ends within two seconds."),
        ])
}
