import Beacons
import Expecting
import Notices
import Testing

@testable import SmartHome

/// Items and residents, and whether they are here.
struct PlaceBookTests {
    private static let topics = HomeTopics(HomeOptions(bridge: "hall", version: "1"))

    private static func item(_ name: String, _ change: BeaconChange) -> BeaconNews {
        BeaconNews(change, of: .item(BeaconItem(name), region: name), zone: .near)
    }

    private static func person(_ name: String, isHome: Bool) -> BeaconNews {
        let subject = BeaconSubject.person(name, phone: PhoneName("x"), isHome: isHome)
        return BeaconNews(.presence, of: subject, zone: .near)
    }

    private static func held(_ book: PlaceBook) -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: book.held(in: topics).map {
                ($0.topic, String(decoding: $0.payload, as: UTF8.self))
            })
    }

    @Test func `each has a place of its own, also an item with the name of a resident`() {
        var book = PlaceBook()
        expect(book.take(Self.item("keys", .near)), is: true, "new")
        expect(book.take(Self.item("bag", .left)), is: true, "another item")
        expect(book.take(Self.person("mara", isHome: true)), is: true, "somebody")
        expect(book.take(Self.item("mara", .left)), is: true, "an item of that name")
        expect(book.take(Self.person("ben", isHome: false)), is: true, "somebody else")
        let held: KeyValuePairs = [
            Self.topics.item(Slug.of("keys")): "ON", Self.topics.item(Slug.of("bag")): "OFF",
            Self.topics.item(Slug.of("mara")): "OFF",
            Self.topics.person(Slug.of("mara")): "home",
            Self.topics.person(Slug.of("ben")): "not_home",
        ]
        expect(Self.held(book), is: Dictionary(uniqueKeysWithValues: held.map { ($0, $1) }))
    }

    @Test func `only what is otherwise than before is news`() {
        var book = PlaceBook()
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
        var book = PlaceBook()
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
        #expect(book.places.contains { $0.slug == Slug.of("Wallet") && !$0.isPerson })
        expect(book.takeEnded().map(\.slug), is: ["wallet"], "where it was told before")
        _ = book.take(Self.item("wallet", .withdrawn))
        expect(book.takeEnded().map(\.slug), is: ["wallet", Slug.of("Wallet")])
        expect(
            book.places.filter { !$0.isPerson && $0.name == "Wallet" }.map(\.slug), is: ["wallet"])
        for name in ["Mara!", "Mara?"] { _ = book.take(Self.person(name, isHome: true)) }
        expect(slugs()["Mara!"], is: Slug.of("Mara!"), "neither is written so")
        expect(slugs()["Mara?"], is: Slug.of("Mara?"))
    }

    @Test func `what the bridge says nothing of any more is no more`() {
        var book = PlaceBook()
        for name in ["keys", "bag"] { _ = book.take(Self.item(name, .near)) }
        book.beginAgain()
        _ = book.take(Self.item("bag", .left))
        book.endUntold()
        expect(book.places.map(\.slug), is: ["bag"])
        expect(book.takeEnded().map(\.slug), is: ["keys"])
    }

    @Test func `past the limit none is added, and those that are known go on`() {
        var book = PlaceBook()
        for number in 0..<PlaceBook.limit {
            expect(book.take(Self.item("item \(number)", .near)), is: true, "\(number)")
        }
        expect(book.take(Self.item("one more", .near)), is: false)
        expect(book.places.count, is: 160)
        expect(book.take(Self.item("item 3", .left)), is: true)
    }
}
