import Arguments
import Bridge
import Linux

/// The program: finds out what is asked for and hands it to the command.
@main enum Main {
    static func main() {
        StandardStream.fillGaps()
        SignalWatcher.ignoreBrokenPipes()
        // While the file is still the one that was started.
        _ = CurrentProcess.program
        ProcessExit.now(with: run(Array(CommandLine.arguments.dropFirst())).rawValue)
    }

    private static func run(_ arguments: ParsedArguments) -> ExitStatus {
        switch arguments.command.first ?? "" {
        case "run": RunCommand.run(arguments)
        case "pair": PairCommand.run(arguments)
        case "phones": PhonesCommand.run(arguments)
        case "forget": ForgetCommand.run(arguments)
        case "tail": TailOptions(arguments).run()
        case "board": BoardClientOptions(arguments).run()
        case "history": HistoryCommands.run(arguments)
        case "search": SearchOptions(arguments).run()
        case "stats": StatsOptions(arguments).run()
        case "status", "apps": AskOptions(arguments).run()
        case "list": ListOptions(arguments).run()
        case "show": ShowOptions(arguments).run()
        case "clear": ClearOptions(arguments).run()
        case "reload": ReloadOptions(arguments).run()
        case let act where PersonAct(rawValue: act) != nil: ActOptions(act, arguments).run()
        case "mute": MuteOptions(arguments).run()
        case "unmute": UnmuteOptions(arguments).run()
        case "code": CodeOptions(arguments).run()
        case "doctor": DoctorOptions(arguments).run()
        case "test", "serial", "display": OutletTestOptions(arguments).run()
        case "replay": ReplayOptions(arguments).run()
        case "rules": RulesTestOptions(arguments).run()
        case "config": ConfigOptions(arguments).run()
        case "manual": ManualOptions(arguments).run()
        case "completion": CompletionOptions(arguments).run()
        default: DemoCommand.run(arguments)
        }
    }

    private static func run(_ words: [String]) -> ExitStatus {
        do throws(UsageError) {
            switch try CallboardProgram.table.parse(words) {
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
