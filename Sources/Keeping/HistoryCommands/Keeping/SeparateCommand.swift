import Commands
import History
import Settings

/// The command `history separate`.
struct SeparateCommand: Sendable {
    private static let yes = Parameter<Bool>.flag(
        "yes", letter: "y", summary: "Do not ask for confirmation; required without a terminal")

    static let command = Command(
        name: "separate", summary: "Give a copied history its own identity in a central database",
        details: [
            "After a memory card was copied, two bridges have the same history, and the central "
                + "database accepts only one of them. This command gives the history here its own "
                + "identity. All its notifications are then uploaded again, in addition to those "
                + "of the other bridge. No notification is changed.",
            "The bridge must not run meanwhile. You are asked first.",
        ],
        examples: [
            Command.Example(
                "sudo systemctl stop callboard && sudo callboard history separate", "the service's")
        ],
        options: [yes.option])

    private let place: HistoryPlace
    private let saysYes: Bool

    init(_ arguments: ParsedArguments, in place: HistoryPlace) {
        self.place = place
        saysYes = arguments[Self.yes]
    }

    /// Gives the history a new identity; asks for confirmation first.
    func run() -> ExitStatus {
        place.attempt { () throws(HistoryError) in
            let count = try HistoryReader(in: place.folder).count()
            if !saysYes {
                let question =
                    "Upload all \(count) notifications again as a new history?"
                guard let answer = Question.ask(question) else {
                    Messages.say(Question.nobody)
                    return .usage
                }
                guard answer else {
                    Messages.say("the history is not changed")
                    return .failure
                }
            }
            do throws(HistoryError) {
                try HistoryEditor.separate(in: place.folder)
            } catch .taken {
                Messages.say(
                    "a bridge is using the history; stop it first: sudo systemctl stop callboard")
                return .busy
            }
            Messages.say("the history has its own identity now; notifications to upload: \(count)")
            return .success
        }
    }
}
