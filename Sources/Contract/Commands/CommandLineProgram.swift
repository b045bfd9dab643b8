import Linux
package import Settings

/// What every program does first and last: it finds out what is asked for, has that done, and ends with its status.
package enum CommandLineProgram {
    /// Does what the command line asks for, and ends.
    package static func main(
        _ table: Program, _ run: (ParsedArguments) -> ExitStatus
    ) -> Never {
        StandardStream.fillGaps()
        SignalWatcher.ignoreBrokenPipes()
        SignalWatcher.ignoreFileSizeLimit()
        // While the file is still the one that was started.
        _ = CurrentProcess.program
        let words = Array(CommandLine.arguments.dropFirst())
        CurrentProcess.end(with: status(of: words, table, run).rawValue)
    }

    private static func status(
        of words: [String], _ table: Program, _ run: (ParsedArguments) -> ExitStatus
    ) -> ExitStatus {
        do throws(UsageError) {
            switch try table.parse(words) {
            case .help(let page): return Messages.printHelp(page)
            case .version(let version): return Messages.print(version + "\n")
            case .run(let arguments): return run(arguments)
            }
        } catch {
            Messages.say("\(error)")
            return .usage
        }
    }
}
