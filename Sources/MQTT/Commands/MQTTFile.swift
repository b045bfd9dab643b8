import Arguments
import Commands
import CompanionSections
import Control
import Settings

/// What the configuration says to this program.
struct MQTTFile: Sendable {
    /// What this program reads of the configuration; the rest is the bridge's, and is checked there.
    private static let table = SettingsTable(
        [ControlKeys.excerpt, MQTTKeys.section], variablePrefix: "CALLBOARD", isExcerpt: true)

    /// Its options, in the table of every command that reads it.
    static let options = [ConfigurationFile.parameter.option, SocketOption.parameter.option]

    private let file: ConfigurationFile
    private let socket: String?

    init(_ arguments: ParsedArguments) {
        file = ConfigurationFile(arguments)
        socket = arguments[SocketOption.parameter]
    }

    /// The file that is read.
    var path: String { file.path }

    /// Reads it for a command, which begins with what it says; says what is wrong where something is.
    func beginning(_ command: (MQTTSettings, String) -> ExitStatus) -> ExitStatus {
        do throws(ConfigurationFile.Failure) {
            let (settings, socket) = try read()
            return command(settings, socket)
        } catch {
            Messages.say("\(error)")
            return error.status
        }
    }

    /// Reads it again.
    func read() throws(ConfigurationFile.Failure) -> (settings: MQTTSettings, socket: String) {
        let (draft, failure) = file.draft(of: Self.table)
        if let failure { throw failure }
        do throws(SettingsError) {
            let configuration = try draft.finished(CompanionSections.problems)
            return (
                MQTTSettings(configuration[MQTTKeys.section]),
                socket ?? configuration[ControlKeys.excerpt][ControlKeys.socket]
                    ?? ControlPath.ofClient
            )
        } catch {
            throw .wrong(error)
        }
    }
}
