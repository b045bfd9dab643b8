import Board
import Configuration
import Control
import Linux
import Notices
import Outlets

/// Actions that the user of a board requests, and the messages about them.
@LoopActor
struct BoardActs {
    /// Time limit for an answer of the phone.
    private static let patience: Duration = .seconds(60)

    /// How much of notifications the board may show; it also limits the messages about actions.
    let detail: BoardOptions.Detail

    /// Returns the message shown until the phone answers.
    func begin(_ action: ActRequest.Action, on who: String?) -> String {
        with(who, action.waitingWord + "…")
    }

    /// Sends the request to the bridge, and returns the outcome as a sentence.
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

    /// Sends a command for the player that plays, and returns the outcome, with the name of the phone
    /// if it is known.
    func perform(
        _ command: MediaCommand, through link: BridgeFollower
    ) async -> DeviceResult<String?> {
        do throws(AskFailure) {
            let answer = try await link.ask(MediaRequest(command), within: Self.patience)
            return .performed(answer.value.phone.map { Text($0).cleaned() })
        } catch {
            return .refused(error.sentence)
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
