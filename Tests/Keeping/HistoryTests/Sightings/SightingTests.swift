import Beacons
import Expecting
import Linux
import Notices
import Testing

@testable import History

/// What was told of beacons is kept as what it was, and found again.
struct SightingTests {
    private let folder = TemporaryFolder()

    private static let beacon = BeaconID("ibeacon:f7826da6-4fa2-4e98-8024-bc5b71e0893e:7:65535")

    /// News of every kind, with all that each may have, oldest first.
    private static var all: [BeaconNews] {
        var left = Sample.news(.left, zone: .far)
        (left.accuracy, left.signal, left.beacon) = (12.34, -91, beacon)
        left.lastHeard = Sample.at(-7)
        var again = left
        again.isReminder = true
        var away = Sample.news(.presence, of: Sample.person("Mara", isHome: false), zone: .unknown)
        away.lastHeard = Sample.at(2)
        return [
            Sample.news(.near, of: .region("Hall \"4\"\u{202E}")), left, again,
            Sample.news(.back, zone: .immediate), Sample.news(.tap, zone: .immediate),
            Sample.news(.presence, of: Sample.person("Mara", isHome: true)),
            Sample.news(.presence, of: Sample.person("Zoë Müller", isHome: true, bond: "ZO:E1")),
            away,
        ]
    }

    private func fill() throws {
        let events = try Self.all.enumerated().map { try Sample.sighting($1, at: $0 * 60) }
        try expect(HistoryWriter(in: folder.path).write(events), is: [])
    }

    @Test func `all that was told is there again`() throws {
        try fill()
        let kept = try Sample.sightings(in: folder)
        expect(kept.map(\.news), is: Self.all.reversed())
        expect(kept.map(\.at), is: Self.all.indices.reversed().map { Sample.at($0 * 60) })
    }

    @Test func `what only says how things are is not kept`() throws {
        var kept = Sample.news(.near)
        kept.isKept = true
        for news in [kept, Sample.news(.range)] {
            expect(HistoryEvent(.beacon(news, at: Sample.start)), is: nil)
        }
    }

    @Test func `the same is kept once, and notices and links beside it`() throws {
        try fill()
        let writer = HistoryWriter(in: folder.path)
        try expect(
            writer.write([
                Sample.sighting(Self.all[0], at: 0), Sample.link(.ready, 5),
                Sample.event(.added, Sample.notice(6)),
            ]), is: [])
        try expect(Sample.sightings(in: folder).count, is: Self.all.count)
        try expect(Sample.all(in: folder).count, is: 1)
        try expect(HistoryReader(in: folder.path).lastMoment(), is: Sample.at(7 * 60))
        try expect(HistoryReader(in: folder.path).oldestSighting(), is: Sample.at(0))
    }

    @Test(
        "words lead to what was told",
        arguments: [
            ("keys", [4, 3, 2, 1], "a thing's name"),
            ("KEY", [4, 3, 2, 1], "the beginning of it, whatever the case"),
            ("ring", [4, 3, 2, 1], "its region"),
            ("🔑", [4, 3, 2, 1], "its picture"),
            ("forgetting", [2, 1], "its words, which are said when it left"),
            ("keys back", [3], "a name, and what happened"),
            ("tapped", [4], "a touch"),
            ("muller", [6], "a name without its accents"),
            ("mara home", [5], "a person"),
            ("mara", [7, 5], "a person who went"),
            ("iphone zoë", [6], "a phone"),
            ("\"4\"", [0], "a phrase"),
            ("mara keys", [], "two names in one"),
            ("!", [], "a sign that nothing has"),
        ])
    func search(words: String, found: [Int], why: String) throws {
        try fill()
        var filter = SightingFilter()
        filter.words = SearchWords(words)
        try expect(
            Sample.sightings(in: folder, filter).map(\.at), is: found.map { Sample.at($0 * 60) },
            "\(why)")
    }

    @Test func `a filter has its times, names, phones and a limit`() throws {
        try fill()
        func minutes(_ change: (inout SightingFilter) -> Void) throws -> [Int] {
            var filter = SightingFilter()
            change(&filter)
            return try Sample.sightings(in: folder, filter).map { sighting in
                Int(sighting.at.milliseconds - Sample.start.milliseconds) / 60_000
            }
        }
        try expect(minutes { $0.since = Sample.at(300) }, is: [7, 6, 5])
        try expect(minutes { $0.until = Sample.at(120) }, is: [1, 0])
        try expect(minutes { $0.name = "kEYS" }, is: [4, 3, 2, 1])
        try expect(minutes { $0.name = "zoË müller" }, is: [6])
        try expect(minutes { $0.name = "Key" }, is: [])
        try expect(minutes { $0.phones = ["Mara's iPhone"] }, is: [7, 5])
        try expect(minutes { $0.phones = ["MA:RA"] }, is: [7, 5])
        try expect(minutes { $0.limit = 2 }, is: [7, 6])
        try expect(
            minutes {
                $0.words = SearchWords("keys")
                $0.limit = 1
            }, is: [4])
    }

    @Test func `a list goes on behind any of its places`() throws {
        // Some at the same moment.
        let events = try (0..<40).map { index in
            try Sample.sighting(
                Sample.news(.near, of: .region("R\(index)")), at: index / 4)
        }
        try expect(HistoryWriter(in: folder.path).write(events), is: [])
        let all = try Sample.sightings(in: folder)
        expect(all.count, is: 40)
        for (index, sighting) in all.enumerated() {
            var filter = SightingFilter()
            filter.before = sighting.place
            try expect(
                Sample.sightings(in: folder, filter).map(\.news),
                is: all[(index + 1)...].map(\.news))
        }
    }

    @Test func `statistics hear how things were before, and what was told in a time`() throws {
        try fill()
        var told: [BeaconNews] = []
        try HistoryReader(in: folder.path).sightings(
            forStatisticsSince: Sample.at(270), until: Sample.at(400)
        ) { told.append($0.news) }
        expect(told, is: [0, 3, 5, 6].map { Self.all[$0] })
        var everything: [BeaconNews] = []
        try HistoryReader(in: folder.path).sightings(forStatisticsSince: nil, until: nil) {
            everything.append($0.news)
        }
        expect(everything, is: Self.all)
    }

    @Test func `what another program wrote there is passed over`() throws {
        try fill()
        let database = try Database.openExistingHistory(in: folder.path)
        try database.script(
            """
            INSERT INTO sighting (at, change, kind, name, zone, reminder)
            VALUES (1, 'vanished', 'item', 'Keys', 'near', 0), (2, 'left', 'ghost', 'Keys', 'near', 0),
            (3, 'left', 'item', 'Bag', 'nowhere', 0), (4, 'presence', 'presence', 'Ann', 'far', 7);
            UPDATE sighting SET accuracy_cm = 9223372036854775807, signal = -9223372036854775808,
            heard = -9223372036854775808, beacon = 'nonsense' WHERE at = 3;
            """)
        let kept = try Sample.sightings(in: folder)
        expect(kept.count, is: Self.all.count + 2)
        expect(kept.suffix(2).map(\.news.subject.name), is: ["Ann", "Bag"])
        expect(kept.last?.news.zone, is: .unknown)
        expect(kept.last?.news.beacon, is: nil)
        expect(kept.last?.news.accuracy, is: nil)
        expect(kept.last?.news.signal, is: nil)
    }
}
