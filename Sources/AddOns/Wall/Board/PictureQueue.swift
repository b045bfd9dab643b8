/// Queue of drawing orders, with fair turns for each token and for all clients without one.
struct PictureQueue<Order> {
    /// Limit of waiting orders.
    static var limit: Int { 8 }
    /// Limit of waiting orders of one token.
    static var limitOfToken: Int { 4 }
    /// Limit of waiting orders of all clients without a token.
    static var limitOfStrangers: Int { 2 }

    private var waiting: [(holder: String?, order: Order)] = []
    /// Tokens that had a turn, the least recent first.
    private var served: [String?] = []

    init() {}

    /// Adds an order; returns the orders that are refused for it, possibly itself.
    ///
    /// An order above the limit of its token is refused. If the queue is full, the token with the most orders loses
    /// its last one; among tokens with equally many, the latest order is lost.
    ///
    /// - Parameter holder: digest of the token; nil for all clients without one.
    mutating func add(_ order: Order, of holder: String?) -> [Order] {
        let own = count(of: holder)
        guard own < (holder == nil ? Self.limitOfStrangers : Self.limitOfToken) else {
            return [order]
        }
        waiting.append((holder, order))
        guard waiting.count > Self.limit else { return [] }
        let most = Set(waiting.map(\.holder)).map(count(of:)).max() ?? 0
        let last = waiting.lastIndex { count(of: $0.holder) == most } ?? waiting.count - 1
        return [waiting.remove(at: last).order]
    }

    /// Returns the next order.
    mutating func next() -> Order? {
        // A token without an earlier turn comes first.
        func turn(_ holder: String?) -> Int { served.firstIndex(of: holder) ?? -1 }
        let index = waiting.indices.min {
            (turn(waiting[$0].holder), $0) < (turn(waiting[$1].holder), $1)
        }
        guard let index else { return nil }
        let (holder, order) = waiting.remove(at: index)
        served.removeAll { $0 == holder }
        served.append(holder)
        // A token without orders needs no turn.
        if served.count > Self.limit * 2 {
            let waiting = Set(waiting.map(\.holder))
            served.removeAll { !waiting.contains($0) && $0 != holder }
        }
        return order
    }

    /// Removes the waiting orders that match.
    mutating func remove(where isOver: (Order) -> Bool) {
        waiting.removeAll { isOver($0.order) }
    }

    private func count(of holder: String?) -> Int {
        waiting.count { $0.holder == holder }
    }
}
