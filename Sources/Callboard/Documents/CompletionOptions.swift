import Arguments
import Commands

/// What a person can choose about `completion`.
struct CompletionOptions: Sendable {
    private static let shell = Operand(
        "SHELL", kind: .choice(Shell.allCases.map(\.rawValue)), summary: "The shell it is for")

    /// The command's entry in the table.
    static let command = Command(
        name: "completion", summary: "Print a script that completes these commands in a shell",
        examples: [
            Command.Example("source <(callboard completion bash)", "try it in this shell")
        ],
        operands: [shell])

    private let shell: Shell

    /// Takes what was given on the command line.
    init(_ arguments: ParsedArguments) {
        shell = arguments[Self.shell].first.flatMap(Shell.init(rawValue:)) ?? .bash
    }

    /// Prints the script.
    func run() -> ExitStatus {
        Messages.print(CallboardProgram.table.completion(for: shell))
    }
}
