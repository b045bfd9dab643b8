import BeaconMonitoring
package import Commands
import Linux
package import Settings

/// Command line of `config`.
package struct ConfigCommand: Sendable {
    /// Command table entry of `config`.
    package static let command = Command(
        name: "config", summary: "Check the configuration, or print a sample",
        commands: [
            Command(
                name: "check", summary: "List all errors in the configuration",
                details: [
                    "Each error is reported with its file, line, section and key, and what is "
                        + "allowed there. The environment is checked, too."
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
        "callboard config check reports errors in this file, callboard.conf(5) explains every key.",
    ]

    private let printsSample: Bool
    private let file: SettingsFile

    /// Reads the parsed arguments.
    package init(_ arguments: ParsedArguments) {
        printsSample = arguments.command.last == "sample"
        file = SettingsFile(arguments)
    }

    /// Prints the sample, or checks the configuration.
    ///
    /// - Parameter hints: returns further hints about a configuration without errors, as sentences.
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
            return Messages.printSentences(
                "\(file.path.printable) does not exist, so the defaults apply\n")
        }
        return Messages.printSentences("\(file.path.printable) is in order\n")
    }
}
