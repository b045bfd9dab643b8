import Commands
import Settings

/// The command `wall`, which is a program of its own: what talks to browsers has nothing to do with phones.
enum WallCommand {
    private static let program = "callboard-wall"
    private static let words = Operand(
        "WORD", kind: .text, isOptional: true, isRepeatable: true,
        summary: "What callboard-wall(8) is asked for, such as link or tokens")

    /// The command's entry in the table.
    static let entry = Command(
        name: "wall", summary: "Show the day in a browser, live, by callboard-wall",
        details: [
            "It goes on as callboard-wall, a program of the package of the same name. callboard wall "
                + "--help is the help of that. Docs/wall.md goes from nothing to a tablet on the wall."
        ],
        examples: [
            Command.Example("sudo callboard wall link", "let a browser come in"),
            Command.Example("sudo callboard wall tokens", "who may come in"),
        ],
        operands: [words], isForAdministrators: true, passesOn: true)

    /// Goes on as that program.
    static func run(_ arguments: ParsedArguments) -> ExitStatus {
        BesideProgram.become(program, arguments[words])
    }
}
