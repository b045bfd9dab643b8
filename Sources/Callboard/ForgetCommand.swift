import Arguments
import Bridge

/// The command `callboard forget`.
enum ForgetCommand {
    static func run(_ arguments: ParsedArguments) -> ExitStatus {
        Phones.forget(ForgetOptions(arguments))
    }
}
