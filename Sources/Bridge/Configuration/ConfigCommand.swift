import BeaconMonitoring
package import Commands
import Linux
package import Settings

/// What a person can choose about `config`.
package struct ConfigCommand: Sendable {
    /// The command's entry in the table.
    package static let command = Command(
        name: "config", summary: "Check the configuration, or print a sample",
        commands: [
            Command(
                name: "check", summary: "Tell everything that is wrong with the configuration",
                details: [
                    "Each mistake is told with its file, line, section and key, and what is "
                        + "allowed "
                        + "there. The environment counts as well."
                ],
                examples: [
                    Command.Example("callboard config check", "the usual file"),
                    Command.Example("callboard config check --config my.conf", "another one"),
                ],
                options: [SettingsFile.parameter.option], isForAdministrators: true),
            Command(
                name: "sample", summary: "Print a configuration with every key, each explained",
                examples: [
                    Command.Example("callboard config sample > callboard.conf", "begin with it")
                ], isForAdministrators: true),
        ])

    private static let introduction = [
        "The configuration of callboard. Lines that begin with a number sign are comments; they "
            + "show the defaults, or an example.",
        "callboard config check tells what is wrong here, callboard.conf(5) explains it all.",
    ]

    private let printsSample: Bool
    private let file: SettingsFile

    /// Takes what was given on the command line.
    package init(_ arguments: ParsedArguments) {
        printsSample = arguments.command.last == "sample"
        file = SettingsFile(arguments)
    }

    /// Prints what was asked for, or what is wrong.
    ///
    /// - Parameter hints: what else a person should know of a configuration in which nothing is wrong, in sentences.
    package func run(hints: (BridgeSettings) -> [String] = { _ in [] }) -> ExitStatus {
        if printsSample {
            return Messages.print(SettingsSections.table.sample(introduction: Self.introduction))
        }
        do throws(SettingsFile.Failure) {
            let settings = try file.read()
            for note in settings.notes + hints(settings) { Messages.say(note) }
            if settings.radio == .simulated {
                do throws(ScenarioFileError) {
                    _ = try settings.simulation.scenario()
                } catch {
                    Messages.say("\(error)")
                    return error.status
                }
            }
        } catch {
            Messages.say("\(error)")
            return error.status
        }
        guard FileDescriptor.exists(file.path) else {
            return Messages.printSentences("\(file.path) is not there, so the defaults hold\n")
        }
        return Messages.printSentences("\(file.path.printable) is in order\n")
    }
}
