package import Commands
package import Settings

/// Commands and manual sections shared by all add-on programs.
package enum AddOnProgram {
    package static let manual = Command(
        name: "manual", summary: "Print the manual page, in the format of man")

    /// Exit statuses of every add-on program.
    package static var exitStatuses: [Program.Term] {
        ExitStatus.documented.map { status, meaning in
            Program.Term("\(status.rawValue)", meaning)
        } + [Program.Term("128 + N", "Signal N ended the program.")]
    }

    /// Common sections of an add-on program's manual page: exit status, files, environment and signals.
    ///
    /// - Parameters:
    ///   - section: the program's section of the configuration.
    ///   - ending: description of SIGTERM and SIGINT.
    package static func surroundings(
        section: String, ending: String
    ) -> Program.Surroundings {
        Program.Surroundings(
            exitStatuses: exitStatuses,
            files: [
                Program.Term(
                    ConfigurationFile.ofSystem,
                    "The configuration; the section of this program is [\(section)].")
            ],
            environment: [
                Program.Term(
                    "CALLBOARD_\(section.uppercased())_KEY",
                    "Overrides a key of the section [\(section)]: callboard.conf(5)."),
                Program.Term(
                    "CREDENTIALS_DIRECTORY",
                    "The folder of secrets that are named credential:NAME, set by the service "
                        + "manager."
                ),
            ],
            signals: [
                Program.Term("SIGHUP", "Reload the configuration."),
                Program.Term("SIGTERM, SIGINT", ending),
            ])
    }

    /// Runs the commands that all add-on programs share: `manual` and `completion`.
    ///
    /// - Parameter isForUsers: whether the manual page belongs to section 1, and not to section 8.
    package static func run(
        _ table: Program, _ arguments: ParsedArguments, isForUsers: Bool = false
    ) -> ExitStatus {
        switch arguments.command.first {
        case manual.name:
            Messages.print(table.onlyManual(isForUsers: isForUsers, date: ReleaseDate.text))
        case CompletionCommand.name: CompletionCommand.run(table, arguments)
        default: .usage
        }
    }
}
