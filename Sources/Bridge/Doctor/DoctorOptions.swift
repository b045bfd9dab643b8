package import Arguments
import Linux

/// What a person can choose about `doctor`.
package struct DoctorOptions: Sendable {
    /// The command's entry in the table.
    package static let command = Command(
        name: "doctor", summary: "Find out why notices do not arrive",
        details: [
            "Looks at each thing that is known to go wrong, and says how it is: OK, WARN, FAIL, or SKIP "
                + "where it cannot be found out, with the command, or the step on the phone, that mends it. "
                + "Nothing is changed. The status is 1 where something fails.",
            "Root sees more than others. The report has the names of phones, never their addresses, and "
                + "nothing of any notice. Docs/doctor.md explains each check.",
        ],
        examples: [
            Command.Example("sudo callboard doctor", "look at everything"),
            Command.Example("callboard doctor --json | jq .ok", "for programs"),
        ],
        options: JSONChoice.ofPage + [
            SettingsFile.parameter.option, ClientOptions.socket.option,
            RadioOptions.radio.option, RadioOptions.adapter.option,
        ] + StateOptions.all,
        isForAdministrators: true)

    let writesLines: Bool
    let file: SettingsFile
    let state: StateOptions
    /// The radio that was named; nil where the bridge's own, or the configuration's, is looked at.
    let radio: RealRadio?
    let socket: String?

    /// Takes what was given on the command line.
    package init(_ arguments: ParsedArguments) {
        writesLines = JSONChoice.isWanted(arguments)
        file = SettingsFile(arguments, override: RadioOptions.override(arguments))
        state = StateOptions(arguments)
        radio = arguments.has(RadioOptions.radio.option) ? arguments[RadioOptions.radio] : nil
        socket = arguments[ClientOptions.socket]
    }

    /// Looks, and prints what was found.
    package func run() -> ExitStatus {
        let report = DoctorReport(MachineFacts(self))
        let isColorful = Terminal.wantsColor(on: StandardStream.output.rawValue)
        let status = Messages.print(
            writesLines ? report.line : report.page(inColor: isColorful))
        guard status == .success else { return status }
        return report.isHealthy ? .success : .failure
    }
}
