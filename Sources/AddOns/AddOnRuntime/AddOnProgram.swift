package import Commands
package import Settings

/// What is alike in the tables of all programs beside the bridge.
package enum AddOnProgram {
    /// The command that prints the program's manual.
    package static let manual = Command(
        name: "manual", summary: "Print the page of the manual, as man reads it",
        isForAdministrators: true)

    /// What the manual says of the world around such a program.
    ///
    /// - Parameters:
    ///   - section: its section of the configuration.
    ///   - ending: what it does when it is asked to end.
    package static func surroundings(
        section: String, ending: String
    ) -> Program.Surroundings {
        Program.Surroundings(
            exitStatuses: ExitStatus.documented.map { status, meaning in
                Program.Term("\(status.rawValue)", meaning)
            } + [Program.Term("128 + N", "Signal N ended the program.")],
            files: [
                Program.Term(
                    ConfigurationFile.ofSystem, "The configuration, of which this is [\(section)].")
            ],
            environment: [
                Program.Term(
                    "CALLBOARD_\(section.uppercased())_KEY",
                    "Overrides a key of the section [\(section)]: callboard.conf(5)."),
                Program.Term(
                    "CREDENTIALS_DIRECTORY",
                    "Where the service manager has put secrets that are named credential:NAME."),
            ],
            signals: [
                Program.Term("SIGHUP", "It reads its configuration again."),
                Program.Term("SIGTERM, SIGINT", ending),
            ])
    }

    /// Does what each of them can do: its manual and its completions.
    package static func run(_ table: Program, _ arguments: ParsedArguments) -> ExitStatus {
        switch arguments.command.first {
        case manual.name: Messages.print(table.manual(section: 8, date: ReleaseDate.text) ?? "")
        case CompletionCommand.name: CompletionCommand.run(table, arguments)
        default: .usage
        }
    }
}
