import ANCS
import Expecting
import Notices
import Testing

@testable import History

/// What a phone announces again is not stored twice.
struct RecognitionTests {
    private let folder = TemporaryFolder()

    private func again(_ seconds: Int, count: UInt64 = 0) -> Notice {
        Sample.notice(seconds, flags: .preExisting, count: count)
    }

    /// Writes each list as a run of its own, and returns the notices' names, oldest first.
    private func ids(after runs: [[HistoryEvent]]) throws -> [NoticeID] {
        for run in runs { try expect(HistoryWriter(in: folder.path).write(run), is: []) }
        return try Sample.all(in: folder).map(\.notice.id).reversed()
    }

    @Test func `a notice that was there before is the one that is known`() throws {
        let first = Sample.notice(1)
        var removed = again(100)
        removed.removal = .phone
        let ids = try ids(after: [
            [Sample.event(.added, first)], [Sample.event(.added, again(50))],
            [
                Sample.event(.added, again(100)), Sample.event(.removed, removed, at: 101),
            ],
        ])
        expect(ids, is: [first.id])
        let stored = try #require(try Sample.all(in: folder).first)
        expect(stored.life.map(\.change), is: [.added, .removed])
        expect(stored.notice.flags, is: [])
        expect(stored.notice.received, is: first.received)
    }

    @Test func `two equal ones are two, and two again`() throws {
        let ids = try ids(after: [
            [Sample.event(.added, Sample.notice(1)), Sample.event(.added, Sample.notice(2))],
            [Sample.event(.added, again(50)), Sample.event(.added, again(50, count: 1))],
            [
                Sample.event(.added, again(60)), Sample.event(.added, again(60, count: 1)),
                Sample.event(.added, again(60, count: 2)),
            ],
        ])
        expect(ids, is: [Sample.id(1), Sample.id(2), Sample.id(60, 2)])
    }

    @Test func `what was removed by the phone is another one when it comes back`() throws {
        var removed = Sample.notice(1)
        removed.removal = .phone
        let ids = try ids(after: [
            [Sample.event(.added, Sample.notice(1)), Sample.event(.removed, removed, at: 2)],
            [Sample.event(.added, again(50))],
        ])
        expect(ids, is: [Sample.id(1), Sample.id(50)])
    }

    @Test func `what was gone for a while is back`() throws {
        var removed = Sample.notice(1)
        removed.removal = .away
        let ids = try ids(after: [
            [Sample.event(.added, Sample.notice(1)), Sample.event(.removed, removed, at: 2)],
            [Sample.event(.added, again(50))],
        ])
        expect(ids, is: [Sample.id(1)])
        let stored = try #require(try Sample.all(in: folder).first)
        #expect(stored.removedAt == nil && stored.notice.removal == nil)
        expect(
            stored.life,
            is: [
                LifeEvent(change: .added, at: Sample.at(1)),
                LifeEvent(change: .removed, at: Sample.at(2), removal: .away),
                LifeEvent(change: .added, at: Sample.at(50)),
            ])
    }

    @Test(arguments: [
        (Sample.notice(50), "it is new"),
        (Sample.notice(50, flags: .preExisting, date: "20260302T100500"), "a minute apart"),
        (Sample.notice(50, message: Text("See you"), flags: .preExisting), "other words"),
        (Sample.notice(50, app: "com.example", flags: .preExisting), "another app"),
        (Sample.notice(50, category: .email, flags: .preExisting), "another category"),
        (Sample.notice(50, flags: .preExisting, isIncomplete: true), "its words have not come"),
    ])
    func `another one is another one`(_ other: Notice, _ why: String) throws {
        let ids = try ids(after: [
            [Sample.event(.added, Sample.notice(1))], [Sample.event(.added, other)],
        ])
        expect(ids, is: [Sample.id(1), Sample.id(50)], "\(why)")
    }

    @Test func `another phone's notice is another one, one of a renamed phone is not`() throws {
        let renamed = Sample.notice(60, flags: .preExisting, phone: "Anna")
        let ids = try ids(after: [
            [Sample.event(.added, Sample.notice(1))],
            [Sample.event(.added, again(50), bond: "CC:DD")], [Sample.event(.added, renamed)],
        ])
        expect(ids, is: [Sample.id(1), Sample.id(50)])
    }

    @Test func `what a later run changes is changed in the row that is known`() throws {
        var changed = again(50)
        changed.message = Text("See you at nine?")
        let ids = try ids(after: [
            [Sample.event(.added, Sample.notice(1))],
            [Sample.event(.added, again(50)), Sample.event(.modified, changed, at: 51)],
            [Sample.event(.added, again(70))],
        ])
        expect(ids, is: [Sample.id(1), Sample.id(70)], "the old words are no longer on the phone")
        let stored = try #require(try Sample.all(in: folder).last)
        expect(stored.notice.message, is: changed.message)
        expect(stored.life.last?.before, is: Texts(of: Sample.notice(1)))
    }

    @Test func `a transaction that failed leaves nothing that is recognised`() throws {
        let database = try Database.openHistory(in: folder.path, durability: .normal)
        try EventStore(database, policy: StorePolicy()).write([
            Sample.event(.added, Sample.notice(1))
        ])
        try database.script(
            "CREATE TRIGGER fail BEFORE INSERT ON link BEGIN SELECT RAISE(ABORT, ''); END")
        let store = EventStore(database, policy: StorePolicy())
        #expect(throws: DatabaseError.self) {
            try store.write([Sample.event(.added, again(50)), Sample.link(.ready, 51)])
        }
        try store.write([Sample.event(.added, again(60))])
        try expect(Sample.all(in: folder).map(\.notice.id), is: [Sample.id(1)])
    }

    @Test func `a transaction that failed leaves no names behind`() throws {
        let database = try Database.openHistory(in: folder.path, durability: .normal)
        let store = EventStore(database, policy: StorePolicy())
        try store.write([Sample.event(.added, Sample.notice(1))])
        try database.script(
            "CREATE TRIGGER fail BEFORE INSERT ON link BEGIN SELECT RAISE(ABORT, ''); END")
        let mail = Sample.notice(2, app: "org.example.mail", appName: "Mail", phone: "Ben")
        let chess = Sample.notice(3, app: "org.example.chess", appName: "Chess", phone: "Cleo")
        #expect(throws: DatabaseError.self) {
            try store.write([Sample.event(.added, mail), Sample.link(.ready, 3)])
        }
        // It gets the numbers that mail and its phone would have had.
        try store.write([Sample.event(.added, chess, bond: "CC:DD")])
        try store.write([Sample.event(.added, mail)])
        let stored = try Sample.all(in: folder).map(\.notice)
        expect(stored.map { $0.appName?.string }, is: ["Chess", "Mail", "Messages"])
        expect(stored.map(\.appID.string).first, is: "org.example.chess")
        expect(stored.map(\.phone).prefix(2), is: ["Cleo", "Ben"])
    }
}
