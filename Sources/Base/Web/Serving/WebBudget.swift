/// What a long answer counts for while it waits for its reader: those of one load never wait for those of another.
package enum WebLoad: Hashable, Sendable {
    /// A page and its data.
    case page
    /// A picture of the board.
    case picture
}

/// A long answer that waits for its reader.
struct WebClaim: Hashable, Sendable {
    /// Whose share it counts for; nil for all strangers together.
    let holder: String?
    let load: WebLoad
    let bytes: Int
}

/// Bytes of long answers that readers have not taken yet, shared out between those who may ask for them.
struct WebBudget: Sendable {
    /// Bytes of one load at most.
    let limit: Int
    private var waiting: [WebLoad: [String?: Int]] = [:]

    init(limit: Int) {
        self.limit = limit
    }

    /// Whether one more answer has room.
    ///
    /// A token has half of the budget, and all strangers together a quarter; the last quarter is for those of whom
    /// nothing waits, of whom one answer always counts as within their share.
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
