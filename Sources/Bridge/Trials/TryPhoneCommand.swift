package import Commands
import Configuration
import Linux
import Notices
package import Settings

/// Command line of `try-phone`.
package struct TryPhoneCommand: Sendable {
    private static let report = Parameter<String?>.file(
        "report", summary: "Write the report into this file; callboard-iphone.txt by default")
    private static let phone = Parameter<String?>.text(
        "phone", letter: "p", placeholder: "NAME",
        summary: "Try the phone of this name, if several are here")
    private static let list = Parameter<Bool>.flag(
        "list", summary: "Print all steps with their results so far")
    private static let again = Parameter<Bool>.flag(
        "new", summary: "Begin again with the first step, and delete earlier results")

    /// Command table entry of `try-phone`.
    package static let command = Command(
        name: "try-phone", summary: "Try a real iPhone step by step, and write a report",
        details: [
            "Shows what to do on the phone, one step at a time, and evaluates each step by what the "
                + "running bridge receives: messages, calls, previews, Focus, Bluetooth off and on, "
                + "suspend, restart, pairing in each shape. The most important steps come first.",
            "Ctrl-C ends it at any time, and the command without --new continues with the next step. The "
                + "report may be shown to strangers: it contains results, times, categories and "
                + "versions, and no text, name, address or identifier. Docs/how-to/try-phone.md explains "
                + "each step.",
        ],
        examples: [
            Command.Example("sudo callboard try-phone", "with the service"),
            Command.Example("sudo callboard try-phone --list", "what is done, and what is left"),
        ],
        options: [report.option, phone.option, list.option, again.option]
            + ClientOptions.all + StateOptions.all,
        isForAdministrators: true)

    private static let usualReport = "callboard-iphone.txt"

    /// Connection options.
    let client: ClientOptions
    /// Path of the report.
    let reportPath: String
    /// Named phone.
    let phone: String?
    let file: TrialFile
    private let lists: Bool
    private let beginsAgain: Bool
    private let given: ParsedArguments

    /// Reads the parsed arguments.
    package init(_ arguments: ParsedArguments) {
        client = ClientOptions(arguments)
        reportPath = arguments[Self.report] ?? Self.usualReport
        phone = arguments[Self.phone]
        file = TrialFile(in: StateOptions(arguments).folder)
        lists = arguments[Self.list]
        beginsAgain = arguments[Self.again]
        given = arguments
    }

    /// Runs the trials.
    ///
    /// - Parameter host: facts about the host for the report, one line each.
    package func run(host: (ParsedArguments) -> [String]) -> ExitStatus {
        if lists { return printList() }
        guard isAtTerminal else {
            Messages.say(
                "try-phone needs a user at a terminal; callboard try-phone --list prints the "
                    + "steps")
            return .unavailable
        }
        if let problem = reportProblem {
            Messages.say(problem)
            return .outputFailed
        }
        do throws(Errno) {
            guard let lock = try file.lock() else {
                Messages.say("another callboard try-phone is running; end it first")
                return .busy
            }
            defer { withExtendedLifetime(lock) {} }
            let content = try file.read()
            for sentence in content.advice { Messages.say(sentence) }
            let record = beginsAgain ? TrialRecord() : content.record
            return TrialSession.run(self, record, host: host(given))
        } catch {
            return refuse(error)
        }
    }

    private func printList() -> ExitStatus {
        do throws(Errno) {
            // Reading needs no lock, even during a running trial.
            let content = try file.look()
            for sentence in content.advice { Messages.say(sentence) }
            let report = TrialReport(beginsAgain ? TrialRecord() : content.record, host: [])
            return Messages.print(report.table + report.summary + "\n")
        } catch {
            return refuse(error)
        }
    }

    private func refuse(_ error: Errno) -> ExitStatus {
        Messages.say("\(file.path.printable): \(error)")
        return error == .accessDenied ? .noPermission : .unavailable
    }

    private var isAtTerminal: Bool {
        Terminal.isTerminal(StandardStream.input.rawValue)
            && Terminal.isTerminal(StandardStream.output.rawValue)
    }

    /// Reason why the report cannot be written to its path, with a fix.
    private var reportProblem: String? {
        let path = reportPath.printable
        switch ReplacedFile(reportPath, mode: TrialReport.mode).obstacle {
        case .notRegular:
            return "'\(path)' is not a regular file; --report takes a new file or an earlier report"
        case .noFolder(let folder):
            return "the folder '\(folder.printable)' of the report does not exist; create it, or "
                + "choose another file with --report"
        case .closedFolder(let folder, let error):
            return "the folder '\(folder.printable)' of the report cannot be written (\(error)); "
                + "choose another file with --report"
        case nil: break
        }
        switch HostFiles().read(reportPath) {
        case .absent: return nil
        case .unreadable(let error): return "\(path): \(error)"
        case .text(let text):
            return text.hasPrefix(TrialReport.mark)
                ? nil : "'\(path)' exists and is not a report; choose another file with --report"
        }
    }
}
