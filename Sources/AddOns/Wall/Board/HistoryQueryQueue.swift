import Control
import Linux

/// Queue of browsers' queries about the bridge's history, one at a time.
///
/// The bridge accepts only two waiting requests of a client. The other one is for the sizes in `/metrics`.
@LoopActor
final class HistoryQueryQueue {
    /// Limit of waiting queries; further ones are refused.
    nonisolated static let limit = 32

    private struct PendingQuery {
        let isWanted: @LoopActor () -> Bool
        let begin: @LoopActor (_ done: @escaping @LoopActor () -> Void) -> Void
    }

    private var errands: [PendingQuery] = []
    private var isUnderWay = false

    /// Queues a query; returns false if the queue is full.
    ///
    /// - Parameters:
    ///   - isWanted: whether the client still waits for the answer.
    ///   - begin: sends the query, and calls its argument once the answer is there.
    func add(
        isWanted: @autoclosure @escaping @LoopActor () -> Bool,
        _ begin: @escaping @LoopActor (_ done: @escaping @LoopActor () -> Void) -> Void
    ) -> Bool {
        errands.removeAll { !$0.isWanted() }
        guard errands.count < Self.limit else { return false }
        errands.append(PendingQuery(isWanted: isWanted, begin: begin))
        goOn()
        return true
    }

    private func goOn() {
        errands.removeAll { !$0.isWanted() }
        guard !isUnderWay, !errands.isEmpty else { return }
        isUnderWay = true
        errands.removeFirst().begin { [weak self] in
            self?.isUnderWay = false
            self?.goOn()
        }
    }
}
