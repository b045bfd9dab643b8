package import Arguments
import BlueZRadio

/// What a person can choose when they look at the paired phones.
package struct PhonesOptions: Sendable {
    static let json = Parameter<Bool>.flag("json", summary: "Write JSON Lines, for programs")

    /// The command's entry in the table.
    package static let command = Command(
        name: "phones", summary: "List the phones that were paired with this host",
        options: [json.option, RadioOptions.adapter.option, RadioOptions.state.option])

    let writesLines: Bool
    let radio: RadioOptions

    /// Takes what was given on the command line.
    package init(_ arguments: ParsedArguments) {
        writesLines = arguments[Self.json]
        radio = RadioOptions(arguments)
    }
}

/// What a person can choose when they forget a phone.
package struct ForgetOptions: Sendable {
    static let phone = Operand("PHONE", kind: .text, summary: "Its name or its address")

    /// The command's entry in the table.
    package static let command = Command(
        name: "forget", summary: "Forget a phone and its bond",
        details: ["Forget this host on the phone as well, or it will try in vain to come back."],
        options: [RadioOptions.adapter.option, RadioOptions.state.option], operands: [phone])

    let phone: String
    let radio: RadioOptions

    /// Takes what was given on the command line.
    package init(_ arguments: ParsedArguments) {
        phone = arguments[Self.phone].first ?? ""
        radio = RadioOptions(arguments)
    }
}
