import ANCS
import Expecting
import Linux
import Notices
import Testing

@testable import History

/// What went from a phone while no bridge ran is marked as gone once the phone has told all it has.
struct AbsenceTests {
    private let folder = TemporaryFolder()
    private static let phone = "Anna's iPhone"

    private static func message(
        _ number: Int, at seconds: Int, isAgain: Bool = false, category: CategoryID = .social,
        phone: String = phone, isIncomplete: Bool = false, call: Call? = nil
    ) -> Notice {
        Sample.notice(
            seconds, message: Text(isIncomplete ? "" : "Message \(number)"), category: category,
            flags: isAgain ? .preExisting : [], phone: phone, call: call, count: UInt64(number),
            isIncomplete: isIncomplete)
    }

    private static func added(
        _ numbers: [Int], at seconds: Int, isAgain: Bool = false, bond: String = Sample.bond
    ) -> [HistoryEvent] {
        numbers.map {
            Sample.event(.added, message($0, at: seconds, isAgain: isAgain), bond: bond)
        }
    }

    private static func ready(_ seconds: Int, bond: String = Sample.bond) -> [HistoryEvent] {
        [HistoryEvent(.phone(.ready, PhoneName(phone), at: Sample.at(seconds)), bond: bond)]
            .compactMap(\.self)
    }

    private static func listed(_ seconds: Int, bond: String = Sample.bond) -> [HistoryEvent] {
        [HistoryEvent(.listed(PhoneName(phone), at: Sample.at(seconds)), bond: bond)]
            .compactMap(\.self)
    }

    /// Writes a run and does all there is to do, or only so many steps.
    @discardableResult
    private func run(
        _ events: [HistoryEvent], policy: StorePolicy = StorePolicy(), steps: Int = .max
    ) throws -> Int {
        let writer = HistoryWriter(in: folder.path, policy: policy)
        try expect(writer.write(events), is: [])
        var count = 0
        while count < steps, writer.hasMoreToDo {
            _ = try writer.keep(Retention(), at: Sample.at(5000))
            count += 1
        }
        return count
    }

    /// The messages that are marked as gone, and that were marked at some moment.
    private func gone(at seconds: Int) throws -> [UInt64] {
        try Sample.all(in: folder).reversed().filter { stored in
            stored.removedAt == Sample.at(seconds) && stored.notice.removal == .away
                && stored.life.last
                    == LifeEvent(change: .removed, at: Sample.at(seconds), removal: .away)
        }.map { $0.notice.id.rawValue & 0xFFFFF }
    }

    @Test(
        arguments: [
            ([1, 3], [2], "one is gone"), ([], [1, 2, 3], "all are gone"),
            ([1, 2, 3], [], "none is gone"), ([3, 2], [1], "in another order"),
        ] as [([Int], [UInt64], String)])
    func `what a phone does not announce again is gone`(
        _ again: [Int], _ expected: [UInt64], _ why: String
    ) throws {
        try run(Self.ready(1) + Self.added([1, 2, 3], at: 10) + Self.listed(40))
        #expect(try Sample.all(in: folder).allSatisfy { $0.removedAt == nil })
        try run(Self.ready(100) + Self.added(again, at: 110, isAgain: true) + Self.listed(140))
        try expect(gone(at: 140), is: expected, "\(why)")
        try expect(Sample.all(in: folder).count, is: 3)
    }

    @Test(arguments: [
        (ready(100) + added([1], at: 110, isAgain: true), "it went away in the middle"),
        (added([1], at: 110, isAgain: true) + listed(140), "nobody knows since when it is here"),
        (
            ready(100, bond: "CC:DD") + listed(140, bond: "CC:DD") + listed(141),
            "another phone has told"
        ),
        (
            ready(5) + added([1], at: 110, isAgain: true) + listed(140),
            "they came after the link began"
        ),
        (
            ready(100)
                + [
                    Sample.event(
                        .added, message(9, at: 110, isAgain: true, isIncomplete: true))
                ] + listed(140), "one without its words may be any"
        ),
    ])
    func `nothing is marked`(_ events: [HistoryEvent], _ why: String) throws {
        try run(Self.ready(1) + Self.added([1, 2, 3], at: 10))
        try run(events)
        #expect(try Sample.all(in: folder).allSatisfy { $0.removedAt == nil }, "\(why)")
    }

    @Test func `what comes after the list is not taken for gone, and what is gone can come back`()
        throws
    {
        try run(Self.ready(1) + Self.added([1, 2], at: 10))
        try run(
            Self.ready(100) + Self.added([5], at: 105) + Self.listed(140)
                + Self.added([2], at: 150, isAgain: true))
        try expect(gone(at: 140), is: [1])
        try run(Self.ready(200) + Self.added([1, 2, 5], at: 210, isAgain: true) + Self.listed(240))
        let all = try Sample.all(in: folder)
        #expect(all.count == 3 && all.allSatisfy { $0.removedAt == nil })
    }

    @Test func `two phones are told apart, also by two names of one`() throws {
        let other = "CC:DD"
        let renamed = Self.message(7, at: 11, phone: "Anna's old name")
        try run(
            Self.ready(1) + Self.added([1, 2], at: 10) + [Sample.event(.added, renamed)]
                + Self.ready(1, bond: other) + Self.added([3, 4], at: 10, bond: other))
        try run(
            Self.ready(100) + Self.ready(101, bond: other)
                + Self.added([2], at: 110, isAgain: true) + Self.listed(140)
                + Self.added([4], at: 150, isAgain: true, bond: other))
        try expect(gone(at: 140), is: [1, 7])
        try expect(Sample.all(in: folder).filter { $0.removedAt != nil }.count, is: 2)
    }

    @Test(
        arguments: [
            (.full, .meta, "less is kept"), (.full, .none, "nothing is kept any more"),
            (.meta, .full, "more is kept"), (.meta, .meta, "words are never kept"),
        ] as [(StoredDetail, StoredDetail, String)])
    func `what is announced again is not gone, however much is kept of it`(
        _ before: StoredDetail, _ after: StoredDetail, _ why: String
    ) throws {
        try run(
            Self.ready(1) + Self.added([1, 2], at: 10), policy: StorePolicy(standard: before))
        try run(
            Self.ready(100) + Self.added([1, 2], at: 110, isAgain: true) + Self.listed(140),
            policy: StorePolicy(standard: after))
        let all = try Sample.all(in: folder)
        #expect(all.count == 2 && all.allSatisfy { $0.removedAt == nil }, "\(why)")
        try run(Self.ready(200) + Self.listed(240), policy: StorePolicy(standard: after))
        try expect(gone(at: 240), is: [1, 2], "\(why)")
    }

    @Test func `what a rule keeps out by now is not gone while it is announced`() throws {
        try run(Self.ready(1) + Self.added([1, 2], at: 10))
        let again = BridgeEvent.notice(
            .added, Self.message(1, at: 110, isAgain: true), at: Sample.at(110))
        let event = try #require(HistoryEvent(announcedBy: again, bond: Sample.bond))
        try run(Self.ready(100) + [event] + Self.listed(140))
        try expect(gone(at: 140), is: [2])
        try expect(Sample.all(in: folder).count, is: 2)
        let new = BridgeEvent.notice(.added, Self.message(1, at: 110), at: Sample.at(110))
        expect(HistoryEvent(announcedBy: new, bond: Sample.bond), is: nil)
    }

    @Test func `a missed call can be gone, one that has ended is nowhere`() throws {
        let calls: [Call.State] = [.missed, .ended, .ringing]
        let events = calls.enumerated().map { index, state in
            Sample.event(
                .added,
                Self.message(
                    index, at: 10, category: .missedCall, call: Call(state: state)))
        }
        try run(Self.ready(1) + events)
        try run(Self.ready(100) + Self.listed(140))
        try expect(gone(at: 140), is: [0, 2])
    }

    @Test func `a kill in between loses nothing, and each step is small`() throws {
        let count = EventStore.rowsAtOnce * 4 + 7
        try run(Self.ready(1) + Self.added(Array(0..<count), at: 10))
        let list = Self.ready(100) + Self.added([0, count - 1], at: 110, isAgain: true)
        try run(list + Self.listed(140), steps: 2)
        let some = try gone(at: 140).count
        #expect(some > 0 && some <= EventStore.rowsAtOnce * 2)
        let again = Self.ready(200) + Self.added([0, count - 1], at: 210, isAgain: true)
        let steps = try run(again + Self.listed(240))
        #expect(steps >= (count - some) / EventStore.rowsAtOnce)
        try expect(gone(at: 240).count, is: count - 2 - some)
        let here = try Sample.all(in: folder).filter { $0.removedAt == nil }
        expect(here.map { $0.notice.id.rawValue & 0xFFFFF }, is: [UInt64(count - 1), 0])
    }

    @Test func `a writer that has begun a file anew marks nothing`() throws {
        try run(Self.ready(1) + Self.added([1], at: 10))
        let writer = HistoryWriter(in: folder.path)
        try expect(writer.write(Self.ready(100)), is: [])
        writer.close()
        try expect(writer.write(Self.ready(120) + Self.listed(140)), is: [])
        #expect(!writer.hasMoreToDo)
    }
}
