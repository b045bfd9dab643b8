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
