import ANCS
import Commands
package import Radio
package import Settings

/// What a person can choose about the radio, in every command that needs it, over what the
/// configuration says.
package enum RadioOptions {
    /// The option that says which radio is used.
    package static let radio = Parameter<RealRadio>.choice(
        "radio", placeholder: "RADIO", default: .bluez,
        summary: "Reach phones through bluetoothd, or with the kernel alone")
    /// The option that names the adapter.
    package static let adapter = Parameter<String?>.text(
        "adapter", placeholder: "ADAPTER",
        summary: "Use this Bluetooth adapter, by name (hci0) or address; any by default")
    /// The option that says what phones see.
    package static let shape = Parameter<Shape>.choice(
        "shape", placeholder: "SHAPE", default: .hid,
        summary: "Appear to phones as a keyboard that never types (hid), a keypad, or a plain host "
            + "(solicit), or only look like an input device (look)")
    /// The option that says what phones call this host.
    package static let name = Parameter<String?>.text(
        "name", placeholder: "NAME",
        summary: "The name that phones see; the adapter's name by default")
    /// The option that says how texts come from bluetoothd.
    package static let dataSource = Parameter<DataSourceMode>.choice(
        "data-source", placeholder: "WAY", default: .auto,
        summary: "How texts come from bluetoothd: to Callboard alone (acquire) or over the bus")
    /// The option that says how long texts may be.
    package static let textLength = Parameter<Int>.integer(
        "text-length", in: 16...Int(UInt16.max),
        default: Int(Session.Configuration().maximumTextLength),
        summary: "Ask the phone for at most N bytes of a title, a subtitle and a message")

    /// What every command with a radio of its own takes.
    package static let all =
        [adapter.option, shape.option, name.option, dataSource.option] + StateOptions.all

    /// What of the choices makes no sense with the radio that is used, as a sentence.
    package static func problem(
        with arguments: ParsedArguments, _ settings: BridgeSettings
    ) -> String? {
        guard settings.radio == .kernel, arguments.has(dataSource.option) else { return nil }
        return "--data-source is about bluetoothd; leave it out, or add --radio bluez"
    }

    /// Lays what was given on the command line over a configuration.
    package static func override(_ arguments: ParsedArguments) -> SettingsFile.Override {
        { draft in
            func lay<Choice, Value>(_ parameter: Parameter<Choice>, over key: Key<Value>) {
                let words = arguments.words(of: parameter)
                guard !words.isEmpty else { return }
                draft.override(
                    with: "--" + parameter.option.name, SettingsSections.radio, key,
                    Array(words.suffix(1)))
            }
            lay(radio, over: SettingsKeys.radio)
            lay(adapter, over: SettingsKeys.adapter)
            lay(shape, over: SettingsKeys.shape)
            lay(name, over: SettingsKeys.name)
            lay(dataSource, over: SettingsKeys.dataSource)
            lay(textLength, over: SettingsKeys.textLength)
        }
    }
}
