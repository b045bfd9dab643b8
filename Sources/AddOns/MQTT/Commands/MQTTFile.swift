import AddOnRuntime
import Commands
import Settings

/// The configuration of `callboard-mqtt`.
typealias MQTTFile = AddOnConfiguration<MQTTSettings>

extension MQTTFile {
    /// The configuration named on the command line, or the default one.
    init(_ arguments: ParsedArguments) {
        self.init(arguments, MQTTKeys.section, meaning: MQTTSettings.init)
    }
}
