import Arguments
import Bridge

/// The command `callboard run`.
enum RunCommand {
    static func run(_ arguments: ParsedArguments) -> ExitStatus {
        Run.run(RunOptions(arguments))
    }
}
