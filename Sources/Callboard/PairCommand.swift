import Arguments
import Bridge

/// The command `callboard pair`.
enum PairCommand {
    static func run(_ arguments: ParsedArguments) -> ExitStatus {
        Pair.run(PairOptions(arguments))
    }
}
