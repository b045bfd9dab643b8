import Beacons
import Notices

/// Things, beacons and persons, and whether they are here.
struct PlaceBook: Hashable, Sendable {
    /// Those that are known; past that none is added.
    static let limit = 160

    /// One of them.
    struct Place: Hashable, Sendable {
        let slug: String
        let name: String
        let isPerson: Bool
        /// Whether it is here; nil while nobody has said.
        var isHere: Bool?
    }

    private(set) var places: [Place] = []

    /// What holds is told anew.
    mutating func beginAgain() {
        for index in places.indices { places[index].isHere = nil }
    }

    /// Takes news, and says whether anything is otherwise than it was.
    mutating func take(_ news: BeaconNews) -> Bool {
        guard let isHere = news.isHere else { return false }
        let isPerson = if case .person = news.subject { true } else { false }
        let slug = Slug.of(news.subject.name)
        if let index = places.firstIndex(where: { $0.slug == slug && $0.isPerson == isPerson }) {
            defer { places[index].isHere = isHere }
            return places[index].isHere != isHere
        }
        guard places.count < Self.limit else { return false }
        places.append(
            Place(slug: slug, name: news.subject.name, isPerson: isPerson, isHere: isHere))
        places.sort { ($0.isPerson ? 0 : 1, $0.slug) < ($1.isPerson ? 0 : 1, $1.slug) }
        return true
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
