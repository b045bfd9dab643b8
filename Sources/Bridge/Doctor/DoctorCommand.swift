package import Commands
import Configuration
import Linux
package import Settings

/// What a person can choose about `doctor`.
package struct DoctorCommand: Sendable {
    static let report = Parameter<String?>.file(
        "report", summary: "Write what strangers may see into this new file; - is standard output")

    /// The command's entry in the table.
    package static let command = Command(
        name: "doctor", summary: "Find out why notices do not arrive",
        details: [
            "Checks each thing that is known to go wrong and says OK, WARN, FAIL, or SKIP where "
                + "it cannot be found out, with the command, or the step on the phone, that "
                + "mends it. "
                + "Nothing is changed. The status is 1 where something fails.",
            "Root sees more than other users. The report names phones, never their addresses, "
                + "and says nothing of any notice. Docs/doctor.md explains each check.",
        ],
        examples: [
            Command.Example("sudo callboard doctor", "look at everything"),
            Command.Example("callboard doctor --json | jq .ok", "for programs"),
            Command.Example("sudo callboard doctor --report report.txt", "for strangers who help"),
        ],
        options: [Self.report.option] + JSONChoice.ofPage + [
            SettingsFile.parameter.option, ClientOptions.socket.option,
            RadioOptions.radio.option, RadioOptions.adapter.option,
        ] + StateOptions.all,
        isForAdministrators: true)

    let writesLines: Bool
    /// The file for a report; nil where none is wanted.
    let report: String?
    let file: SettingsFile
    let state: StateOptions
    /// The radio that was named; nil where the bridge's own, or the configuration's, is looked at.
    let radio: RealRadio?
    let socket: String?

    /// Takes what was given on the command line.
    package init(_ arguments: ParsedArguments) {
        writesLines = JSONChoice.isWanted(arguments)
        report = arguments[Self.report]
        file = SettingsFile(arguments, override: RadioOptions.override(arguments))
        state = StateOptions(arguments)
        radio = arguments.has(RadioOptions.radio.option) ? arguments[RadioOptions.radio] : nil
        socket = arguments[ClientOptions.socket]
    }

    /// What has a program beside the bridge look at the same configuration and bridge.
    ///
    /// - Parameter path: the configuration; nil for the usual one.
    func ofCompanions(reading path: String?) -> [String] {
        (path.map { ["--config", $0] } ?? []) + (socket.map { ["--socket", $0] } ?? [])
    }

    /// Looks, and prints what was found.
    package func run() -> ExitStatus {
        let facts = MachineFacts(self)
        if let path = self.report { return write(ShareableReport(facts: facts).text, to: path) }
        let report = DoctorReport(facts)
        let isColorful = Terminal.wantsColor(on: StandardStream.output.rawValue)
        let status = Messages.print(
            writesLines
                ? report.line
                : report.page(inColor: isColorful, columns: Messages.outputColumns))
        guard status == .success else { return status }
        return report.isHealthy ? .success : .failure
    }

    private func write(_ text: String, to path: String) -> ExitStatus {
        if path == "-" { return Messages.print(text) }
        let name = path.printable
        do throws(Errno) {
            try FileDescriptor.create(path).writeAll(Array(text.utf8))
            Messages.say("the report is in \(name); read it before you show it to anybody")
            return .success
        } catch .exists {
            Messages.say("\(name) is there already; a report needs a new file")
        } catch {
            Messages.say("\(name) cannot be written: \(error)")
        }
        return .outputFailed
    }
}
