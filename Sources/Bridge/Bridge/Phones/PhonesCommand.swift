import Commands
import Configuration
import Radio
package import Settings

/// What a person can choose when they look at the paired phones.
package struct PhonesCommand: Sendable {
    /// The command's entry in the table.
    package static let command = Command(
        name: "phones", summary: "List the phones that were paired with this host",
        details: [
            "A running bridge is asked, and adds how each phone is doing. Without one, the list is read "
                + "and bluetoothd is asked, or with the radio of the kernel the file of keys is looked into."
        ],
        examples: [Command.Example("callboard phones", "each with its address, name and state")],
        options: JSONChoice.ofPage + PhoneAccess.options, isForAdministrators: true)

    let writesLines: Bool
    private let access: PhoneAccess
    var client: ClientOptions { access.client }
    var state: StateOptions { access.state }

    /// Takes what was given on the command line.
    package init(_ arguments: ParsedArguments) {
        writesLines = JSONChoice.isWanted(arguments)
        access = PhoneAccess(arguments)
    }

    /// Does something with the radio and the adapter that are wanted, or says what is wrong with the
    /// configuration.
    func withRadio(_ body: (RealRadio, AdapterChoice) -> ExitStatus) -> ExitStatus {
        access.withRadio(body)
    }
}

/// What a person can choose when they forget a phone.
package struct ForgetCommand: Sendable {
    static let phone = Operand("PHONE", kind: .text, summary: "Its name or its address")

    /// The command's entry in the table.
    package static let command = Command(
        name: "forget", summary: "Forget a phone and its bond",
        details: ["Forget this host on the phone as well, or it will try in vain to come back."],
        options: PhoneAccess.options, operands: [phone], isForAdministrators: true)

    let phone: String
    private let access: PhoneAccess
    var client: ClientOptions { access.client }
    var state: StateOptions { access.state }

    /// Takes what was given on the command line.
    package init(_ arguments: ParsedArguments) {
        phone = arguments[Self.phone].first ?? ""
        access = PhoneAccess(arguments)
    }

    /// Does something with the radio and the adapter that are wanted, or says what is wrong with the
    /// configuration.
    func withRadio(_ body: (RealRadio, AdapterChoice) -> ExitStatus) -> ExitStatus {
        access.withRadio(body)
    }
}

/// The ways to what is known of phones: the running bridge, or the folder and bluetoothd.
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
