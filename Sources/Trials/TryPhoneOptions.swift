package import Arguments
package import Commands
import Configuration
import Doctor
import Linux
import Notices

/// What a person can choose about `try-phone`.
package struct TryPhoneOptions: Sendable {
    private static let report = Parameter<String?>.file(
        "report", summary: "Write the report into this file; callboard-iphone.txt by default")
    private static let phone = Parameter<String?>.text(
        "phone", letter: "p", placeholder: "NAME",
        summary: "Try the phone of this name, if several are here")
    private static let list = Parameter<Bool>.flag(
        "list", summary: "Print all steps with their results so far, and end")
    private static let again = Parameter<Bool>.flag(
        "new", summary: "Begin again with the first step, and drop earlier results")

    /// The command's entry in the table.
    package static let command = Command(
        name: "try-phone", summary: "Try a real iPhone step by step, and write a report",
        details: [
            "Says what to do on the phone, one step at a time, and judges each step by what the "
                + "running bridge hears: messages, calls, previews, Focus, Bluetooth off and on, "
                + "suspend, restart, pairing in each shape. The most important steps come first.",
            "Ctrl-C ends it at any time, and the same command continues with the next step. The "
                + "report may be shown to strangers: it contains results, times, categories and "
                + "versions, and no text, name, address or identifier. Docs/try-phone.md explains "
                + "each step.",
        ],
        examples: [
            Command.Example("sudo callboard try-phone", "with the service"),
            Command.Example("callboard try-phone --list", "what is done, and what is left"),
        ],
        options: [report.option, phone.option, list.option, again.option]
            + ClientOptions.all + StateOptions.all,
        isForAdministrators: true)

    private static let usualReport = "callboard-iphone.txt"

    /// The way to the bridge.
    let client: ClientOptions
    /// The file for strangers.
    let reportPath: String
    /// The phone that was named.
    let phone: String?
    let file: TrialFile
    private let lists: Bool
    private let beginsAgain: Bool
    private let given: ParsedArguments

    /// Takes what was given on the command line.
    package init(_ arguments: ParsedArguments) {
        client = ClientOptions(arguments)
        reportPath = arguments[Self.report] ?? Self.usualReport
        phone = arguments[Self.phone]
        file = TrialFile(in: StateOptions(arguments).folder)
        lists = arguments[Self.list]
        beginsAgain = arguments[Self.again]
        given = arguments
    }

    /// Leads a person through the steps.
    package func run() -> ExitStatus {
        if !lists, !isAtTerminal {
            Messages.say(
                "try-phone needs a person at a terminal; callboard try-phone --list prints the "
                    + "steps")
            return .unavailable
        }
        do throws(Errno) {
            guard let lock = try file.lock() else {
                Messages.say("another callboard try-phone is running; end it first")
                return .busy
            }
            defer { withExtendedLifetime(lock) {} }
            let content = try file.read()
            if let advice = content.advice { Messages.say(advice) }
            let record = beginsAgain ? TrialRecord() : content.record
            if lists { return printList(record) }
            if let problem = reportProblem {
                Messages.say(problem)
                return .outputFailed
            }
            return TrialSession.run(self, record, host: HostIdentity.lines(given))
        } catch {
            Messages.say("\(file.path.printable): \(error)")
            return error == .accessDenied ? .noPermission : .unavailable
        }
    }

    private var isAtTerminal: Bool {
        Terminal.isTerminal(StandardStream.input.rawValue)
            && Terminal.isTerminal(StandardStream.output.rawValue)
    }

    /// Why the report cannot go where it should: something else is there.
    private var reportProblem: String? {
        switch HostFiles().read(reportPath) {
        case .absent: nil
        case .unreadable(let error): "\(reportPath.printable): \(error)"
        case .text(let text):
            text.hasPrefix(TrialReport.mark)
                ? nil
                : "\(reportPath.printable) is there and is not a report; --report names another file"
        }
    }

    private func printList(_ record: TrialRecord) -> ExitStatus {
        let report = TrialReport(record, host: [])
        return Messages.print(report.table + report.summary + "\n")
    }
}
