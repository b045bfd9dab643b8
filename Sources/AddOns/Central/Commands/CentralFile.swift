import AddOnRuntime
import Commands
import Settings

/// The configuration of `callboard-central`.
typealias CentralFile = AddOnConfiguration<CentralSettings>

extension CentralFile {
    /// The configuration named on the command line, or the default one.
    init(_ arguments: ParsedArguments) {
        self.init(arguments, CentralKeys.section, meaning: CentralSettings.init)
    }
}
