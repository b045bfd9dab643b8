import Arguments
import Bridge

/// The command `callboard phones`.
enum PhonesCommand {
    static func run(_ arguments: ParsedArguments) -> ExitStatus {
        Phones.list(PhonesOptions(arguments))
    }
}
