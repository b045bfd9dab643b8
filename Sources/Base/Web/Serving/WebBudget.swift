/// Budget of a long response while it waits for its reader; each kind has a separate limit.
package enum WebLoad: Hashable, Sendable {
    /// A page and its data.
    case page
    /// An image of the board.
    case picture
}

/// A long response that waits for its reader.
struct WebClaim: Hashable, Sendable {
    /// Token whose share is used; nil for all anonymous clients together.
    let holder: String?
    let load: WebLoad
    let bytes: Int
}

/// Budget of unread bytes of long responses, divided between clients.
struct WebBudget: Sendable {
    /// Maximum number of bytes of one kind.
    let limit: Int
    private var waiting: [WebLoad: [String?: Int]] = [:]

    init(limit: Int) {
        self.limit = limit
    }

    /// Returns whether there is room for another response.
    ///
    /// A token may use half of the budget, and all anonymous clients together a quarter. The last
    /// quarter is reserved for clients with no waiting response; no share limits their first one.
    func hasRoom(for claim: WebClaim) -> Bool {
        let all = waiting[claim.load] ?? [:]
        let total = all.values.reduce(0, +) + claim.bytes
        guard let own = all[claim.holder] else { return total <= limit }
        let share = claim.holder == nil ? limit / 4 : limit / 2
        return own + claim.bytes <= share && total <= limit / 4 * 3
    }

    mutating func add(_ claim: WebClaim) {
        waiting[claim.load, default: [:]][claim.holder, default: 0] += claim.bytes
    }

    mutating func remove(_ claim: WebClaim) {
        guard let own = waiting[claim.load]?[claim.holder] else { return }
        waiting[claim.load]?[claim.holder] = own > claim.bytes ? own - claim.bytes : nil
    }
}
