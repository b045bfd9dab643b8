import AddOnRuntime
import Commands
import Settings

/// What the configuration says to this program.
typealias CentralFile = AddOnConfiguration<CentralSettings>

extension CentralFile {
    /// The configuration that the command line names, or the usual one.
    init(_ arguments: ParsedArguments) {
        self.init(arguments, CentralKeys.section, meaning: CentralSettings.init)
    }
}
