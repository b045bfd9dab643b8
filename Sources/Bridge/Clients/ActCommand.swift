package import Commands
import Configuration
import Control
import Notices
package import Settings

/// Command line of `answer`, `decline` and `clear`.
package struct ActCommand: Sendable {
    static let notice = Operand(
        "ID", kind: .text, isOptional: true,
        summary: "The notification, by its name or the end of it, as callboard list shows it")

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

    /// Command table entries of `answer` and `decline`.
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

    /// Reads the parsed arguments.
    package init(_ action: String, _ arguments: ParsedArguments) {
        client = ClientOptions(arguments)
        writesLines = JSONChoice.isWanted(arguments)
        self.action = ActRequest.Action(rawValue: action) ?? .clear
        id = arguments[Self.notice].first
    }

    /// Sends the request to the running bridge, and prints the outcome.
    package func run() -> ExitStatus {
        if let id, let problem = NoticeHandle.problem(with: id) {
            Messages.say(problem)
            return .usage
        }
        // The phone may answer late.
        return client.ask(ActRequest(action, notice: id), within: .seconds(60)) { answer in
            if writesLines { return Messages.print(answer.line) }
            return Messages.printSentences(NoticeAction(action).done(as: answer.value) + "\n")
        }
    }
}

extension NoticeHandle {
    /// Returns why a word is no handle of a notification; nil if it may be one.
    static func problem(with word: String) -> String? {
        guard NoticeHandle(word) == nil else { return nil }
        return "ID must be the name of a notification or its end, 3 to 13 letters and digits, not "
            + "'\(word.printable)'"
    }
}
