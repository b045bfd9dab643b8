import ANCS
import Commands
package import Radio
package import Settings

/// Radio options of the command line, which override the configuration.
package enum RadioOptions {
    /// Option for the radio.
    package static let radio = Parameter<RealRadio>.choice(
        "radio", placeholder: "RADIO", default: .bluez,
        summary: "Reach phones through bluetoothd, or with the kernel alone")
    /// Option for the adapter.
    package static let adapter = Parameter<String?>.text(
        "adapter", placeholder: "ADAPTER",
        summary: "Use this Bluetooth adapter, by name (hci0) or address; any by default")
    /// Option for the appearance to phones.
    package static let shape = Parameter<Shape>.choice(
        "shape", placeholder: "SHAPE", default: .hid,
        summary: "Appear to phones as a keyboard that never types (hid), a keypad, or a plain host "
            + "(solicit), or only look like an input device (look)")
    /// Option for the name of this host.
    package static let name = Parameter<String?>.text(
        "name", placeholder: "NAME",
        summary: "The name that phones see; the adapter's name by default")
    /// Option for the transport of texts from bluetoothd.
    package static let dataSource = Parameter<DataSourceMode>.choice(
        "data-source", placeholder: "WAY", default: .auto,
        summary: "How texts come from bluetoothd: to Callboard alone (acquire) or over the bus")
    /// Option for the maximum length of texts.
    package static let textLength = Parameter<Int>.integer(
        "text-length", in: 16...Int(UInt16.max),
        default: Int(Session.Configuration().maximumTextLength),
        summary: "Ask the phone for at most N bytes of a title, a subtitle and a message")

    /// Options of every command with a radio of its own.
    package static let all =
        [adapter.option, shape.option, name.option, dataSource.option] + StateOptions.all

    /// Returns a message about an option that does not apply to the radio in use.
    package static func problem(
        with arguments: ParsedArguments, _ settings: BridgeSettings
    ) -> String? {
        guard settings.radio == .kernel, arguments.has(dataSource.option) else { return nil }
        return "--data-source is about bluetoothd; leave it out, or add --radio bluez"
    }

    /// Returns the override of the configuration by the command line.
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
