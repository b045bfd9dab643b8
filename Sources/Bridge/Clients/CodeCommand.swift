package import Commands
import Configuration
import Control
import JSON
import Linux
package import Settings

/// Command line of `code`.
package struct CodeCommand: Sendable {
    private static let copy = Parameter<Bool>.flag(
        "copy", summary: "Also put it into the clipboard of this terminal, if it supports OSC 52")
    private static let wait = Parameter<Bool>.flag(
        "wait", summary: "Wait for the next code")
    private static let seconds = Operand(
        "SECONDS", kind: .integer(CodeRequest.waitSeconds), isOptional: true,
        summary: "How long to wait with --wait; 60 by default")
    private static let usualWait = 60

    /// Command table entry of `code`.
    package static let command = Command(
        name: "code", summary: "Print the one-time code that came last",
        details: [
            "The newest code of the last two minutes, from any message on any phone, alone on a line. "
                + "If there is none, the exit status is 1."
        ],
        examples: [
            Command.Example("callboard code --copy", "into the clipboard as well"),
            Command.Example("callboard code --wait 30", "the next one, within half a minute"),
        ],
        options: [
            copy.option, wait.option, JSONChoice.lines.option,
        ] + ClientOptions.all,
        operands: [seconds])

    private let client: ClientOptions
    private let writesLines: Bool
    private let copies: Bool
    private let waits: Bool
    private let seconds: Int?

    /// Reads the parsed arguments.
    package init(_ arguments: ParsedArguments) {
        client = ClientOptions(arguments)
        writesLines = arguments[JSONChoice.lines]
        copies = arguments[Self.copy]
        waits = arguments[Self.wait]
        seconds = arguments[Self.seconds].first.flatMap(Int.init)
    }

    /// Requests the code from the running bridge and prints it.
    package func run() -> ExitStatus {
        if seconds != nil, !waits {
            Messages.say("SECONDS requires --wait")
            return .usage
        }
        let wait = waits ? seconds ?? Self.usualWait : nil
        let limit = ControlLimits.answer + .seconds(wait ?? 0)
        return client.ask(CodeRequest(wait: wait), within: limit) { answer in
            let code = answer.value.code
            let status = Messages.print(writesLines ? answer.line : code + "\n")
            guard copies, status == .success else { return status }
            return copy(code)
        }
    }

    /// Copies the code to the clipboard of the terminal, through whichever stream is connected to it.
    private func copy(_ code: String) -> ExitStatus {
        let streams: [StandardStream] = [.output, .error]
        guard let stream = streams.first(where: { Terminal.isTerminal($0.rawValue) }) else {
            Messages.say("--copy requires a terminal")
            return .unavailable
        }
        try? stream.write(TerminalClipboard.sequence(copying: code))
        return .success
    }
}
