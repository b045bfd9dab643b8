import ANCS
import Beacons
import Board
import Expecting
import Linux
import Notices
import Testing

/// Things and persons, as displays have them.
struct BeaconPlacesTests {
    private static func item(_ name: String, _ change: BeaconChange, _ zone: Zone = .near)
        -> BeaconNews
    {
        BeaconNews(
            change, of: .item(BeaconItem(name, picture: "🔑"), region: name), zone: zone)
    }

    private static func person(_ name: String, isHome: Bool) -> BeaconNews {
        BeaconNews(
            .presence, of: .person(name, phone: PhoneName("\(name)'s iPhone"), isHome: isHome),
            zone: .near)
    }

    private static func kept(_ news: BeaconNews) -> BeaconNews {
        var news = news
        news.isKept = true
        return news
    }

    private static func rows(_ board: DayBoard, at time: WallTime = TestDay.noon) -> [String] {
        board.places.map { $0.text(at: time) }
    }

    @Test(
        arguments: [
            (
                [item("Keys", .near, .immediate)], ["🔑 Keys immediate"], 0,
                "what is here has its zone"
            ),
            ([item("Keys", .near, .unknown)], ["🔑 Keys here"], 0, "a zone may not be known"),
            ([item("Keys", .left)], ["🔑 Keys left 12:00"], 1, "what was left behind is news"),
            ([kept(item("Keys", .left))], ["🔑 Keys left 12:00"], 0, "what only holds is none"),
            (
                [item("Keys", .left), item("Bag", .near), item("Keys", .withdrawn)], ["🔑 Bag near"],
                1, "the configuration no longer has it"
            ),
            (
                [item("Keys", .left), item("Keys", .back, .far)], ["🔑 Keys far"], 1,
                "it is taken back"
            ),
            (
                [item("Keys", .left), item("Keys", .left)], ["🔑 Keys left 12:00"], 2,
                "a reminder is"
            ),
            ([item("Keys", .tap)], [], 0, "a touch does not last"),
            ([item("Keys", .range)], [], 0, "nor does how near it is for those who asked"),
            (
                [person("Mara", isHome: true)], ["Mara home"], 0,
                "somebody who comes disturbs nobody"
            ),
            ([person("Mara", isHome: false)], ["Mara away 12:00"], 0, "nor does one who goes"),
            (
                [BeaconNews(.left, of: .region("hall"), zone: .unknown)], ["hall left 12:00"], 0,
                "a beacon that is no thing is not left behind"
            ),
            (
                [
                    item("Bag", .near), person("Theo", isHome: true), item("Keys", .left),
                    person("Mara", isHome: false),
                ], ["🔑 Keys left 12:00", "Mara away 12:00", "Theo home", "🔑 Bag near"], 1,
                "what was left behind comes first, then persons"
            ),
        ] as [([BeaconNews], [String], UInt64, String)])
    func `boards show where things and persons are`(
        _ news: [BeaconNews], _ rows: [String], _ wakes: UInt64, _ why: String
    ) {
        let day = TestDay()
        for each in news { _ = day.take(each) }
        expect(Self.rows(day.board), is: rows, "\(why)")
        expect(day.board.news, is: wakes, "\(why)")
    }

    @Test func `where only counts or some categories are shown, nothing is told of things`() {
        for options in [
            BoardOptions(detail: .counts),
            BoardOptions(categories: [Category(.incomingCall)]),
        ] {
            let day = TestDay(options)
            _ = day.take(Self.item("Keys", .left))
            #expect(day.board.places.isEmpty)
        }
    }

    @Test func `what is left behind in quiet hours is shown when they are over`() {
        let day = TestDay(BoardOptions(quietHours: Hours(from: 730, to: 750)))
        _ = day.take(Self.item("Keys", .near))
        _ = day.take(Self.item("Bag", .left))
        day.minute = 15
        _ = day.take(Self.item("Keys", .left))
        _ = day.take(Self.item("Bag", .left))
        expect(day.board.places.map(\.name), is: ["Bag"])
        expect(day.board.news, is: 1)
        day.minute = 30
        #expect(day.move())
        expect(day.board.places.map(\.name), is: ["Bag", "Keys"])
        expect(day.board.news, is: 2)
    }

    @Test func `what came back in quiet hours was never gone`() {
        let day = TestDay(BoardOptions(quietHours: Hours(from: 730, to: 750)))
        day.minute = 15
        _ = day.take(Self.item("Keys", .left))
        _ = day.take(Self.item("Keys", .back))
        day.minute = 30
        _ = day.move()
        expect(Self.rows(day.board), is: ["🔑 Keys near"])
    }

    @Test func `a display that comes late shows the same and wakes for nothing`() {
        let day = TestDay()
        var state = Day()
        let all = [
            Self.item("Keys", .near), Self.person("Mara", isHome: true), Self.item("Keys", .left),
            Self.item("Keys", .tap), Self.person("Mara", isHome: false), Self.item("Bag", .near),
        ]
        for news in all {
            day.minute += 1
            state.take(.beacon(news, at: day.wall))
            _ = day.take(news)
        }
        var late = DayBoard()
        for event in state.events(since: TestDay.noon.midnight) {
            _ = late.take(event, at: day.now)
        }
        expect(late.places, is: day.board.places)
        expect(late.news, is: 0)
    }

    @Test func `as many as the limit are kept, and the one heard of longest ago goes`() {
        let day = TestDay()
        for number in 0..<161 { _ = day.take(Self.item("\(number)", .near)) }
        expect(day.board.places.count, is: 160)
        #expect(!day.board.places.contains { $0.name == "0" })
        _ = day.take(Self.item("1", .left))
        _ = day.take(Self.item("more", .near))
        #expect(day.board.places.contains { $0.name == "1" })
    }
}

extension TestDay {
    fileprivate func take(_ news: BeaconNews) -> Bool { take(.beacon(news, at: wall)) }
}
