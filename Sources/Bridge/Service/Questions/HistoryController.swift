package import Contract
package import Control
import History
package import Linux

/// Answers questions about the history: one after another, away from the loop and from a connection of
/// their own, so that neither what happens nor what is written waits for them.
@LoopActor
package final class HistoryController {
    /// Questions that wait for others; at a further one the last of the client that has most is
    /// refused as busy.
    package static let queueLimit = 32
    /// Questions of one client that wait; a further one is refused as busy.
    package static let queueLimitOfClient = 2
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
    private var waiting = Turns<Waiting>()
    /// The last answer, while somebody has yet to read it: who asks the same is sent the same.
    private weak var lastAnswer: SharedBytes?
    private var isWorking = false

    /// - Parameter folder: where the history is.
    package init(
        in folder: String, patience: Duration = patience, work: WorkQueue = WorkQueue()
    ) {
        self.folder = folder
        self.patience = patience
        self.work = work
    }

    /// Takes questions.
    func register(with router: ControlRouter) {
        router.hold { [self] (request: HistoryRequest, exchange) in answer(request, exchange) }
        router.hold { [self] (request: StatisticsRequest, exchange) in answer(request, exchange) }
    }

    /// Answers with a page of notices.
    package func answer(_ wish: HistoryRequest, _ exchange: ControlExchange) {
        answer(exchange) { () throws(ControlRefusal) in try HistoryNoticePage(wish) }
    }

    /// Answers with statistics.
    package func answer(_ wish: StatisticsRequest, _ exchange: ControlExchange) {
        answer(exchange) { () throws(ControlRefusal) in try FiguresOfTime(wish) }
    }

    private func answer(
        _ exchange: ControlExchange,
        _ read: () throws(ControlRefusal) -> any HistoryQuestion
    ) {
        do throws(ControlRefusal) {
            let question = try read()
            waiting.removeAll(where: \.exchange.isGone)
            let client = exchange.clientNumber
            guard waiting.count(of: client) < Self.queueLimitOfClient else {
                throw Self.busy(with: Self.queueLimitOfClient, "of yours")
            }
            waiting.append(
                Waiting(question: question, exchange: exchange), of: exchange.peer.user,
                client: client)
            if waiting.count > Self.queueLimit {
                waiting.removeMost()?.exchange.refuse(Self.busy(with: Self.queueLimit, "of all"))
            }
            goOn()
        } catch {
            exchange.refuse(error)
        }
    }

    private static func busy(with count: Int, _ whose: String) -> ControlRefusal {
        ControlRefusal(
            .busy, "\(count) questions \(whose) about the history wait already; ask again soon")
    }

    private func goOn() {
        waiting.removeAll(where: \.exchange.isGone)
        guard !isWorking, let next = waiting.removeNext() else { return }
        isWorking = true
        let (question, folder, patience) = (next.question, folder, patience)
        LoopActor.begin { [self] in
            let outcome = await work.run {
                Self.look(for: question, in: folder, within: patience)
            }
            isWorking = false
            finish(next, outcome)
            goOn()
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
            // What is the same again, for whomever, is held once.
            let members =
                lastAnswer.flatMap { $0.bytes == answer.members ? $0 : nil }
                ?? asked.exchange.share(answer.members)
            lastAnswer = members
            asked.exchange.doneAtLength(written: members)
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
