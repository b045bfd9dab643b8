import Commands
import Configuration
import Radio
package import Settings

/// Command line of `pair`.
package struct PairCommand: Sendable {
    static let method = Parameter<PairingMethod>.choice(
        "method", placeholder: "METHOD", default: .compare,
        summary: "Compare two numbers, type one on the phone (passkey), or only say yes (confirm)")
    static let timeout = Parameter<Int>.integer(
        "timeout", placeholder: "SECONDS", in: 1...3600, default: 120,
        summary: "How long a phone may pair")
    static let yes = Parameter<Bool>.flag(
        "yes", letter: "y",
        summary: "Answer yes to every question, except whether to forget a phone that may not have "
            + "tried to pair; do not wait long for the phone to share")
    static let lines = Parameter<Bool>.flag(
        "json", formerly: ["jsonl"], summary: "Report what happens as JSON Lines, for programs")

    /// Command table entry of `pair`.
    package static let command = Command(
        name: "pair", summary: "Let one phone pair with this host",
        details: [
            "Opens a window in which one phone can pair, says what to tap on the phone, asks for "
                + "confirmations, and waits until the phone shares its notifications. However it "
                + "ends, the adapter is set back to what it was before.",
            "A bridge that runs opens the window itself, and its own radio, adapter, shape and "
                + "name apply. Docs/how-to/pairing.md says what to do when the phone does not find the "
                + "host.",
        ],
        examples: [
            Command.Example("callboard pair", "compare a number on both screens"),
            Command.Example("callboard pair --method passkey", "type the number on the phone"),
        ],
        options: [
            method.option, timeout.option, yes.option, lines.option, JSONChoice.page.option,
            RadioOptions.radio.option,
        ] + RadioOptions.all
            + [SettingsFile.parameter.option, ClientOptions.socket.option],
        isForAdministrators: true)

    let method: PairingMethod
    let timeout: Duration
    let saysYes: Bool
    let writesLines: Bool
    let state: StateOptions
    let file: SettingsFile
    let client: ClientOptions
    /// All parsed arguments.
    let given: ParsedArguments

    /// Reads the parsed arguments.
    package init(_ arguments: ParsedArguments) {
        method = arguments[Self.method]
        timeout = .seconds(arguments[Self.timeout])
        saysYes = arguments[Self.yes]
        writesLines = arguments[Self.lines] || arguments[JSONChoice.page] == .json
        state = StateOptions(arguments)
        file = SettingsFile(arguments, override: RadioOptions.override(arguments))
        client = ClientOptions(arguments)
        given = arguments
    }
}
