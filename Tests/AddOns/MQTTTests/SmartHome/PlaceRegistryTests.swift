import Beacons
import Board
import Expecting
import Notices
import Support
import Testing

@testable import MQTT

/// Items and residents, and whether they are here.
struct PlaceRegistryTests {
    private static let topics = HomeTopics(HomeOptions(bridge: "hall", version: "1"))

    private static func item(_ name: String, _ change: BeaconChange) -> BeaconNews {
        BeaconNews(change, of: .item(BeaconItem(name), region: name), zone: .near)
    }

    private static func region(_ name: String, _ change: BeaconChange) -> BeaconNews {
        BeaconNews(change, of: .region(name), zone: .near)
    }

    private static func person(_ name: String, isHome: Bool) -> BeaconNews {
        let subject = BeaconSubject.person(name, phone: PhoneName("x"), isHome: isHome)
        return BeaconNews(.presence, of: subject, zone: .near)
    }

    private static func held(_ book: PlaceRegistry) -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: book.held(in: topics).map {
                ($0.topic, String(decoding: $0.payload, as: UTF8.self))
            })
    }

    @Test func `each has a place of its own, also an item with the name of a resident`() {
        var book = PlaceRegistry()
        expect(book.take(Self.item("keys", .near)), is: true, "new")
        expect(book.take(Self.item("bag", .left)), is: true, "another item")
        expect(book.take(Self.person("mara", isHome: true)), is: true, "somebody")
        expect(book.take(Self.item("mara", .left)), is: true, "an item of that name")
        expect(book.take(Self.person("ben", isHome: false)), is: true, "somebody else")
        let held: KeyValuePairs = [
            Self.topics.place(.item, Slug.of("keys")): "ON",
            Self.topics.place(.item, Slug.of("bag")): "OFF",
            Self.topics.place(.item, Slug.of("mara")): "OFF",
            Self.topics.place(.person, Slug.of("mara")): "home",
            Self.topics.place(.person, Slug.of("ben")): "not_home",
        ]
        expect(Self.held(book), is: Dictionary(uniqueKeysWithValues: held.map { ($0, $1) }))
    }

    @Test func `an item, a beacon and a resident of one name share no topic`() {
        var book = PlaceRegistry()
        _ = book.take(Self.item("keys", .near))
        _ = book.take(Self.region("keys", .left))
        _ = book.take(Self.person("keys", isHome: true))
        let all = [
            "callboard/hall/person/keys": "home", "callboard/hall/item/keys": "ON",
            "callboard/hall/beacon/keys": "OFF",
        ]
        expect(Self.held(book), is: all)
        _ = book.take(Self.item("keys", .withdrawn))
        expect(book.takeEnded().map(\.kind), is: [.item], "the beacon stays where it is")
        expect(
            Self.held(book),
            is: ["callboard/hall/person/keys": "home", "callboard/hall/beacon/keys": "OFF"])
    }

    @Test(arguments: [
        (["Wallet", "wallet", Slug.of("Wallet")], "a name that is another's with its mark"),
        (["Wallet", "wallet", "Wallet " + String(Slug.of("Wallet").suffix(4))], "or becomes it"),
        (["a?.!b", "a.??b"], "and names whose marks are the same"),
        (
            ["Wallet", "wallet", Slug.of("Wallet"), Slug.marked("Wallet", digits: 8)],
            "also the longer mark"
        ),
    ])
    func `different names are different in topics, in whatever order they come`(
        _ names: [String], _ why: String
    ) {
        var first: [String: String] = [:]
        for turn in names.indices {
            var book = PlaceRegistry()
            for name in names[turn...] + names[..<turn] { _ = book.take(Self.item(name, .near)) }
            let slugs = Dictionary(uniqueKeysWithValues: book.places.map { ($0.name, $0.slug) })
            expect(Set(slugs.values).count, is: names.count, "\(why): \(slugs)")
            if turn == 0 { first = slugs } else { expect(slugs, is: first, "\(why)") }
        }
    }

    @Test func `no two of many names like each other share a topic`() {
        var random = RepeatableRandom(seed: 5)
        for round in 0..<200 {
            var book = PlaceRegistry()
            for _ in 0..<60 {
                let name = (0..<Int(random.next() % 6)).map { _ in
                    ["a", "A", "_", "?", "é", "日", "0"][Int(random.next() % 7)]
                }.joined()
                let isLost = random.next() % 4 == 0
                _ = book.take(Self.item(name, isLost ? .withdrawn : .near))
                let slugs = book.places.map(\.slug)
                guard Set(slugs).count == slugs.count, !slugs.contains("") else {
                    Issue.record("in round \(round): \(slugs)")
                    return
                }
            }
        }
    }

    @Test func `only what is otherwise than before is news`() {
        var book = PlaceRegistry()
        _ = book.take(Self.item("keys", .near))
        expect(book.take(Self.item("keys", .back)), is: false, "it was here")
        expect(book.take(Self.item("keys", .tap)), is: false, "that says nothing of it")
        expect(book.take(Self.item("keys", .left)), is: true)
        expect(book.take(Self.item("keys", .left)), is: false, "it had left")
        book.beginAgain()
        expect(Self.held(book), is: [:], "nobody knows")
        expect(book.take(Self.item("keys", .left)), is: true, "now it is known again")
        expect(Array(Self.held(book).values), is: ["OFF"])
    }

    @Test func `a name in topics has no mark while no other is left with the same characters`() {
        var book = PlaceRegistry()
        func slugs() -> [String: String] {
            Dictionary(book.places.map { ($0.name, $0.slug) }, uniquingKeysWith: { one, _ in one })
        }
        for name in ["Wallet", "日本"] { _ = book.take(Self.item(name, .near)) }
        _ = book.take(Self.person("Wallet", isHome: true))
        expect(slugs()["日本"], is: Slug.of("日本"), "no letter is left")
        expect(book.places.filter { $0.name == "Wallet" }.map(\.slug), is: ["wallet", "wallet"])
        expect(book.takeEnded(), is: [])
        _ = book.take(Self.item("wallet", .near))
        expect(slugs()["wallet"], is: "wallet", "it is written so itself")
        #expect(book.places.contains { $0.slug == Slug.of("Wallet") && $0.kind == .item })
        expect(book.takeEnded().map(\.slug), is: ["wallet"], "where it was told before")
        _ = book.take(Self.item("wallet", .withdrawn))
        expect(book.takeEnded().map(\.slug), is: ["wallet", Slug.of("Wallet")])
        expect(
            book.places.filter { $0.kind == .item && $0.name == "Wallet" }.map(\.slug),
            is: ["wallet"])
        for name in ["Mara!", "Mara?"] { _ = book.take(Self.person(name, isHome: true)) }
        expect(slugs()["Mara!"], is: Slug.of("Mara!"), "neither is written so")
        expect(slugs()["Mara?"], is: Slug.of("Mara?"))
    }

    @Test func `what the bridge says nothing of any more is no more`() {
        var book = PlaceRegistry()
        for name in ["keys", "bag"] { _ = book.take(Self.item(name, .near)) }
        book.beginAgain()
        _ = book.take(Self.item("bag", .left))
        book.endUntold()
        expect(book.places.map(\.slug), is: ["bag"])
        expect(book.takeEnded().map(\.slug), is: ["keys"])
    }

    @Test func `past the limit none is added, and those that are known go on`() {
        var book = PlaceRegistry()
        for number in 0..<PlaceRegistry.limit {
            expect(book.take(Self.item("item \(number)", .near)), is: true, "\(number)")
        }
        expect(book.take(Self.item("one more", .near)), is: false)
        expect(book.places.count, is: 160)
        expect(book.take(Self.item("item 3", .left)), is: true)
    }
}
