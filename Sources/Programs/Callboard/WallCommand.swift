import Commands
import Settings

/// Command `wall`, which runs a separate program: the network code is isolated from the Bluetooth code.
enum WallCommand {
    private static let program = "callboard-wall"
    private static let words = Operand(
        "WORD", kind: .text, isOptional: true, isRepeatable: true,
        summary: "A command of callboard-wall(8), such as link or tokens")

    /// The command's entry in the table.
    static let entry = Command(
        name: "wall", summary: "Show today's notifications in a browser, live, with callboard-wall",
        details: [
            "This command runs callboard-wall, a program of the package of the same name. "
                + "callboard wall --help prints its help. Docs/how-to/wall.md explains the setup."
        ],
        examples: [
            Command.Example("sudo callboard wall link", "let a browser sign in"),
            Command.Example("sudo callboard wall tokens", "list all tokens"),
        ],
        operands: [words], isForAdministrators: true, passesOn: true)

    /// Replaces this process by `callboard-wall`.
    static func run(_ arguments: ParsedArguments) -> ExitStatus {
        BesideProgram.become(program, arguments[words])
    }
}
