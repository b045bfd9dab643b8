internal import Linux
internal import Notices

/// Counts for residents, items and regions.
struct BeaconTallies: Sendable {
    /// Limit of residents, and of items and regions together; further ones are ignored.
    static let limit = 256

    private(set) var people: [ResidentTally] = []
    private(set) var things: [ItemTally] = []

    /// Counts a beacon event.
    ///
    /// - Parameter start: beginning of the period; earlier events only set the initial state
    mutating func add(_ news: BeaconNews, at time: WallTime, countingFrom start: Int64?) {
        let counts = time.milliseconds >= start ?? time.milliseconds
        if case .person(let name, _, let isHome) = news.subject {
            addPerson(name, isHome, news, at: time.milliseconds, start, counts)
        } else {
            addThing(news, at: time, counts)
        }
    }

    private mutating func addPerson(
        _ name: String, _ isHome: Bool, _ news: BeaconNews, at time: Int64, _ start: Int64?,
        _ counts: Bool
    ) {
        if let index = people.firstIndex(where: { $0.name == name }) {
            let heard = news.lastHeard?.milliseconds
            people[index].add(isHome: isHome, at: time, heard: heard, countingFrom: start)
        } else if people.count < Self.limit {
            people.append(ResidentTally(name: name, isHome: isHome, at: time))
            if isHome, counts { people[people.count - 1].addFirstComing() }
        }
    }

    private mutating func addThing(_ news: BeaconNews, at time: WallTime, _ counts: Bool) {
        let subject = news.subject
        var index = things.firstIndex { $0.kind == subject.kind && $0.name == subject.name }
        if index == nil, things.count < Self.limit {
            things.append(ItemTally(subject, at: time))
            index = things.count - 1
        }
        if let index { things[index].add(news, at: time, counts: counts) }
    }
}
