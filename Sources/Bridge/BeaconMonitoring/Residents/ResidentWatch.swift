import Beacons
import Linux
import Notices
import Radio

/// Presence of the configured residents, tracked by their phones.
struct ResidentWatch {
    /// A resident and the tracked phone.
    struct Person {
        var settings: BeaconSettings.Person
        var presence: Presence
        /// The bond of the phone; nil until a phone that matches the settings was seen.
        var bond: String?
        /// The phone's name; the configured name or bond until the phone was seen.
        var phoneName: String

        var phone: PhoneName { PhoneName(phoneName, bond: bond) }
    }

    /// A change of a resident's presence.
    struct News {
        let person: Person
        let news: Presence.News
    }

    private(set) var people: [Person] = []
    /// Currently linked phones by their bonds.
    private var linked: [String: PhoneName] = [:]
    /// Whether the radio works; true until it reports otherwise.
    private var isWatching = true

    /// Replaces the residents; the presence of those with an unchanged name and phone is kept.
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

    /// Restores the saved presence of residents whose phone has not changed.
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

    /// Applies the state of the radio and of linked phones to all residents, so that new ones have it, too.
    mutating func catchUp(at time: Duration) -> [News] {
        var news = update { [isWatching] in $0.watch(isWatching, at: time) }
        for (bond, phone) in linked.sorted(by: { $0.key < $1.key }) {
            learn(phone, bond)
            news += update(bond) { $0.link(true, at: time) }
        }
        return news
    }

    /// Returns the entries to save.
    func entries(by clocks: TwoClocks) -> [BeaconMemory.ResidentEntry] {
        people.filter { $0.presence.state != .unknown }.map { person in
            BeaconMemory.ResidentEntry(
                name: person.settings.name, phone: person.settings.phone, bond: person.bond,
                isHome: person.presence.state == .home,
                since: person.presence.since.map(clocks.wall),
                lastHeard: person.presence.lastHeard.map(clocks.wall))
        }
    }

    /// Bonds of residents' phones that are linked now.
    var linkedBonds: [String] { people.compactMap(\.bond).filter { linked[$0] != nil } }

    /// Records whether the radio can detect phones.
    mutating func watch(_ isWatching: Bool, at time: Duration) -> [News] {
        self.isWatching = isWatching
        return update { $0.watch(isWatching, at: time) }
    }

    /// Records a suspend of the host, during which no phone could be detected.
    mutating func sleep(from start: Duration, to end: Duration) -> [News] {
        guard isWatching else { return [] }
        return watch(false, at: start) + watch(true, at: end)
    }

    /// Records that a phone's link is up or down.
    mutating func link(_ phone: PhoneName, isUp: Bool, at time: Duration) -> [News] {
        guard let bond = phone.bond else { return [] }
        linked[bond] = isUp ? phone : nil
        learn(phone, bond)
        return update(bond) { $0.link(isUp, at: time) }
    }

    /// Records the new name of a phone.
    mutating func rename(_ phone: PhoneName) {
        for index in people.indices where people[index].bond == phone.bond && phone.bond != nil {
            people[index].phoneName = phone.name
        }
    }

    /// Records that a phone was heard, over its link or by an advertisement.
    mutating func hear(_ bond: String, signal: Int?, at time: Duration) -> [News] {
        update(bond) { $0.hear(signal: signal, at: time) }
    }

    /// Advances the time and returns the changes that are due.
    mutating func advance(to time: Duration) -> [News] { update { $0.advance(to: time) } }

    /// The next time at which a resident may change without an event.
    var deadline: Duration? { people.compactMap(\.presence.deadline).min() }

    /// Assigns a bond to the residents whose configured phone it matches.
    private mutating func learn(_ phone: PhoneName, _ bond: String) {
        for index in people.indices {
            let wanted = people[index].settings.phone
            // A new phone often has the name of its predecessor, which does not return.
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
    /// Returns whether a saved entry is about this resident with this phone.
    fileprivate func isMeant(by entry: BeaconMemory.ResidentEntry) -> Bool {
        name == entry.name && (entry.phone ?? phone) == phone
    }
}
