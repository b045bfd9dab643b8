package import Commands
package import Settings

/// `callboard history` and its subcommands.
package enum HistoryCommand {
    /// Runs the subcommand that was given, or else the list of notifications.
    package static func run(_ arguments: ParsedArguments, in place: HistoryPlace) -> ExitStatus {
        switch arguments.command.dropFirst().first {
        case ExportCommand.command.name: ExportCommand(arguments, in: place).run()
        case ImportCommand.command.name: ImportCommand(arguments, in: place).run()
        case ForgetNoticesCommand.command.name: ForgetNoticesCommand(arguments, in: place).run()
        case SeparateCommand.command.name: SeparateCommand(arguments, in: place).run()
        case SightingCommand.command.name: SightingCommand(arguments, in: place).run()
        default: HistoryListCommand(arguments, in: place).run()
        }
    }
}
