import Beacons
import Expecting
import Linux
import Notices
import Testing

@testable import History

/// Hours at home, and where things were last.
struct BeaconTalliesTests {
    /// A moment some minutes after the start.
    private static func at(_ minutes: Int) -> WallTime {
        Facts.start.advanced(by: .seconds(minutes * 60))
    }

    /// What is told of a person: when, whether they came, and when they were heard last.
    private typealias Told = (at: Int, isHome: Bool, heard: Int?)

    private static func home(_ at: Int) -> Told { (at, true, nil) }
    private static func away(_ at: Int, heard: Int? = nil) -> Told { (at, false, heard) }

    private func mara(
        _ told: [Told], since: Int? = nil, until: Int? = nil, known: Int? = nil
    ) -> StatisticsFigures.Person? {
        var statistics = Statistics(since: since.map(Self.at), until: until.map(Self.at))
        for (time, isHome, heard) in told {
            var news = BeaconNews(
                .presence, of: .person("Mara", phone: PhoneName("Mara's iPhone"), isHome: isHome),
                zone: .near)
            news.lastHeard = heard.map(Self.at)
            statistics.add(news, at: Self.at(time))
        }
        statistics.end(knowingUntil: known.map(Self.at))
        return statistics.figures().people.first
    }

    @Test func `hours at home are counted from coming to being heard last`() {
        let table: [(told: [Told], since: Int?, until: Int?, known: Int?, home: Int, why: String)] =
            [
                ([Self.home(10), Self.away(70)], nil, nil, 70, 60, "there and away"),
                (
                    [Self.home(10), Self.away(70, heard: 55)], nil, nil, 70, 45,
                    "patience does not count"
                ),
                (
                    [Self.home(10), Self.away(70, heard: 5)], nil, nil, 70, 0,
                    "heard before it was told"
                ),
                (
                    [Self.home(10), Self.away(70, heard: 90)], nil, nil, 70, 60,
                    "heard after it was told"
                ),
                ([Self.home(10)], nil, nil, 40, 30, "at home still, as far as is known"),
                ([Self.home(10)], nil, 30, 40, 20, "at home still when the time ends"),
                ([Self.home(10)], nil, nil, nil, 0, "nothing is known of later"),
                ([Self.away(10)], nil, nil, 70, 0, "nothing is known of before"),
                ([Self.home(10), Self.home(20), Self.away(30)], nil, nil, 30, 20, "told twice"),
                ([Self.away(10), Self.away(20), Self.home(30)], nil, nil, 50, 20, "gone twice"),
                (
                    [Self.home(0), Self.away(10), Self.home(20), Self.away(50)], nil, nil, 60, 40,
                    "twice at home"
                ),
                ([Self.home(-60), Self.away(30)], 0, 100, 100, 30, "at home when the time began"),
                ([Self.home(-60)], 0, 100, 90, 90, "at home for all of it that is known"),
                ([Self.home(-60), Self.away(-30)], 0, 100, 90, 0, "gone before it began"),
                ([Self.home(10), Self.away(200)], 0, 100, 300, 90, "gone after it ended"),
                ([Self.home(200)], 0, 100, 300, 0, "came after it ended"),
            ]
        for row in table {
            let person = mara(row.told, since: row.since, until: row.until, known: row.known)
            let home = person?.home ?? .zero
            expect(home, is: .seconds(row.home * 60), "\(row.why)")
            #expect((0...1).contains(person?.share ?? 0), "\(row.why)")
        }
    }

    @Test func `who came in the time is counted, and where everybody is at its end is told`() {
        let told = [Self.home(-60), Self.away(10), Self.home(20), Self.away(70, heard: 65)]
        let person = mara(told, since: 0, until: 100, known: 100)
        expect(person?.comings, is: 1)
        expect(person?.isHome, is: false)
        expect(person?.since, is: Self.at(65))
        expect(person?.share, is: 0.55)
        expect(mara([Self.home(5)])?.comings, is: 1, "the first coming of all is one")
    }

    private static func news(
        _ change: BeaconChange, _ zone: Zone = .near, heard: Int? = nil, isReminder: Bool = false
    ) -> BeaconNews {
        var news = BeaconNews(
            change, of: .item(BeaconItem("Keys", picture: "🔑"), region: "ring"), zone: zone)
        news.lastHeard = heard.map(at)
        news.isReminder = isReminder
        return news
    }

    @Test func `a thing has how often it left, and its last place in time`() throws {
        var statistics = Statistics(since: Self.at(0), until: Self.at(1000))
        let told = [
            (-50, Self.news(.left, .far, heard: -51)), (5, Self.news(.back, .immediate)),
            (7, Self.news(.tap, .immediate)), (40, Self.news(.left, .far, heard: 38)),
            (55, Self.news(.left, .far, heard: 38, isReminder: true)),
            (60, Self.news(.near)), (2000, Self.news(.left)),
        ]
        for (time, news) in told { statistics.add(news, at: Self.at(time)) }
        let keys = try #require(statistics.figures().things.first)
        expect(keys.left, is: 1, "a reminder is no leaving, nor is one before or after the time")
        expect(keys.taps, is: 1)
        expect(keys.isHere, is: true)
        expect(keys.zone, is: .near)
        expect(keys.heard, is: Self.at(60))
        expect(keys.picture, is: "🔑")
        statistics.add(Self.news(.left, .far, heard: 80), at: Self.at(82))
        expect(statistics.figures().things.first?.heard, is: Self.at(80))
        expect(statistics.figures().things.first?.isHere, is: false)
    }

    @Test func `what left most often comes first, and a region may be called as a thing is`() {
        var statistics = Statistics()
        for (index, name) in ["Hall", "Keys", "Keys", "Bag"].enumerated() {
            statistics.add(
                BeaconNews(.left, of: .region(name), zone: .far), at: Self.at(index))
        }
        statistics.add(Self.news(.near), at: Self.at(9))
        let things = statistics.figures().things
        expect(things.map(\.name), is: ["Keys", "Bag", "Hall", "Keys"])
        expect(things.map(\.kind), is: ["beacon", "beacon", "beacon", "item"])
    }

    @Test func `names past the limit are left out, and times that cannot be`() {
        var statistics = Statistics()
        for index in 0..<BeaconTallies.limit + 5 {
            statistics.add(
                BeaconNews(.near, of: .region("R\(index)"), zone: .near), at: Self.at(index))
        }
        statistics.add(Self.news(.left), at: WallTime(milliseconds: .min))
        let figures = statistics.figures()
        expect(figures.things.count, is: BeaconTallies.limit)
        expect(figures.leftOut, is: 1)
    }

    @Test func `a day on which only beacons were told of has its page`() {
        var statistics = Statistics()
        statistics.add(
            BeaconNews(
                .presence, of: .person("Mara", phone: PhoneName("M"), isHome: true), zone: .near),
            at: Self.at(0))
        statistics.add(Self.news(.left, .far, heard: 55), at: Self.at(60))
        statistics.end(knowingUntil: Self.at(60))
        let page = StatisticsPage(columns: 100, isColored: false).text(of: statistics.figures())
        for part in [
            "At home", "Mara", "1 h 0 min", "home since 2 Mar 10:00", "🔑 Keys", "1 time",
            "far, 2 Mar 10:55",
        ] {
            #expect(page.contains(part), "\(part) in:\n\(page)")
        }
        for columns in [20, 30, 56, 96, 200] {
            let page = StatisticsPage(columns: columns, isColored: false)
                .text(of: statistics.figures())
            #expect(page.split(separator: "\n").allSatisfy { String($0).columns <= columns })
        }
        let picture = StatisticsSVG(statistics.figures()).text
        for part in ["At home", "Mara", "1 h 0 min", "Keys"] { #expect(picture.contains(part)) }
    }
}
