import Arguments
import Bridge

/// The command `callboard demo`.
enum DemoCommand {
    static func run(_ arguments: ParsedArguments) -> ExitStatus {
        Demo.run(DemoOptions(arguments))
    }
}
