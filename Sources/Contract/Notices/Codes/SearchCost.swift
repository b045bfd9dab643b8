internal import Synchronization

/// Counter of character accesses, which measures the cost of a search independently of the host's speed.
final class SearchCost: Sendable {
    private let number = Atomic(0)

    var total: Int { number.load(ordering: .relaxed) }

    func add() {
        number.add(1, ordering: .relaxed)
    }
}
