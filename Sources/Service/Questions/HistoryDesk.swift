package import Control
import History
import JSON
package import Linux

/// Answers questions about the history: one after another, away from the loop and from a connection of
/// their own, so that neither what happens nor what is written waits for them.
@LoopActor
package final class HistoryDesk {
    /// Questions that wait for those before them; a further one is refused as busy.
    package static let queueLimit = 8
    /// How long an answer may take.
    package static let patience: Duration = .seconds(10)

    private struct Waiting {
        let question: any HistoryQuestion
        let exchange: ControlExchange
    }

    private enum Outcome: Sendable {
        case answer(HistoryAnswer)
        case timeOver
        case failed(HistoryError)
    }

    private let folder: String
    private let patience: Duration
    private let work: WorkQueue
    private var waiting: [Waiting] = []
    private var isWorking = false

    /// - Parameter folder: where the history is.
    package init(
        in folder: String, patience: Duration = patience, work: WorkQueue = WorkQueue()
    ) {
        self.folder = folder
        self.patience = patience
        self.work = work
    }

    /// Answers with a page of notices.
    package func answer(_ wish: ControlRequest.History, _ exchange: ControlExchange) {
        answer(exchange) { () throws(ControlRefusal) in try NoticePage(wish) }
    }

    /// Answers with statistics.
    package func answer(_ wish: ControlRequest.Statistics, _ exchange: ControlExchange) {
        answer(exchange) { () throws(ControlRefusal) in try FiguresOfTime(wish) }
    }

    private func answer(
        _ exchange: ControlExchange,
        _ read: () throws(ControlRefusal) -> any HistoryQuestion
    ) {
        do throws(ControlRefusal) {
            let question = try read()
            waiting.removeAll(where: \.exchange.isGone)
            guard waiting.count < Self.queueLimit else {
                throw ControlRefusal(
                    .busy,
                    "\(Self.queueLimit) questions about the history wait already; ask again soon")
            }
            waiting.append(Waiting(question: question, exchange: exchange))
            goOn()
        } catch {
            exchange.refuse(error)
        }
    }

    private func goOn() {
        waiting.removeAll(where: \.exchange.isGone)
        guard !isWorking, !waiting.isEmpty else { return }
        isWorking = true
        let next = waiting.removeFirst()
        let (question, folder, patience) = (next.question, folder, patience)
        work.run {
            Self.look(for: question, in: folder, within: patience)
        } then: { [weak self] outcome in
            self?.isWorking = false
            self?.finish(next, outcome)
            self?.goOn()
        }
    }

    /// A connection lives as long as a question: names that change, notices that are forgotten and a
    /// file that is set aside are known to the next one.
    private nonisolated static func look(
        for question: any HistoryQuestion, in folder: String, within patience: Duration
    ) -> Outcome {
        do throws(HistoryError) {
            let reader: HistoryReader?
            do throws(HistoryError) {
                reader = try HistoryReader(in: folder)
            } catch .missing {
                // It begins with the first notice.
                reader = nil
            }
            let answer = try reader.map { (reader) throws(HistoryError) in
                try reader.within(patience) { () throws(HistoryError) in
                    try question.answer(from: reader, within: patience)
                }
            }
            guard let answer else { return .answer(question.answerOfNothing) }
            return answer.map { .answer($0) } ?? .timeOver
        } catch {
            return error.isInterruption ? .timeOver : .failed(error)
        }
    }

    private func finish(_ asked: Waiting, _ outcome: Outcome) {
        switch outcome {
        case .answer(let answer):
            asked.exchange.doneAtLength { writer in
                for (key, value) in answer.members {
                    writer.key(key)
                    writer.value(written: value)
                }
            }
        case .timeOver:
            let seconds = patience.components.seconds
            asked.exchange.refuse(
                ControlRefusal(
                    .failed,
                    "this took longer than \(seconds) s; ask for \(asked.question.advice)"))
        case .failed(let error):
            asked.exchange.refuse(
                ControlRefusal(.failed, "the history cannot be read: \(error)"))
        }
    }
}
