import Board
import Bridge
package import Commands
import Configuration
import Control
import Linux
import Notices
package import Settings

/// Command line of `clear`.
package struct ClearCommand: Sendable {
    private static let app = Parameter<[String]>.texts(
        "app", letter: "a", placeholder: "APP",
        summary: "All notifications of this app, by identifier or name; callboard apps lists them")
    private static let all = Parameter<Bool>.flag("all", summary: "All notifications there are")
    private static let yes = Parameter<Bool>.flag(
        "yes", letter: "y",
        summary: "Do not ask for confirmation; --all requires it without a terminal")

    /// Command table entry of `clear`.
    package static let command = Command(
        name: "clear", summary: "Clear notifications from the phone",
        details: [
            "Without ID, it clears the newest notification that can be cleared. A call is never "
                + "cleared: callboard decline turns it away.",
            "--app and --all clear one notification after another, at most 1024, since a phone "
                + "performs one action at a time, and print the outcome of each. What the phone "
                + "does not allow to be cleared remains.",
        ],
        examples: [
            Command.Example("callboard clear", "the newest notification"),
            Command.Example("callboard clear f6y", "one of your choice"),
            Command.Example("callboard clear --app Mail", "all of an app"),
        ],
        options: [app.option, all.option, yes.option] + JSONChoice.ofPage
            + ClientOptions.all,
        operands: [ActCommand.notice])

    private let one: ActCommand
    private let client: ClientOptions
    private let writesLines: Bool
    private let apps: [String]
    private let clearsAll: Bool
    private let saysYes: Bool
    private let hasID: Bool

    /// Reads the parsed arguments.
    package init(_ arguments: ParsedArguments) {
        one = ActCommand(NoticeAction.clear.rawValue, arguments)
        client = ClientOptions(arguments)
        writesLines = JSONChoice.isWanted(arguments)
        apps = arguments[Self.app]
        clearsAll = arguments[Self.all]
        saysYes = arguments[Self.yes]
        hasID = !arguments[ActCommand.notice].isEmpty
    }

    /// Clears the chosen notifications and prints the outcome.
    package func run() -> ExitStatus {
        guard clearsAll || !apps.isEmpty else { return one.run() }
        guard !(clearsAll && !apps.isEmpty), !hasID else {
            Messages.say("give only one of ID, --app and --all")
            return .usage
        }
        switch HeldNotices.ask(at: client.path, TailRequest(apps: apps)) {
        case .failure(let problem): return problem.tell()
        case .success(let day):
            let wanted = day.listed.map(\.notice).filter(NoticeAction.clear.isOffered)
            guard !wanted.isEmpty else {
                let filter = TailRequest(apps: apps)
                let unknown = AskedNames.unknown(in: filter, at: client.path)
                Messages.say(
                    unknown.isEmpty
                        ? ActResult.nothingToClear.refusal.sentence
                        : unknown.joined(separator: "\n"))
                return .failure
            }
            return mayClear(wanted.count) ?? clear(wanted)
        }
    }

    /// Asks for confirmation; returns an exit status if the command must stop.
    private func mayClear(_ count: Int) -> ExitStatus? {
        guard clearsAll, !saysYes else { return nil }
        let notices = count == 1 ? "1 notification" : "\(count) notifications"
        guard let answer = Question.ask("Clear \(notices) from the phone?") else {
            Messages.say(Question.nobody)
            return .usage
        }
        if answer { return nil }
        Messages.say("nothing is cleared")
        return .failure
    }

    private func clear(_ notices: [Notice]) -> ExitStatus {
        let handles = NoticeHandle.all(of: notices.map(\.id))
        var round = ClearingRound()
        for notice in notices {
            switch round.clear(notice.id, at: client.path) {
            case .success(let answer):
                if !writesLines, let status = tell(answer) { return status }
            case .failure(.refused(let refusal)):
                Messages.say("not cleared: \(handles[notice.id] ?? ""): \(refusal.sentence)")
            case .failure(.failed(let failure)):
                let rest = notices.count - round.cleared.count
                Messages.say("\(failure); not cleared: \(rest) of \(notices.count)")
                return failure.status
            }
        }
        if writesLines {
            let status = Messages.print(round.line)
            guard status == .success else { return status }
        }
        guard !round.failed.isEmpty else { return .success }
        Messages.say("not cleared: \(round.failed.count) of \(notices.count)")
        return .failure
    }

    /// Prints what was cleared; returns an exit status if output fails.
    private func tell(_ answer: ActAnswer) -> ExitStatus? {
        let status = Messages.printSentences(NoticeAction.clear.done(as: answer) + "\n")
        return status == .success ? nil : status
    }
}
