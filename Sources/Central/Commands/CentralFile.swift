import Arguments
import Commands
import CompanionSections
import Companions
import PostgreSQL

/// What the configuration says to this program.
typealias CentralFile = CompanionFile<CentralSettings>

extension CentralFile {
    /// The configuration that the command line names, or the usual one.
    init(_ arguments: ParsedArguments) {
        self.init(arguments, CentralKeys.section, meaning: CentralSettings.init)
    }

    /// Reads it for a command that asks the centre; says what is wrong where something is.
    func asking(
        toWrite wantsToWrite: Bool = false,
        _ command: (CentralSettings, ServerPlan) -> ExitStatus
    ) -> ExitStatus {
        beginning { settings, _ in
            do throws(Secret.Problem) {
                return command(settings, try ServerPlan(settings, wantsToWrite: wantsToWrite))
            } catch {
                Messages.say("\(error)")
                return .badConfiguration
            }
        }
    }
}
