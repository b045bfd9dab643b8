package import Commands
import Configuration
import Contract
import Control
import JSON
package import Settings

/// What a person can choose about `reload`.
package struct ReloadCommand: Sendable {
    /// The command's entry in the table.
    package static let command = Command(
        name: "reload", summary: "Have the running bridge read its configuration again",
        details: [
            "Where the configuration makes no sense that is told, the status is 78, and the bridge goes "
                + "on with the one before. Files that were moved away are begun anew. SIGHUP does "
                + "the same without saying what became of it."
        ],
        examples: [Command.Example("callboard reload", "after a change of callboard.conf")],
        options: ClientOptions.all, isForAdministrators: true)

    private let client: ClientOptions

    /// Takes what was given on the command line.
    package init(_ arguments: ParsedArguments) {
        client = ClientOptions(arguments)
    }

    /// Asks the running bridge, and says what became of it.
    package func run() -> ExitStatus {
        switch ControlClient.ask(ReloadRequest(), at: client.path) {
        case .success: return tellOfRestart()
        case .failure(.refused(let refusal)) where refusal.code == .failed:
            Messages.say("the configuration stays as it was: \(refusal.sentence)")
            return .badConfiguration
        case .failure(let failure): return failure.tell()
        }
    }

    /// Says that it was read, and what of it does not hold yet.
    private func tellOfRestart() -> ExitStatus {
        var sentence = "the configuration was read again"
        // Who may have it read need not be one who may ask how the bridge is.
        if case .success(let answer) = ControlClient.ask(StatusRequest(), at: client.path) {
            let waiting = answer.value.configuration?.needsRestart ?? []
            if !waiting.isEmpty {
                sentence +=
                    "; once the bridge is restarted it holds for "
                    + waiting.joined(separator: ", ") + " too"
            }
        }
        return Messages.printSentences(sentence + "\n")
    }
}
