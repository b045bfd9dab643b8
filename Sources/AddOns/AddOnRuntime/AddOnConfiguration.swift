package import Commands
import Configuration
import Control
package import Settings

/// What the configuration says to an add-on service: its own section.
///
/// All of the file is read and checked by the reader of
/// the bridge, so that every program takes the same files and refuses the others with the same sentences.
package struct AddOnConfiguration<Meaning: Sendable>: Sendable {
    private let file: SettingsFile
    private let socket: String?
    private let section: Section
    private let meaning: @Sendable (SectionValues) -> Meaning

    /// - Parameters:
    ///   - section: the program's own.
    ///   - meaning: what a section means whose values are right.
    package init(
        _ arguments: ParsedArguments, _ section: Section,
        meaning: @escaping @Sendable (SectionValues) -> Meaning
    ) {
        file = SettingsFile(arguments)
        socket = arguments[SocketOption.parameter]
        self.section = section
        self.meaning = meaning
    }

    /// The file that was named on the command line, for a program that is to read the same.
    package var named: String? { file.named }

    /// The file that is read.
    package var path: String { file.path }

    /// Reads it for a command, which begins with what it says; says what is wrong where something is.
    package func beginning(_ command: (Meaning, String) -> ExitStatus) -> ExitStatus {
        do throws(ConfigurationFile.Failure) {
            let (settings, socket) = try read()
            return command(settings, socket)
        } catch {
            Messages.say("\(error)")
            return error.status
        }
    }

    /// Reads it again, and says if the bridge listens elsewhere from now on.
    package func read(after socket: String) throws(ConfigurationFile.Failure) -> Meaning {
        let new = try read()
        if new.socket != socket {
            Messages.say("the bridge's socket is another one once this program is restarted")
        }
        return new.settings
    }

    /// Reads it.
    package func read() throws(ConfigurationFile.Failure) -> (settings: Meaning, socket: String) {
        let configuration = try file.configuration()
        return (
            meaning(configuration[section]),
            socket ?? configuration[SettingsSections.control][ControlKeys.socket]
                ?? ControlPath.ofClient
        )
    }
}

/// The options of every command that reads such a file, in the table of commands.
package enum AddOnOptions {
    /// Which configuration, and which bridge.
    package static let all = [ConfigurationFile.parameter.option, SocketOption.parameter.option]
}
