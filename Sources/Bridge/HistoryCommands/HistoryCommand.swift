package import Arguments
package import Commands

/// `callboard history` and the commands below it.
package enum HistoryCommand {
    /// Does what is asked for.
    package static func run(_ arguments: ParsedArguments) -> ExitStatus {
        switch arguments.command.dropFirst().first {
        case ExportOptions.command.name: ExportOptions(arguments).run()
        case ImportOptions.command.name: ImportOptions(arguments).run()
        case ForgetNoticesOptions.command.name: ForgetNoticesOptions(arguments).run()
        case SeparateOptions.command.name: SeparateOptions(arguments).run()
        case SightingOptions.command.name: SightingOptions(arguments).run()
        default: HistoryOptions(arguments).run()
        }
    }
}
