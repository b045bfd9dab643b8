import Arguments
import Bridge

/// `callboard demo`
enum DemoCommand {
    static func run(_ arguments: ParsedArguments) -> ExitStatus {
        Demo.run(DemoOptions(arguments))
    }
}
