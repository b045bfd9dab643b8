import Linux
package import Settings

/// Entry point shared by all programs: parses the command line, runs the command, and exits with its status.
package enum CommandLineProgram {
    /// Runs the command that the command line names, and exits.
    package static func main(
        _ table: Program, _ run: (ParsedArguments) -> ExitStatus
    ) -> Never {
        StandardStream.fillGaps()
        SignalWatcher.ignoreBrokenPipes()
        SignalWatcher.ignoreFileSizeLimit()
        // Resolved now, while the path still names the file that was started.
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
