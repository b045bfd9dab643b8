package import Commands
import Configuration
import Control
package import Settings

/// The section of an add-on service in the configuration.
///
/// The bridge's reader parses and validates the whole file. All programs therefore accept the same files and report
/// the same errors.
package struct AddOnConfiguration<Meaning: Sendable>: Sendable {
    private let file: SettingsFile
    private let socket: String?
    private let section: Section
    private let meaning: @Sendable (SectionValues) -> Meaning

    /// - Parameters:
    ///   - section: the section of the program.
    ///   - meaning: converts a valid section to its settings.
    package init(
        _ arguments: ParsedArguments, _ section: Section,
        meaning: @escaping @Sendable (SectionValues) -> Meaning
    ) {
        file = SettingsFile(arguments)
        socket = arguments[SocketOption.parameter]
        self.section = section
        self.meaning = meaning
    }

    /// The file named on the command line, for a child program that must read the same one.
    package var named: String? { file.named }

    package var path: String { file.path }

    /// Reads the configuration and runs `command` with the settings and the path of the bridge's socket.
    ///
    /// Prints the error if the configuration is invalid.
    package func beginning(_ command: (Meaning, String) -> ExitStatus) -> ExitStatus {
        do throws(ConfigurationFile.Failure) {
            let (settings, socket) = try read()
            return command(settings, socket)
        } catch {
            Messages.say("\(error)")
            return error.status
        }
    }

    /// Reads the configuration again; prints a message if it names another socket than the one in use.
    ///
    /// - Parameter socket: path of the socket in use.
    package func read(after socket: String) throws(ConfigurationFile.Failure) -> Meaning {
        let new = try read()
        if new.socket != socket {
            Messages.say(
                "the new `socket` in [control] is used only after a restart of this program")
        }
        return new.settings
    }

    package func read() throws(ConfigurationFile.Failure) -> (settings: Meaning, socket: String) {
        let configuration = try file.configuration()
        return (
            meaning(configuration[section]),
            socket ?? configuration[SettingsSections.control][ControlKeys.socket]
                ?? ControlPath.ofClient
        )
    }
}

/// Options of every command that reads the configuration, for the command table.
package enum AddOnOptions {
    package static let all = [ConfigurationFile.parameter.option, SocketOption.parameter.option]
}
