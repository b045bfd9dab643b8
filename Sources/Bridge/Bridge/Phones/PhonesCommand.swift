import Commands
import Configuration
import Radio
package import Settings

/// Command line of `phones`.
package struct PhonesCommand: Sendable {
    /// Command table entry of `phones`.
    package static let command = Command(
        name: "phones", summary: "List the phones that were paired with this host",
        details: [
            "A running bridge answers, and adds the state of each phone. Without one, the list is "
                + "read from the state folder, and the bonds from bluetoothd or, for the radio of "
                + "the kernel, from the file of keys."
        ],
        examples: [Command.Example("callboard phones", "each with its address, name and state")],
        options: JSONChoice.ofPage + PhoneAccess.options, isForAdministrators: true)

    let writesLines: Bool
    private let access: PhoneAccess
    var client: ClientOptions { access.client }
    var state: StateOptions { access.state }

    /// Reads the parsed arguments.
    package init(_ arguments: ParsedArguments) {
        writesLines = JSONChoice.isWanted(arguments)
        access = PhoneAccess(arguments)
    }

    /// Calls a closure with the configured radio and adapter, or reports an error in the configuration.
    func withRadio(_ body: (RealRadio, AdapterChoice) -> ExitStatus) -> ExitStatus {
        access.withRadio(body)
    }
}

/// Command line of `forget`.
package struct ForgetCommand: Sendable {
    static let phone = Operand("PHONE", kind: .text, summary: "Name or address of the phone")

    /// Command table entry of `forget`.
    package static let command = Command(
        name: "forget", summary: "Forget a phone and its bond",
        details: ["Also forget this host on the phone, or it will keep trying to reconnect."],
        options: PhoneAccess.options, operands: [phone], isForAdministrators: true)

    let phone: String
    private let access: PhoneAccess
    var client: ClientOptions { access.client }
    var state: StateOptions { access.state }

    /// Reads the parsed arguments.
    package init(_ arguments: ParsedArguments) {
        phone = arguments[Self.phone].first ?? ""
        access = PhoneAccess(arguments)
    }

    /// Calls a closure with the configured radio and adapter, or reports an error in the configuration.
    func withRadio(_ body: (RealRadio, AdapterChoice) -> ExitStatus) -> ExitStatus {
        access.withRadio(body)
    }
}

/// Access to paired phones: through the running bridge, or the state folder and the radio.
private struct PhoneAccess: Sendable {
    static let options =
        [RadioOptions.radio.option, RadioOptions.adapter.option] + StateOptions.all + [
            SettingsFile.parameter.option, ClientOptions.socket.option,
        ]

    let client: ClientOptions
    let state: StateOptions
    private let file: SettingsFile

    init(_ arguments: ParsedArguments) {
        client = ClientOptions(arguments)
        state = StateOptions(arguments)
        file = SettingsFile(arguments, override: RadioOptions.override(arguments))
    }

    func withRadio(_ body: (RealRadio, AdapterChoice) -> ExitStatus) -> ExitStatus {
        do throws(SettingsFile.Failure) {
            let settings = try file.read()
            guard let radio = settings.radio.real else {
                Messages.say(RadioKind.nothingPairedHere)
                return .unavailable
            }
            return body(radio, settings.adapter)
        } catch {
            Messages.say("\(error)")
            return error.status
        }
    }
}
