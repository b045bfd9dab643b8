import Commands
import Settings

/// Command `manual`.
struct ManualCommand: Sendable {
    private static let section = Operand(
        "SECTION", kind: .choice(["1", "5", "8"]),
        summary: "1 for commands, 5 for the configuration, 8 for the service")

    /// The command's entry in the table.
    static let command = Command(
        name: "manual", summary: "Print a page of the manual, as man reads it",
        examples: [Command.Example("callboard manual 1 | man -l -", "read it at once")],
        operands: [section])

    private let number: Int

    init(_ arguments: ParsedArguments) {
        number = arguments[Self.section].first.flatMap { Int($0) } ?? 1
    }

    func run() -> ExitStatus {
        let date = ReleaseDate.text
        return Messages.print(
            CallboardProgram.table.manual(section: number, date: date)
                ?? ConfigurationManual(date: date).text)
    }
}
