import Board
import Notices

/// Items, beacons and residents, and whether they are here.
struct PlaceRegistry: Hashable, Sendable {
    /// Those that are known; past that none is added.
    static let limit = 160

    /// One of them.
    struct Place: Hashable, Sendable {
        /// Its name in topics, which no other of its kind has: without a mark as long as no other is left with the same characters.
        fileprivate(set) var slug: String
        let name: String
        let kind: PlaceKind
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
        let (kind, name) = (PlaceKind(news.subject), news.subject.name)
        let index = places.firstIndex { $0.name == name && $0.kind == kind }
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
        places.append(Place(slug: "", name: name, kind: kind, isHere: isHere))
        giveSlugs()
        return true
    }

    /// Names each in topics; whether a name is without a mark depends on the others of its kind.
    private mutating func giveSlugs() {
        for kind in PlaceKind.allCases {
            let slugs = Self.slugs(of: places.filter { $0.kind == kind }.map(\.name))
            for index in places.indices where places[index].kind == kind {
                guard let slug = slugs[places[index].name], slug != places[index].slug
                else { continue }
                if !places[index].slug.isEmpty { ended.append(places[index]) }
                places[index].slug = slug
            }
        }
        places.sort { ($0.kind.rank, $0.slug) < ($1.kind.rank, $1.slug) }
    }

    /// A different name in topics for each, which depends on nothing but all the names.
    private static func slugs(of names: [String]) -> [String: String] {
        // A name that is written so itself has the first claim.
        var slugs: [String: String] = [:]
        for name in names where Slug.isWritten(name) { slugs[name] = name }
        var taken = Set(slugs.values)
        let others = names.filter { slugs[$0] == nil }.sorted()
        let plain = Dictionary(grouping: others) { Slug.plain($0) ?? "" }
        for (slug, alike) in plain where alike.count == 1 && !slug.isEmpty {
            if taken.insert(slug).inserted { slugs[alike[0]] = slug }
        }
        for name in others where slugs[name] == nil {
            // What a mark makes of it may be the name of another.
            let long = Slug.marked(name, digits: 8)
            let choices = [Slug.marked(name, digits: 4), long]
            let further = (2...limit + 2).lazy.map { "\(long)_\($0)" }
            let slug =
                choices.first { !taken.contains($0) } ?? further.first { !taken.contains($0) }
            slugs[name] = slug ?? long
            taken.insert(slug ?? long)
        }
        return slugs
    }

    /// Where each is told.
    func topics(in topics: HomeTopics) -> Set<String> {
        Set(places.map { topic(of: $0, in: topics) })
    }

    /// What holds of each.
    func held(in topics: HomeTopics) -> [HomeMessage] {
        places.compactMap { place in
            place.isHere.map { isHere in
                let words = place.kind == .person ? ("home", "not_home") : ("ON", "OFF")
                return HomeMessage(
                    topic(of: place, in: topics), isHere ? words.0 : words.1, .held)
            }
        }
    }

    func topic(of place: Place, in topics: HomeTopics) -> String {
        topics.place(place.kind, place.slug)
    }
}

extension PlaceKind {
    /// In which order kinds are listed.
    fileprivate var rank: Int {
        switch self {
        case .person: 0
        case .item: 1
        case .beacon: 2
        }
    }
}
