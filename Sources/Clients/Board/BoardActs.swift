import Board
import Configuration
import Contract
import Control
import Following
import Linux
import Notices

/// What a person at a board has a phone do, and what is said of it.
@LoopActor
struct BoardActs {
    /// How long a phone may take.
    private static let patience: Duration = .seconds(60)

    /// How much the screen may say.
    let detail: BoardOptions.Detail

    /// What is said until the phone has answered.
    func begin(_ action: ActRequest.Action, on who: String?) -> String {
        with(who, action.waitingWord + "…")
    }

    /// Asks the bridge, and says what became of it.
    func perform(
        _ action: ActRequest.Action, _ id: NoticeID, on who: String?, through link: BridgeFollower,
        _ say: @escaping @LoopActor (String) -> Void
    ) {
        link.ask(ActRequest(action, notice: id.description), within: Self.patience) {
            [self] result in
            switch result {
            case .success(let answer):
                let shown = detail == .counts ? "" : detail == .names ? who ?? "" : nil
                say(PersonAct(action).done(as: answer.value, who: shown))
            case .failure(let failure): say(with(who, failure.sentence))
            }
        }
    }

    private func with(_ who: String?, _ sentence: String) -> String {
        guard detail != .counts, let who, !who.isEmpty else { return sentence }
        return "\(who): \(sentence)"
    }
}

extension ActRequest.Action {
    fileprivate var waitingWord: String {
        switch self {
        case .answer: "is being answered"
        case .decline: "is being declined"
        case .clear: "is being cleared"
        }
    }
}
