/// Fair queue for clients of many users: turns rotate by user, then by client; each client's elements stay in order.
///
/// Users with many elements do not delay users with few: next is the user with the least recent turn.
package struct Turns<Element> {
    /// Most idle users whose last turn is remembered.
    private static var remembered: Int { 1_024 }

    /// Users with elements, next one first.
    private var users: [UInt32] = []
    /// Clients of each user, in order of their turns.
    private var clients: [UInt32: [UInt64]] = [:]
    private var elements: [UInt64: [Element]] = [:]
    /// Number of the last turn of each user.
    private var lastTurns: [UInt32: UInt64] = [:]
    private var turn: UInt64 = 0
    /// Number of elements.
    package private(set) var count = 0

    package init() {}

    /// Number of users whose last turn is remembered.
    var rememberedCount: Int { lastTurns.count }

    package var isEmpty: Bool { count == 0 }

    /// Returns the number of elements of a client.
    package func count(of client: UInt64) -> Int { elements[client]?.count ?? 0 }

    /// Adds an element of a client.
    package mutating func append(_ element: Element, of user: UInt32, client: UInt64) {
        if elements[client] == nil {
            if clients[user] == nil { enter(user) }
            clients[user, default: []].append(client)
        }
        elements[client, default: []].append(element)
        count += 1
    }

    /// Inserts a user before all users with a later turn.
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

    /// Removes and returns the next element.
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

    /// Removes and returns the newest element of the largest client of the user with the most elements.
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

    /// Removes all elements that are no longer needed.
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

    /// Removes a client without elements, and its user if it has no other client.
    private mutating func tidy(_ user: UInt32, _ client: UInt64) {
        guard elements[client]?.isEmpty == true else { return }
        elements[client] = nil
        clients[user]?.removeAll { $0 == client }
        guard clients[user]?.isEmpty == true else { return }
        clients[user] = nil
        users.removeAll { $0 == user }
    }
}
