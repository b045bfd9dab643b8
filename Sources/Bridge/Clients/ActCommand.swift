package import Commands
import Configuration
import Contract
import Control
import Notices
package import Settings

/// What a person can choose about `answer`, `decline` and `clear`.
package struct ActCommand: Sendable {
    static let notice = Operand(
        "ID", kind: .text, isOptional: true,
        summary: "The notice, by its name or the end of it, as callboard list shows it")

    private static func command(
        _ act: NoticeAction, _ summary: String, _ details: String...
    ) -> Command {
        Command(
            name: act.rawValue, summary: summary, details: details,
            examples: [
                Command.Example("callboard \(act.rawValue)", "the call that rings"),
                Command.Example("callboard \(act.rawValue) f6y", "one of your choice"),
            ],
            options: JSONChoice.ofPage + ClientOptions.all,
            operands: [notice])
    }

    /// The entries of the commands about calls in the table.
    package static let commands = [
        command(
            .answer, "Take the call that rings",
            "The phone takes the call, and its own microphone and speaker are used. Of several calls "
                + "it is the one that began to ring last, and of a loud and a silent one the "
                + "loud one."),
        command(.decline, "Turn away the call that rings"),
    ]

    private let client: ClientOptions
    private let writesLines: Bool
    private let action: ActRequest.Action
    private let id: String?

    /// Takes what was given on the command line.
    package init(_ action: String, _ arguments: ParsedArguments) {
        client = ClientOptions(arguments)
        writesLines = JSONChoice.isWanted(arguments)
        self.action = ActRequest.Action(rawValue: action) ?? .clear
        id = arguments[Self.notice].first
    }

    /// Asks the running bridge, and says what became of it.
    package func run() -> ExitStatus {
        if let id, let problem = NoticeHandle.problem(with: id) {
            Messages.say(problem)
            return .usage
        }
        // The phone may take its time.
        return client.ask(ActRequest(action, notice: id), within: .seconds(60)) { answer in
            if writesLines { return Messages.print(answer.line) }
            return Messages.printSentences(NoticeAction(action).done(as: answer.value) + "\n")
        }
    }
}

extension NoticeHandle {
    /// Why a word names no notice, as a sentence; nil where it may.
    static func problem(with word: String) -> String? {
        guard NoticeHandle(word) == nil else { return nil }
        return "ID wants the name of a notice or its end, 3 to 13 letters and digits, not "
            + "'\(word.printable)'"
    }
}
