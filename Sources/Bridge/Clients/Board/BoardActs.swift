import Board
import Configuration
import Contract
import Control
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

    /// Asks the bridge, and gives what became of it as a sentence.
    func perform(
        _ action: ActRequest.Action, _ id: NoticeID, on who: String?, through link: BridgeFollower
    ) async -> String {
        do throws(AskFailure) {
            let request = ActRequest(action, notice: id.description)
            let answer = try await link.ask(request, within: Self.patience)
            let shown = detail == .counts ? "" : detail == .names ? who ?? "" : nil
            return NoticeAction(action).done(as: answer.value, who: shown)
        } catch {
            return with(who, error.sentence)
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
