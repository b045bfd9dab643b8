import AddOnRuntime
import Contract
import Control
import History
import Linux

/// What is asked of the bridge about its history, one question after the other.
@LoopActor
final class BridgeDialogue {
    /// What an answer may take beside the wait.
    private nonisolated static let answerPatience: Duration = .seconds(60)

    private let frame: AddOnRunner
    private let patience: Duration
    private var question: Question?

    /// - Parameter wait: seconds for which the bridge may wait for something to hand over.
    init(_ frame: AddOnRunner, wait: Int) {
        self.frame = frame
        patience = .seconds(wait) + Self.answerPatience
    }

    /// By what the history is known, and is to be known from now on.
    func identity() async throws(PushTrouble) -> HistoryIdentity {
        let answer = try await ask(OutboxRequest(nil))
        guard let history = answer.value.history, let meeting = answer.value.meeting,
            let token = answer.value.token, let next = answer.value.next
        else { throw .bridge("it says nothing of its history") }
        return HistoryIdentity(history: history, meeting: meeting, token: token, next: next)
    }

    /// What is to be handed over next.
    func batch(
        _ wish: OutboxOperation, _ folder: WordFolder
    ) async throws(PushTrouble) -> HandedBatch {
        let answer = try await ask(OutboxRequest(wish))
        guard let batch = HandedBatch(answer.json, folder) else {
            throw .bridge("what it handed over makes no sense")
        }
        return batch
    }

    /// Has the question that was not answered yet, where there is one, answered by this.
    func end(_ trouble: PushTrouble) {
        question?.end(.failure(trouble))
    }

    private func ask(
        _ request: OutboxRequest
    ) async throws(PushTrouble) -> Answered<OutboxAnswer> {
        let (frame, patience) = (frame, patience)
        let answer: Question.Answer = await withCheckedContinuation { continuation in
            let question = Question(continuation)
            self.question = question
            frame.ask(request, within: patience) { result in
                question.end(result.mapError { .bridge($0.sentence) })
            }
        }
        question = nil
        return try answer.get()
    }

    /// Something that was asked, until there is an answer or nobody wants it any more.
    @LoopActor private final class Question {
        typealias Answer = Result<Answered<OutboxAnswer>, PushTrouble>

        private var continuation: CheckedContinuation<Answer, Never>?

        init(_ continuation: CheckedContinuation<Answer, Never>) {
            self.continuation = continuation
        }

        func end(_ answer: Answer) {
            continuation?.resume(returning: answer)
            continuation = nil
        }
    }
}
