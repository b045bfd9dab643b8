import Configuration
import Control
import JSON
import Linux
import Notices

/// Sequence of clear requests, each sent once the phone has answered the previous one.
struct ClearingRound {
    /// Time limit for one notification.
    private static let patience: Duration = .seconds(60)
    /// Attempts for one notification while the phone is busy, and the pause between them.
    private static let tries = 10
    private static let rest: Duration = .milliseconds(500)

    /// Answers about cleared notifications.
    private(set) var cleared: [Answered<ActAnswer>] = []
    /// Notifications that were not cleared, with the reason.
    private(set) var failed: [(id: NoticeID, refusal: ControlRefusal)] = []

    /// Clears one notification and returns the answer of the bridge.
    mutating func clear(
        _ id: NoticeID, at path: String
    ) -> Result<ActAnswer, AskFailure> {
        for attempt in 1...Self.tries {
            let request = ActRequest(.clear, notice: id.description)
            switch ControlClient.ask(request, at: path, within: Self.patience) {
            case .success(let answer):
                cleared.append(answer)
                return .success(answer.value)
            case .failure(.refused(let refusal))
            where refusal.code == .busy && attempt < Self.tries:
                EventLoop.run { await EventLoop.pause(Self.rest) }
            case .failure(let failure):
                if case .refused(let refusal) = failure { failed.append((id, refusal)) }
                return .failure(failure)
            }
        }
        return .failure(.failed(.noAnswer))
    }

    /// All results as one JSON object.
    var line: String {
        JSONWriter.lineText { writer in
            writer.array("cleared") { writer in
                for answer in cleared { answer.json.writeAnswer(to: &writer) }
            }
            writer.objects("failed", failed) { writer, element in
                let (id, refusal) = element
                writer.member("id", id.description)
                writer.member("error", refusal.code.rawValue)
                writer.member("says", refusal.sentence)
            }
        }
    }
}
