import ANCS
import Expecting
import Linux
import Notices
import Testing

@testable import History

/// What a writer keeps is what a reader finds.
struct HistoryWriterTests {
    private let folder = TemporaryFolder()

    private func write(_ events: HistoryEvent...) throws {
        try expect(HistoryWriter(in: folder.path).write(events), is: [])
    }

    @Test func `a notice comes back as it was`() throws {
        var notice = Sample.notice(
            1, title: Text(bytes: [0x5A, 0xFF, 0x6F]), message: Text("a\u{0}b 日本 😀"),
            flags: [.silent, .important], call: Call(state: .missed, ringTime: .seconds(3)))
        notice.hidden = .text
        try write(Sample.event(.missed, notice))
        let stored = try #require(try Sample.all(in: folder).first)
        expect(stored.notice, is: notice)
        expect(stored.bond, is: Sample.bond)
        expect(stored.life, is: [LifeEvent(change: .missed, at: notice.received)])
        #expect(stored.detail == .full && stored.removedAt == nil)
    }

    @Test func `the folder and the files are closed to others`() throws {
        let writer = HistoryWriter(in: folder.path)
        _ = try writer.write([Sample.event(.added, Sample.notice(1))])
        #expect(try folder.names.contains("history.db-wal"))
        expect(FileInspection(at: folder.path)?.mode, is: 0o700)
        for name in try folder.names {
            expect(FileInspection(at: folder.path + "/" + name)?.mode, is: 0o600, "\(name)")
        }
        writer.close()
    }

    @Test func `the newest comes first`() throws {
        try write(
            Sample.event(.added, Sample.notice(1)), Sample.event(.added, Sample.notice(3)),
            Sample.event(.added, Sample.notice(2)))
        try expect(Sample.all(in: folder).map(\.notice.id), is: [3, 2, 1].map { Sample.id($0) })
    }

    @Test func `each text of a notice is kept`() throws {
        let first = Sample.notice(1)
        var second = first
        second.message = Text("See you at nine?")
        var third = second
        third.title = Text("Zoe")
        third.removal = .user
        try write(
            Sample.event(.added, first), Sample.event(.modified, second, at: 2),
            Sample.event(.modified, third, at: 3), Sample.event(.removed, third, at: 4))
        let stored = try #require(try Sample.all(in: folder).first)
        expect(stored.notice, is: third)
        expect(stored.removedAt, is: Sample.at(4))
        expect(
            stored.life,
            is: [
                LifeEvent(change: .added, at: Sample.at(1)),
                LifeEvent(change: .modified, at: Sample.at(2), before: Texts(of: first)),
                LifeEvent(change: .modified, at: Sample.at(3), before: Texts(of: second)),
                LifeEvent(change: .removed, at: Sample.at(4), removal: .user),
            ])
    }

    @Test func `a notice that was held back tells when it was shown`() throws {
        try write(Sample.event(.added, Sample.notice(1), at: 9))
        try expect(
            Sample.all(in: folder).first?.life, is: [LifeEvent(change: .added, at: Sample.at(9))])
    }

    @Test func `a call is one notice from ring to end`() throws {
        var call = Sample.notice(1, category: .incomingCall, call: Call(state: .ringing))
        var events = [Sample.event(.ringing, call)]
        call.call = Call(state: .answered, ringTime: .milliseconds(5250))
        call.category = Category(.activeCall)
        events.append(Sample.event(.answered, call, at: 6))
        call.call?.state = .ended
        events.append(Sample.event(.ended, call, at: 60))
        try expect(HistoryWriter(in: folder.path).write(events), is: [])
        let stored = try #require(try Sample.all(in: folder).first)
        expect(stored.notice, is: call)
        expect(stored.life.map(\.change), is: [.ringing, .answered, .ended])
        expect(stored.life.map(\.at), is: [1, 6, 60].map { Sample.at($0) })
    }

    @Test func `an app keeps the name it was known by until the phone tells another`() throws {
        let named = Sample.notice(1)
        try write(Sample.event(.added, named))
        for (seconds, name) in [(100, nil), (200, "SMS"), (300, nil)] as [(Int, String?)] {
            let again = Sample.notice(seconds, appName: name, flags: .preExisting)
            try write(Sample.event(.added, again))
        }
        let stored = try Sample.all(in: folder)
        expect(stored.map(\.notice.appName), is: [Text("SMS")])
        let reader = try HistoryReader(in: folder.path)
        try expect(reader.count(of: SearchWords("sms")).count, is: 1)
        #expect(try reader.isIndexSound())
    }

    @Test func `names that look alike stay apart, byte for byte`() throws {
        let names = ["\u{30AC}", "\u{30AB}\u{3099}", nil, "a", "a\u{0}b"]
        let notices = names.enumerated().map { index, name in
            Sample.notice(index + 1, app: name == "a" ? "x\u{0}" : "x", appName: name)
        }
        try expect(
            HistoryWriter(in: folder.path).write(notices.map { Sample.event(.added, $0) }), is: [])
        try expect(
            Sample.all(in: folder).map(\.notice.appName?.bytes),
            is: notices.reversed().map(\.appName?.bytes))
        #expect(try HistoryReader(in: folder.path).isIndexSound())
    }

    @Test func `a reader that stays open never takes a later app for one that is gone`() throws {
        try write(Sample.event(.added, Sample.notice(1, app: "first", appName: "First")))
        let reader = try HistoryReader(in: folder.path)
        try expect(reader.notice(Sample.id(1))?.notice.appName, is: Text("First"))
        _ = try HistoryEditor(in: folder.path).forget(.app("First"))
        try write(Sample.event(.added, Sample.notice(2, app: "second", appName: "Second")))
        try expect(reader.notice(Sample.id(2))?.notice.appName, is: Text("Second"))
    }

    @Test func `numbers that somebody else put into the file are only numbers`() throws {
        let notice = Sample.notice(1)
        try write(Sample.event(.added, notice))
        let database = try Database.openExistingHistory(in: folder.path)
        try database.addLife(
            of: Int64(bitPattern: notice.id.rawValue),
            LifeEvent(change: .modified, at: WallTime(milliseconds: .max)), step: .max)
        for time in [Int64.min, .max] {
            try database.run("UPDATE notice SET received = ?", [.integer(time)])
            var changed = notice
            changed.title = Text("\(time)")
            try write(Sample.event(.modified, changed))
            let stored = try #require(try Sample.all(in: folder).first)
            expect(stored.notice.title, is: changed.title)
            _ = stored.notice.received.local
        }
    }

    @Test func `what is removed without having come is nothing`() throws {
        try write(
            Sample.event(.removed, Sample.notice(1)), Sample.event(.forgotten, Sample.notice(2)))
        #expect(try Sample.all(in: folder).isEmpty)
    }

    @Test func `the same events written twice are there once`() throws {
        let notice = Sample.notice(1)
        try write(Sample.event(.added, notice))
        try write(Sample.event(.added, notice))
        try expect(Sample.all(in: folder).map(\.life.count), is: [1])
    }

    @Test func `the life of a notice that never rests has an end`() throws {
        var notice = Sample.notice(1)
        var events = [Sample.event(.added, notice)]
        for count in 0..<(2 * EventStore.lifeLimit) {
            notice.message = Text("\(count) %")
            events.append(Sample.event(.modified, notice, at: 2 + count))
        }
        try expect(HistoryWriter(in: folder.path).write(events), is: [])
        let stored = try #require(try Sample.all(in: folder).first)
        expect(stored.notice.message, is: Text("199 %"))
        expect(stored.life.count, is: EventStore.lifeLimit)
    }

    @Test func `links last until the last that was heard`() throws {
        let writer = HistoryWriter(in: folder.path)
        _ = try writer.write([Sample.link(.ready, 10)])
        _ = try writer.write([Sample.event(.added, Sample.notice(20))])
        func spans() throws -> [LinkSpan] {
            var spans: [LinkSpan] = []
            try HistoryReader(in: folder.path).links { spans.append($0) }
            return spans
        }
        func span(_ began: Int, _ ended: Int) -> LinkSpan {
            LinkSpan(phone: "Anna's iPhone", began: Sample.at(began), ended: Sample.at(ended))
        }
        try expect(spans(), is: [span(10, 20)])
        _ = try writer.write([Sample.link(.disconnected, 30)])
        _ = try writer.write([Sample.event(.added, Sample.notice(40))])
        _ = try writer.write([Sample.link(.ready, 50)])
        try expect(spans(), is: [span(10, 30), span(50, 50)])
    }

    @Test(arguments: [
        (StoredDetail.full, "Zoe Müller", "See you at eight?", 1), (.meta, "", "", 1),
        (.none, "", "", 0),
    ])
    func `an app's notices are kept as far as is wanted`(
        _ detail: StoredDetail, _ title: String, _ message: String, _ count: Int
    ) throws {
        let policy = StorePolicy(apps: ["com.apple.MobileSMS": detail])
        let writer = HistoryWriter(in: folder.path, policy: policy)
        _ = try writer.write([Sample.event(.added, Sample.notice(1))])
        let all = try Sample.all(in: folder)
        expect(all.count, is: count)
        for stored in all {
            expect(stored.detail, is: detail)
            expect(stored.notice.title, is: Text(title))
            expect(stored.notice.message, is: Text(message))
            expect(stored.notice.appName, is: Text("Messages"))
        }
    }

    @Test func `words that are no longer wanted are not taken, and those kept stay`() throws {
        let writer = HistoryWriter(in: folder.path)
        var notice = Sample.notice(1)
        _ = try writer.write([Sample.event(.added, notice)])
        writer.setPolicy(StorePolicy(standard: .meta))
        notice.message = Text("See you at nine?")
        _ = try writer.write([Sample.event(.modified, notice, at: 2)])
        writer.close()
        let stored = try #require(try Sample.all(in: folder).first)
        expect(stored.notice.message, is: Text("See you at eight?"))
        #expect(try !folder.hasBytes(of: "nine"))
    }
}
