package import Commands
import Configuration
import Control
import JSON
package import Settings

/// Command line of `reload`.
package struct ReloadCommand: Sendable {
    /// Command table entry of `reload`.
    package static let command = Command(
        name: "reload", summary: "Have the running bridge read its configuration again",
        details: [
            "If the configuration is invalid, its errors are printed, the status is 78, and the "
                + "previous one stays active. Files that were moved away are created again. "
                + "SIGHUP does the same without reporting the outcome."
        ],
        examples: [Command.Example("callboard reload", "after a change of callboard.conf")],
        options: ClientOptions.all, isForAdministrators: true)

    private let client: ClientOptions

    /// Reads the parsed arguments.
    package init(_ arguments: ParsedArguments) {
        client = ClientOptions(arguments)
    }

    /// Sends the request to the running bridge and prints the outcome.
    package func run() -> ExitStatus {
        switch ControlClient.ask(ReloadRequest(), at: client.path) {
        case .success: return tellOfRestart()
        case .failure(.refused(let refusal)) where refusal.code == .failed:
            Messages.say("the configuration stays as it was: \(refusal.sentence)")
            return .badConfiguration
        case .failure(let failure): return failure.tell()
        }
    }

    /// Prints that the configuration was read, and which changes require a restart.
    private func tellOfRestart() -> ExitStatus {
        var sentence = "the configuration was read again"
        // The right to reload does not include the right to read the status.
        if case .success(let answer) = ControlClient.ask(StatusRequest(), at: client.path) {
            let waiting = answer.value.configuration?.needsRestart ?? []
            if !waiting.isEmpty {
                sentence +=
                    "; changes of " + waiting.joined(separator: ", ")
                    + " apply only once the bridge is restarted"
            }
        }
        return Messages.printSentences(sentence + "\n")
    }
}
