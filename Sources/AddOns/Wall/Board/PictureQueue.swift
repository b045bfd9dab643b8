/// Orders that wait to be drawn, in turns by whose they are: a token, or all strangers together.
struct PictureQueue<Order> {
    /// Orders that wait at most.
    static var limit: Int { 8 }
    /// Orders of one token that wait at most.
    static var limitOfToken: Int { 4 }
    /// Orders of all strangers that wait at most.
    static var limitOfStrangers: Int { 2 }

    private var waiting: [(holder: String?, order: Order)] = []
    /// Those whose order was drawn, the one whose turn is the longest ago first.
    private var served: [String?] = []

    init() {}

    /// Takes an order; returns those that are refused for it, perhaps itself.
    ///
    /// If the queue is full, the token with the most orders loses its last; the one with the fewest is never refused.
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

    /// The order whose turn it is.
    mutating func next() -> Order? {
        // A token that was never served comes first.
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

    /// Forgets orders.
    mutating func remove(where isOver: (Order) -> Bool) {
        waiting.removeAll { isOver($0.order) }
    }

    private func count(of holder: String?) -> Int {
        waiting.count { $0.holder == holder }
    }
}
