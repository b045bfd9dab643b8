import Board
import Notices

/// Items, beacons and residents, and whether they are here.
struct PlaceRegistry: Hashable, Sendable {
    /// Limit of known places; further ones are ignored.
    static let limit = 160

    /// An item, a beacon or a resident.
    struct Place: Hashable, Sendable {
        /// Unique topic level within its kind.
        ///
        /// A hash is appended only if another slug of the kind would be the same, or if the name has no letter or digit.
        fileprivate(set) var slug: String
        let name: String
        let kind: PlaceKind
        /// Whether it is present; nil if unknown.
        var isHere: Bool?
    }

    private(set) var places: [Place] = []
    /// Removed places, and places under a slug that has changed.
    private var ended: [Place] = []

    /// Returns and resets the removed places, each with its former slug.
    mutating func takeEnded() -> [Place] {
        defer { ended = [] }
        return ended
    }

    /// Notes that the snapshot is complete, and removes places that are not in it.
    mutating func endUntold() {
        for place in places where place.isHere == nil { ended.append(place) }
        places.removeAll { $0.isHere == nil }
        giveSlugs()
    }

    /// Notes that a new snapshot begins.
    mutating func beginAgain() {
        for index in places.indices { places[index].isHere = nil }
    }

    /// Applies an event; returns true if anything changed.
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

    /// Assigns slugs; whether one has a hash depends on the other names of its kind.
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

    /// Returns a unique slug for each name, which depends only on the names.
    private static func slugs(of names: [String]) -> [String: String] {
        // Names that are valid slugs themselves have priority.
        var slugs: [String: String] = [:]
        for name in names where Slug.isWritten(name) { slugs[name] = name }
        var taken = Set(slugs.values)
        let others = names.filter { slugs[$0] == nil }.sorted()
        let plain = Dictionary(grouping: others) { Slug.plain($0) ?? "" }
        for (slug, alike) in plain where alike.count == 1 && !slug.isEmpty {
            if taken.insert(slug).inserted { slugs[alike[0]] = slug }
        }
        for name in others where slugs[name] == nil {
            // A name with its hash may equal another name.
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

    /// Topics of all places.
    func topics(in topics: HomeTopics) -> Set<String> {
        Set(places.map { topic(of: $0, in: topics) })
    }

    /// States of all places.
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
    /// Sort order of kinds.
    fileprivate var rank: Int {
        switch self {
        case .person: 0
        case .item: 1
        case .beacon: 2
        }
    }
}
