import Configuration
import Contract
import Control
import JSON
import Linux
import Notices

/// Notices that are cleared one after another, each once the phone has answered for the one before.
struct ClearingRound {
    /// How long a phone may take about one.
    private static let patience: Duration = .seconds(60)
    /// How often a notice is tried where the phone has too much to do, and how long it rests between.
    private static let tries = 10
    private static let rest: Duration = .milliseconds(500)

    /// What the bridge said of those that were cleared.
    private(set) var cleared: [Answered<ActAnswer>] = []
    /// Those that were not, and why.
    private(set) var failed: [(id: NoticeID, refusal: ControlRefusal)] = []

    /// Clears one more, and hands over what the bridge said.
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

    /// All of it as one object.
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
