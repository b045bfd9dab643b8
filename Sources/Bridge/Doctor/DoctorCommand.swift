package import Commands
import Configuration
import Linux
package import Settings

/// Command line of `doctor`.
package struct DoctorCommand: Sendable {
    static let report = Parameter<String?>.file(
        "report",
        summary: "Write a report without private data to this new file; - is standard output")

    /// Command table entry of `doctor`.
    package static let command = Command(
        name: "doctor", summary: "Find out why notifications do not arrive",
        details: [
            "Checks for known problems. Prints OK, WARN or FAIL for each, or SKIP if a check is not "
                + "possible. Each problem is followed by its fix: a command, or a step on the "
                + "phone. Nothing is changed. The status is 1 if a check fails.",
            "Root sees more than other users. The output names phones, but not their addresses, "
                + "and contains no notifications. A file made with --report does not name phones "
                + "either. Docs/reference/doctor.md explains each check.",
        ],
        examples: [
            Command.Example("sudo callboard doctor", "look at everything"),
            Command.Example("callboard doctor --json | jq .ok", "for programs"),
            Command.Example(
                "sudo callboard doctor --report report.txt",
                "to publish when you ask for help"),
        ],
        options: [Self.report.option] + JSONChoice.ofPage + [
            SettingsFile.parameter.option, ClientOptions.socket.option,
            RadioOptions.radio.option, RadioOptions.adapter.option,
        ] + StateOptions.all,
        isForAdministrators: true)

    let writesLines: Bool
    /// File for the report; nil for none.
    let report: String?
    let file: SettingsFile
    let state: StateOptions
    /// Chosen radio; nil for that of the bridge or the configuration.
    let radio: RealRadio?
    let socket: String?

    /// Reads the parsed arguments.
    package init(_ arguments: ParsedArguments) {
        writesLines = JSONChoice.isWanted(arguments)
        report = arguments[Self.report]
        file = SettingsFile(arguments, override: RadioOptions.override(arguments))
        state = StateOptions(arguments)
        radio = arguments.has(RadioOptions.radio.option) ? arguments[RadioOptions.radio] : nil
        socket = arguments[ClientOptions.socket]
    }

    /// Returns the options that make an add-on service check the same configuration and bridge.
    ///
    /// - Parameter path: the configuration; nil for the default.
    func ofAddOns(reading path: String?) -> [String] {
        (path.map { ["--config", $0] } ?? []) + (socket.map { ["--socket", $0] } ?? [])
    }

    /// Runs all checks and prints the findings.
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
            Messages.say("the report is in \(name); read it before you publish it")
            return .success
        } catch .exists {
            Messages.say("\(name) is there already; a report needs a new file")
        } catch {
            Messages.say("\(name) cannot be written: \(error)")
        }
        return .outputFailed
    }
}
