internal import Synchronization

/// Counts how often a search for a code looks at a character: what a text costs, on a machine of any speed.
final class SearchCost: Sendable {
    private let number = Atomic(0)

    /// How often it was so far.
    var total: Int { number.load(ordering: .relaxed) }

    func add() {
        number.add(1, ordering: .relaxed)
    }
}
