import Beacons
import Linux
import Notices

@testable import History

/// What is told of beacons, as tests need it.
extension Sample {
    static let keys = BeaconSubject.item(
        BeaconItem("Keys", picture: "🔑", words: "Are you forgetting something?"), region: "ring")

    static func person(_ name: String, isHome: Bool, bond: String? = "MA:RA") -> BeaconSubject {
        .person(name, phone: PhoneName("\(name)'s iPhone", bond: bond), isHome: isHome)
    }

    static func news(
        _ change: BeaconChange, of subject: BeaconSubject = keys, zone: Zone = .near
    ) -> BeaconNews {
        BeaconNews(change, of: subject, zone: zone)
    }

    /// News as a history takes it.
    static func sighting(_ news: BeaconNews, at seconds: Int) throws -> HistoryEvent {
        guard let event = HistoryEvent(.beacon(news, at: at(seconds))) else {
            throw Unkept()
        }
        return event
    }

    private struct Unkept: Error {}

    /// All that was told of beacons, newest first.
    static func sightings(
        in folder: TemporaryFolder, _ filter: SightingFilter = SightingFilter()
    ) throws -> [Sighting] {
        var all: [Sighting] = []
        try HistoryReader(in: folder.path).sightings(filter) { sighting in
            all.append(sighting)
            return true
        }
        return all
    }
}
