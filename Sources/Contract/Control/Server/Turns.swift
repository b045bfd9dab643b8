/// What many clients of many users wait for, in turns: first by user, then by client, and what one
/// client waits for in its own order.
///
/// Who has much does not hold up who has little: the user is next whose turn was longest ago.
package struct Turns<Element> {
    /// Users whose last turn is remembered though they wait for nothing.
    private static var remembered: Int { 1_024 }

    /// Users that wait for something, the next one first.
    private var users: [UInt32] = []
    /// The clients of a user, in the order of their turns.
    private var clients: [UInt32: [UInt64]] = [:]
    private var elements: [UInt64: [Element]] = [:]
    /// When users had their last turn, as the count of turns until then.
    private var lastTurns: [UInt32: UInt64] = [:]
    private var turn: UInt64 = 0
    /// How much waits.
    package private(set) var count = 0

    /// Nobody waits.
    package init() {}

    /// Users whose last turn is remembered.
    var rememberedCount: Int { lastTurns.count }

    /// Whether nobody waits.
    package var isEmpty: Bool { count == 0 }

    /// How much one client waits for.
    package func count(of client: UInt64) -> Int { elements[client]?.count ?? 0 }

    /// Has a client wait for something.
    package mutating func append(_ element: Element, of user: UInt32, client: UInt64) {
        if elements[client] == nil {
            if clients[user] == nil { enter(user) }
            clients[user, default: []].append(client)
        }
        elements[client, default: []].append(element)
        count += 1
    }

    /// Puts a user before those who had a turn since.
    private mutating func enter(_ user: UInt32) {
        let last = lastTurns[user] ?? 0
        users.insert(
            user, at: users.firstIndex { lastTurns[$0] ?? 0 > last } ?? users.endIndex)
    }

    private mutating func noteTurn(of user: UInt32) {
        turn += 1
        lastTurns[user] = turn
        if lastTurns.count > Self.remembered + clients.count {
            lastTurns = lastTurns.filter { clients[$0.key] != nil }
        }
    }

    /// Takes out what is next.
    package mutating func removeNext() -> Element? {
        guard let user = users.first, let client = clients[user]?.first,
            let element = elements[client]?.first
        else { return nil }
        count -= 1
        users.removeFirst()
        noteTurn(of: user)
        clients[user]?.removeFirst()
        elements[client]?.removeFirst()
        if elements[client]?.isEmpty == true {
            elements[client] = nil
        } else {
            clients[user]?.append(client)
        }
        if clients[user]?.isEmpty == true { clients[user] = nil } else { users.append(user) }
        return element
    }

    /// Takes out the last that was added for the user who waits for most, and of that user the client
    /// who does.
    package mutating func removeMost() -> Element? {
        func weight(_ user: UInt32) -> Int {
            (clients[user] ?? []).reduce(0) { $0 + count(of: $1) }
        }
        guard let user = users.max(by: { weight($0) < weight($1) }),
            let client = clients[user]?.max(by: { count(of: $0) < count(of: $1) }),
            let element = elements[client]?.popLast()
        else { return nil }
        count -= 1
        tidy(user, client)
        return element
    }

    /// Takes out all that nobody waits for any more.
    package mutating func removeAll(where isOver: (Element) -> Bool) {
        for user in users {
            for client in clients[user] ?? [] {
                let before = count(of: client)
                elements[client]?.removeAll(where: isOver)
                count -= before - count(of: client)
                tidy(user, client)
            }
        }
    }

    /// Forgets a client who waits for nothing, and its user where there is no other.
    private mutating func tidy(_ user: UInt32, _ client: UInt64) {
        guard elements[client]?.isEmpty == true else { return }
        elements[client] = nil
        clients[user]?.removeAll { $0 == client }
        guard clients[user]?.isEmpty == true else { return }
        clients[user] = nil
        users.removeAll { $0 == user }
    }
}
