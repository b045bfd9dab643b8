package import Control
import History
package import Linux

/// Controller of history queries: runs one at a time, off the loop, on its own database connection.
///
/// Neither events nor writes to the history wait for a query.
@LoopActor
package final class HistoryController {
    /// Maximum number of waiting queries; beyond that, the newest one of the user with the most is refused as busy.
    package static let queueLimit = 32
    /// Maximum number of waiting queries of one client; further ones are refused as busy.
    package static let queueLimitOfClient = 2
    /// Time limit for an answer.
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
    /// The last answer while a client has still to read it, shared with equal answers.
    private weak var lastAnswer: SharedBytes?
    private var isWorking = false

    /// - Parameter folder: folder of the history.
    package init(
        in folder: String, patience: Duration = patience, work: WorkQueue = WorkQueue()
    ) {
        self.folder = folder
        self.patience = patience
        self.work = work
    }

    /// Registers the handlers of queries.
    func register(with router: ControlRouter) {
        router.hold { [self] (request: HistoryRequest, exchange) in answer(request, exchange) }
        router.hold { [self] (request: StatisticsRequest, exchange) in answer(request, exchange) }
    }

    /// Answers with a page of notifications.
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
                throw Self.busy(with: Self.queueLimitOfClient, "this client")
            }
            waiting.append(
                Waiting(question: question, exchange: exchange), of: exchange.peer.user,
                client: client)
            if waiting.count > Self.queueLimit {
                waiting.removeMost()?.exchange.refuse(
                    Self.busy(with: Self.queueLimit, "all clients"))
            }
            goOn()
        } catch {
            exchange.refuse(error)
        }
    }

    private static func busy(with count: Int, _ whose: String) -> ControlRefusal {
        ControlRefusal(
            .busy, "\(count) history queries of \(whose) are already waiting; try again soon")
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

    /// Runs a query on a new connection, which sees renamed phones, forgotten notifications and a replaced file.
    private nonisolated static func look(
        for question: any HistoryQuestion, in folder: String, within patience: Duration
    ) -> Outcome {
        do throws(HistoryError) {
            let reader: HistoryReader?
            do throws(HistoryError) {
                reader = try HistoryReader(in: folder)
            } catch .missing {
                // The file is created with the first notification.
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
            // Equal answers, for any client, are kept once.
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
