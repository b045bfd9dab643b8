import Beacons
import Linux
import Notices
import Radio

/// The persons of the configuration, and the phones by which they are known.
struct ResidentWatch {
    /// One of them.
    struct Person {
        var settings: BeaconSettings.Person
        var presence: Presence
        /// The bond of the phone, once it has been seen, and what the phone is called.
        var bond: String?
        var phoneName: String

        var phone: PhoneName { PhoneName(phoneName, bond: bond) }
    }

    /// Something to tell.
    struct News {
        let person: Person
        let news: Presence.News
    }

    private(set) var people: [Person] = []
    /// The phones that are linked now, by their bonds.
    private var linked: [String: PhoneName] = [:]
    /// A radio that tells nothing of itself is one that works.
    private var isWatching = true

    /// Takes these persons; what is known of those that have the same phone stays.
    mutating func replace(_ settings: [BeaconSettings.Person]) {
        people = settings.map { wanted in
            guard
                var old = people.first(where: {
                    $0.settings.name == wanted.name && $0.settings.phone == wanted.phone
                })
            else {
                return Person(
                    settings: wanted,
                    presence: Presence(patience: wanted.patience, power: wanted.power),
                    phoneName: wanted.phone)
            }
            old.settings = wanted
            old.presence.patience = wanted.patience
            old.presence.power = wanted.power
            return old
        }
    }

    /// Takes what was known before a restart, of persons who still have the same phone.
    mutating func restore(_ memory: BeaconMemory, by clocks: TwoClocks) {
        for entry in memory.people {
            for index in people.indices where people[index].settings.isMeant(by: entry) {
                people[index].bond = people[index].bond ?? entry.bond
                people[index].presence.restore(
                    entry.isHome ? .home : .away, since: entry.since.map(clocks.moment),
                    lastHeard: entry.lastHeard.map(clocks.moment))
            }
        }
    }

    /// Has persons who are new know of the radio, and of phones that are here already.
    mutating func catchUp(at time: Duration) -> [News] {
        var news = update { [isWatching] in $0.watch(isWatching, at: time) }
        for (bond, phone) in linked.sorted(by: { $0.key < $1.key }) {
            learn(phone, bond)
            news += update(bond) { $0.link(true, at: time) }
        }
        return news
    }

    /// What is to be remembered.
    func entries(by clocks: TwoClocks) -> [BeaconMemory.ResidentEntry] {
        people.filter { $0.presence.state != .unknown }.map { person in
            BeaconMemory.ResidentEntry(
                name: person.settings.name, phone: person.settings.phone, bond: person.bond,
                isHome: person.presence.state == .home,
                since: person.presence.since.map(clocks.wall),
                lastHeard: person.presence.lastHeard.map(clocks.wall))
        }
    }

    /// The bonds of phones that are linked now and tell of somebody.
    var linkedBonds: [String] { people.compactMap(\.bond).filter { linked[$0] != nil } }

    /// Whether the radio would tell of phones at all.
    mutating func watch(_ isWatching: Bool, at time: Duration) -> [News] {
        self.isWatching = isWatching
        return update { $0.watch(isWatching, at: time) }
    }

    /// Takes that the host slept from one moment to another: no phone could be reported meanwhile.
    mutating func sleep(from start: Duration, to end: Duration) -> [News] {
        guard isWatching else { return [] }
        return watch(false, at: start) + watch(true, at: end)
    }

    /// A phone's link is up or gone.
    mutating func link(_ phone: PhoneName, isUp: Bool, at time: Duration) -> [News] {
        guard let bond = phone.bond else { return [] }
        linked[bond] = isUp ? phone : nil
        learn(phone, bond)
        return update(bond) { $0.link(isUp, at: time) }
    }

    /// A phone is called otherwise from now on.
    mutating func rename(_ phone: PhoneName) {
        for index in people.indices where people[index].bond == phone.bond && phone.bond != nil {
            people[index].phoneName = phone.name
        }
    }

    /// A phone was heard, over its link or without one.
    mutating func hear(_ bond: String, signal: Int?, at time: Duration) -> [News] {
        update(bond) { $0.hear(signal: signal, at: time) }
    }

    /// Takes that it is this late.
    mutating func advance(to time: Duration) -> [News] { update { $0.advance(to: time) } }

    /// When somebody may be gone.
    var deadline: Duration? { people.compactMap(\.presence.deadline).min() }

    /// A phone that a person named is the one with this bond.
    private mutating func learn(_ phone: PhoneName, _ bond: String) {
        for index in people.indices {
            let wanted = people[index].settings.phone
            // A new phone often has the name of the one before, which comes no more.
            let isFree = people[index].bond.map { linked[$0] == nil } ?? true
            let isMeant =
                wanted.uppercased() == bond.uppercased()
                || isFree && SimulatedName.isMeant(by: wanted, phone.name)
            guard isMeant || people[index].bond == bond else { continue }
            people[index].bond = bond
            people[index].phoneName = phone.name
        }
    }

    private mutating func update(
        _ bond: String? = nil, _ change: (inout Presence) -> Presence.News?
    ) -> [News] {
        var news: [News] = []
        for index in people.indices where bond == nil || people[index].bond == bond {
            if let happened = change(&people[index].presence) {
                news.append(News(person: people[index], news: happened))
            }
        }
        return news
    }
}

extension BeaconSettings.Person {
    /// Whether what was remembered is about this person with this phone.
    fileprivate func isMeant(by entry: BeaconMemory.ResidentEntry) -> Bool {
        name == entry.name && (entry.phone ?? phone) == phone
    }
}
