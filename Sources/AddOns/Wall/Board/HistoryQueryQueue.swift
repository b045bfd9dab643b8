import Control
import Linux

/// Questions that browsers have about the bridge's history, one at a time: of all that wait at the
/// bridge only two may be the wall's, and one of those is about how much there is.
@LoopActor
final class HistoryQueryQueue {
    /// Questions that wait for the one that was asked; a further one is refused.
    nonisolated static let limit = 32

    private struct PendingQuery {
        let isWanted: @LoopActor () -> Bool
        let begin: @LoopActor (_ done: @escaping @LoopActor () -> Void) -> Void
    }

    private var errands: [PendingQuery] = []
    private var isUnderWay = false

    /// Asks when it is its turn; says whether there is room for it.
    ///
    /// - Parameters:
    ///   - isWanted: whether somebody still waits for the answer.
    ///   - begin: asks, and calls what it is given once the answer is there.
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
