package import Settings

/// The command `completion` of every program.
package enum CompletionCommand {
    package static let name = "completion"

    private static let shell = Operand(
        "SHELL", kind: .choice(Shell.allCases.map(\.rawValue)), summary: "The shell it is for")

    /// Returns the command's entry in the table of a program.
    package static func entry(of program: String) -> Command {
        Command(
            name: name, summary: "Print a script that completes these commands in a shell",
            examples: [
                Command.Example("source <(\(program) completion bash)", "try it in this shell")
            ],
            operands: [shell])
    }

    /// Prints the completion script of a program.
    package static func run(_ program: Program, _ arguments: ParsedArguments) -> ExitStatus {
        let shell = arguments[shell].first.flatMap(Shell.init(rawValue:)) ?? .bash
        return Messages.print(program.completion(for: shell))
    }
}
