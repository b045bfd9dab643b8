package import Commands
package import Settings

/// `callboard history` and the commands below it.
package enum HistoryCommand {
    /// Does what is asked for.
    package static func run(_ arguments: ParsedArguments, in place: HistoryPlace) -> ExitStatus {
        switch arguments.command.dropFirst().first {
        case ExportOptions.command.name: ExportOptions(arguments, in: place).run()
        case ImportOptions.command.name: ImportOptions(arguments, in: place).run()
        case ForgetNoticesOptions.command.name: ForgetNoticesOptions(arguments, in: place).run()
        case SeparateOptions.command.name: SeparateOptions(arguments, in: place).run()
        case SightingOptions.command.name: SightingOptions(arguments, in: place).run()
        default: HistoryOptions(arguments, in: place).run()
        }
    }
}
