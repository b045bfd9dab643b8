import AddOnRuntime
import Control
import History
import Linux

/// Requests to the bridge about its history, one after another.
@LoopActor
final class HistoryUpload {
    /// Time for an answer, in addition to the time that the bridge may wait for something to upload.
    private nonisolated static let answerPatience: Duration = .seconds(60)

    private let frame: AddOnRunner
    private let patience: Duration
    private var question: Question?

    /// - Parameter wait: seconds that the bridge may wait for something to upload.
    init(_ frame: AddOnRunner, wait: Int) {
        self.frame = frame
        patience = .seconds(wait) + Self.answerPatience
    }

    /// Returns the identity of the history, with the token of its last upload and the next token.
    func identity() async throws(PushTrouble) -> HistoryIdentity {
        let answer = try await ask(OutboxRequest(nil))
        guard let history = answer.value.history, let meeting = answer.value.meeting,
            let token = answer.value.token, let next = answer.value.next
        else { throw .bridge("it reports no history") }
        return HistoryIdentity(history: history, meeting: meeting, token: token, next: next)
    }

    /// Returns the next batch to upload.
    func batch(
        _ wish: OutboxOperation, _ folder: WordFolder
    ) async throws(PushTrouble) -> HandedBatch {
        let answer = try await ask(OutboxRequest(wish))
        guard let batch = HandedBatch(answer.json, folder) else {
            throw .bridge("its batch is invalid")
        }
        return batch
    }

    /// Ends the pending request, if any, with this error.
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

    /// A pending request, which is answered once.
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
