import Arguments
import Commands
import Linux

/// The program: finds out what is asked for and hands it to the command.
@main enum Main {
    static func main() {
        StandardStream.fillGaps()
        SignalWatcher.ignoreBrokenPipes()
        // While the file is still the one that was started.
        _ = CurrentProcess.program
        CurrentProcess.end(with: run(Array(CommandLine.arguments.dropFirst())).rawValue)
    }

    private static func run(_ words: [String]) -> ExitStatus {
        do throws(UsageError) {
            switch try CallboardProgram.table.parse(words) {
            case .help(let page): return Messages.printHelp(page)
            case .version(let version): return Messages.print(version + "\n")
            case .run(let arguments): return CallboardProgram.run(arguments)
            }
        } catch {
            Messages.say("\(error)")
            return .usage
        }
    }
}
