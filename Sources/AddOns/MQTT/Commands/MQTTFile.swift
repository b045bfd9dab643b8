import AddOnRuntime
import Commands
import Settings

/// What the configuration says to this program.
typealias MQTTFile = AddOnConfiguration<MQTTSettings>

extension MQTTFile {
    /// The configuration that the command line names, or the usual one.
    init(_ arguments: ParsedArguments) {
        self.init(arguments, MQTTKeys.section, meaning: MQTTSettings.init)
    }
}
