import Beacons
import Notices

/// Things, beacons and persons, and whether they are here.
struct PlaceBook: Hashable, Sendable {
    /// Those that are known; past that none is added.
    static let limit = 160

    /// One of them.
    struct Place: Hashable, Sendable {
        /// What it is called in topics: without a mark as long as no other is left with the same characters.
        fileprivate(set) var slug: String
        let name: String
        let isPerson: Bool
        /// Whether it is here; nil while nobody has said.
        var isHere: Bool?
    }

    private(set) var places: [Place] = []
    /// Places that are no more, and those under names in topics that they have no longer.
    private var ended: [Place] = []

    /// Takes what has ended since, each under the name in topics that it had.
    mutating func takeEnded() -> [Place] {
        defer { ended = [] }
        return ended
    }

    /// All that holds has come: nobody has anything to say of the rest any more.
    mutating func endUntold() {
        for place in places where place.isHere == nil { ended.append(place) }
        places.removeAll { $0.isHere == nil }
        giveSlugs()
    }

    /// What holds is told anew.
    mutating func beginAgain() {
        for index in places.indices { places[index].isHere = nil }
    }

    /// Takes news, and says whether anything is otherwise than it was.
    mutating func take(_ news: BeaconNews) -> Bool {
        let isPerson = if case .person = news.subject { true } else { false }
        let name = news.subject.name
        let index = places.firstIndex { $0.name == name && $0.isPerson == isPerson }
        if news.change == .withdrawn, let index {
            ended.append(places.remove(at: index))
            giveSlugs()
            return true
        }
        guard let isHere = news.isHere else { return false }
        if let index {
            defer { places[index].isHere = isHere }
            return places[index].isHere != isHere
        }
        guard places.count < Self.limit else { return false }
        places.append(Place(slug: "", name: name, isPerson: isPerson, isHere: isHere))
        giveSlugs()
        return true
    }

    /// Names each in topics; whether a name is without a mark depends on the others.
    private mutating func giveSlugs() {
        let alike = Dictionary(grouping: places) { place in
            "\(place.isPerson)/" + (Slug.plain(place.name) ?? Slug.of(place.name))
        }
        for group in alike.values {
            for place in group {
                let plain = Slug.plain(place.name)
                let isPlain = group.count == 1 || plain == place.name
                let slug = isPlain ? plain ?? Slug.of(place.name) : Slug.of(place.name)
                guard slug != place.slug,
                    let index = places.firstIndex(where: {
                        $0.name == place.name && $0.isPerson == place.isPerson
                    })
                else { continue }
                if !place.slug.isEmpty { ended.append(place) }
                places[index].slug = slug
            }
        }
        places.sort { ($0.isPerson ? 0 : 1, $0.slug) < ($1.isPerson ? 0 : 1, $1.slug) }
    }

    /// Where each is told.
    func topics(in topics: HomeTopics) -> Set<String> {
        Set(places.map { topic(of: $0, in: topics) })
    }

    /// What holds of each.
    func held(in topics: HomeTopics) -> [HomeMessage] {
        places.compactMap { place in
            place.isHere.map { isHere in
                let words = place.isPerson ? ("home", "not_home") : ("ON", "OFF")
                return HomeMessage(
                    topic(of: place, in: topics), isHere ? words.0 : words.1, .held)
            }
        }
    }

    func topic(of place: Place, in topics: HomeTopics) -> String {
        place.isPerson ? topics.person(place.slug) : topics.item(place.slug)
    }
}
