import Commands
import History
import Settings

/// What a person can choose about `history separate`.
struct SeparateCommand: Sendable {
    private static let yes = Parameter<Bool>.flag(
        "yes", letter: "y", summary: "Do not ask for confirmation; needed where nobody can answer")

    /// The command's entry in the table.
    static let command = Command(
        name: "separate", summary: "Make a copied history one of its own for a centre",
        details: [
            "Whoever copies a card has two bridges with one history, of which a centre takes only one. "
                + "This gives the history here a name of its own: all it has is handed over anew, beside what "
                + "the other one hands over. No notice is changed.",
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

    /// Gives the history a name of its own, once somebody has agreed.
    func run() -> ExitStatus {
        place.attempt { () throws(HistoryError) in
            let count = try HistoryReader(in: place.folder).count()
            if !saysYes {
                let question =
                    "Hand all \(count) notices over as a new history, beside what a centre has?"
                guard let answer = Question.ask(question) else {
                    Messages.say(Question.nobody)
                    return .usage
                }
                guard answer else {
                    Messages.say("the history stays as it is")
                    return .failure
                }
            }
            do throws(HistoryError) {
                try HistoryEditor.separate(in: place.folder)
            } catch .taken {
                Messages.say(
                    "a bridge has the history; stop it first: sudo systemctl stop callboard")
                return .busy
            }
            Messages.say("the history is one of its own now; notices to hand over: \(count)")
            return .success
        }
    }
}
