import Expecting
import Linux
import Notices
import Testing
import Waiting

@testable import History

/// A history stays within its limits, and what goes is what is oldest.
struct RetentionTests {
    private let folder = TemporaryFolder()

    private func fill(_ count: Int) throws -> HistoryWriter {
        let writer = HistoryWriter(in: folder.path)
        let events = (1...count).map { second in
            Sample.event(.added, Sample.notice(second, message: Text("Number \(second * 7919)")))
        }
        try expect(writer.write(events), is: [])
        return writer
    }

    /// Keeps until there is nothing to do, and returns how many steps that took.
    private func keep(
        _ writer: HistoryWriter, _ limits: Retention, at now: WallTime = Sample.at(5000)
    ) throws -> Int {
        var steps = 1
        while try writer.keep(limits, at: now).isMoreToDo {
            steps += 1
            try #require(steps < 10_000, "it must come to an end")
        }
        return steps
    }

    @Test func `what is too old goes in small steps`() throws {
        let writer = try fill(1000)
        let steps = try keep(writer, Retention(age: .seconds(4400)))
        #expect(steps > 599 / Database.rowsAtOnce)
        let all = try Sample.all(in: folder)
        expect(all.count, is: 401)
        expect(all.last?.notice.received, is: Sample.at(600))
        let reader = try HistoryReader(in: folder.path)
        try expect(reader.count(of: SearchWords("number"), within: Patience.limit).count, is: 401)
        #expect(try reader.isIndexSound())
        try expect(keep(writer, Retention(age: .seconds(4400))), is: 1)
    }

    @Test(arguments: [(0, 0), (1, 1), (999, 999), (1000, 1000), (5000, 1000)])
    func `what is too much goes`(_ rows: Int, _ left: Int) throws {
        let writer = try fill(1000)
        _ = try keep(writer, Retention(age: nil, rows: rows))
        try expect(Sample.all(in: folder).count, is: left)
        try expect(Sample.all(in: folder).first?.notice.id, is: (left > 0 ? Sample.id(1000) : nil))
    }

    @Test func `a file that is too large becomes smaller`() throws {
        let writer = try fill(3000)
        writer.close()
        let path = folder.path + "/history.db"
        let before = try #require(try FileDescriptor.open(readingFrom: path).size)
        let limit = Int(before) / 2
        _ = try keep(writer, Retention(age: nil, bytes: limit))
        writer.close()
        let after = try #require(try FileDescriptor.open(readingFrom: path).size)
        #expect(after <= UInt64(limit))
        let left = try Sample.all(in: folder)
        #expect(left.count > 900, "no more goes than has to")
        expect(left.first?.notice.id, is: Sample.id(3000))
    }

    @Test func `a file that is too large however little is in it is emptied, and that is all`()
        throws
    {
        let writer = try fill(10)
        _ = try keep(writer, Retention(age: nil, bytes: 1))
        #expect(try Sample.all(in: folder).isEmpty)
    }

    @Test func `the words of what goes leave the index, once a day`() throws {
        let writer = HistoryWriter(in: folder.path)
        var events: [HistoryEvent] = []
        for second in 1...1000 {
            let word = second == 1 ? "xylophonkasten" : second == 2 ? "zymbelgestell" : "word"
            events.append(
                Sample.event(.added, Sample.notice(second, message: Text("\(word) \(second)"))))
        }
        try expect(writer.write(events), is: [])
        #expect(try folder.hasBytes(of: "xylophonkasten"))
        let days = (0...2).map { Sample.at(86_400 * 10 + $0 * 43_200) }
        /// What takes so many of the oldest at a time.
        func limits(_ count: Int, at now: WallTime) -> Retention {
            let cut = Sample.at(count + 1).milliseconds
            return Retention(age: .milliseconds(now.milliseconds - cut))
        }
        _ = try keep(writer, limits(1, at: days[0]), at: days[0])
        writer.emptyLog()
        #expect(try !folder.hasBytes(of: "xylophonkasten"))
        #expect(try folder.hasBytes(of: "zymbelgestell"))
        _ = try keep(writer, limits(2, at: days[1]), at: days[1])
        writer.emptyLog()
        #expect(try folder.hasBytes(of: "zymbelgestell"), "not twice a day")
        _ = try keep(writer, limits(3, at: days[2]), at: days[2])
        writer.emptyLog()
        #expect(try !folder.hasBytes(of: "zymbelgestell"))
        try expect(Sample.all(in: folder).count, is: 997)
        #expect(try HistoryReader(in: folder.path).isIndexSound())
    }

    /// A history whose oldest notice has a word of its own.
    private func fillWithWord(in folder: TemporaryFolder) throws -> HistoryWriter {
        let writer = HistoryWriter(in: folder.path)
        let events = (1...1000).map { second in
            let word = second <= 2 ? "xylophonkasten\(second)" : "word"
            return Sample.event(
                .added, Sample.notice(second, message: Text("\(word) \(second)")))
        }
        try expect(writer.write(events), is: [])
        return writer
    }

    @Test func `words leave the index a day later, also when nothing else has become too old`()
        throws
    {
        let writer = try fillWithWord(in: folder)
        _ = try keep(writer, Retention(age: nil, rows: 999))
        writer.emptyLog()
        #expect(try !folder.hasBytes(of: "xylophonkasten1"))
        _ = try keep(writer, Retention(age: nil, rows: 998), at: Sample.at(6000))
        writer.emptyLog()
        #expect(try folder.hasBytes(of: "xylophonkasten2"), "not twice a day")
        _ = try keep(writer, Retention(age: nil, rows: 998), at: Sample.at(5000 + 86_400))
        writer.emptyLog()
        #expect(try !folder.hasBytes(of: "xylophonkasten2"))
        try expect(keep(writer, Retention(age: nil, rows: 998), at: Sample.at(300_000)), is: 1)
    }

    @Test(arguments: [Retention(age: nil, rows: 999), Retention(age: nil, bytes: 100_000)])
    func `what could not be merged is merged later`(_ limits: Retention) throws {
        let untroubled = TemporaryFolder()
        _ = try keep(try fillWithWord(in: untroubled), limits)
        let writer = try fillWithWord(in: folder)
        var left = 1000
        while left == 1000 || (limits.bytes != nil && left % Database.rowsAtOnce == 0) {
            try #require(try writer.keep(limits, at: Sample.at(5000)).isMoreToDo)
            left = try Sample.all(in: folder).count
        }
        let other = try Database.openExistingHistory(in: folder.path)
        try other.run("BEGIN IMMEDIATE")
        #expect(throws: HistoryError.self) { try writer.keep(limits, at: Sample.at(5000)) }
        try other.run("COMMIT")
        _ = try keep(writer, limits)
        writer.emptyLog()
        #expect(try !folder.hasBytes(of: "xylophonkasten1"))
        let wanted = try Sample.all(in: untroubled).count
        try expect(Sample.all(in: folder).count, is: wanted, "no more goes for want of a merge")
        #expect(try HistoryReader(in: folder.path).isIndexSound())
    }

    @Test func `a file that gives no pages back is kept within its limits all the same`() throws {
        let writer = try fill(1000)
        writer.close()
        let database = try Database.openExistingHistory(in: folder.path)
        try database.script("PRAGMA journal_mode = DELETE; PRAGMA auto_vacuum = NONE; VACUUM")
        try #require(try database.number("PRAGMA auto_vacuum") == 0)
        #expect(try keep(writer, Retention(age: nil, rows: 10)) < 100)
        try expect(Sample.all(in: folder).count, is: 10)
    }

    @Test func `a clock that is far ahead takes nothing until it is so a day later`() throws {
        let writer = try fill(10)
        let hour = 3600
        let ahead = 10 * 365 * 86_400
        func left(clock: Int, after hours: Int) throws -> Int {
            let limits = Retention()
            let moment = Duration.seconds(1_000_000 + hours * hour)
            while try writer.keep(limits, at: Sample.at(clock), moment: moment).isMoreToDo {}
            return try Sample.all(in: folder).count
        }
        try expect(left(clock: 20 * 86_400, after: 0), is: 10)
        try expect(left(clock: ahead, after: 1), is: 10)
        // What comes by a wrong clock does not make it right.
        try expect(writer.write([Sample.event(.added, Sample.notice(ahead + hour))]), is: [])
        try expect(left(clock: ahead + 23 * hour, after: 24), is: 11)
        // It was set right, and was wrong again.
        try expect(left(clock: 30 * hour, after: 30), is: 11)
        try expect(left(clock: ahead + 20 * hour, after: 30), is: 11)
        // It is set in between.
        try expect(left(clock: 2 * ahead + 60 * hour, after: 60), is: 11)
        try expect(left(clock: 2 * ahead + 80 * hour, after: 80), is: 11)
        try expect(left(clock: 2 * ahead + 84 * hour, after: 84), is: 0)
    }

    @Test func `a clock that is right after a time away takes what is too old a day later`() throws
    {
        let writer = try fill(10)
        let clock = 400 * 86_400
        for (hours, left) in [(0, 10), (12, 10), (24, 0)] {
            let moment = Duration.seconds(hours * 3600)
            let now = Sample.at(clock + hours * 3600)
            while try writer.keep(Retention(), at: now, moment: moment).isMoreToDo {}
            try expect(Sample.all(in: folder).count, is: left)
        }
    }

    @Test func `a clock before all time takes nothing`() throws {
        let writer = try fill(10)
        _ = try keep(writer, Retention(), at: WallTime(milliseconds: -5))
        try expect(Sample.all(in: folder).count, is: 10)
    }
}

extension HistoryWriter {
    /// Brings the log into the file, so that nothing is left in it that is no longer there.
    fileprivate func emptyLog() {
        let result = Result {
            try withStore { (store) throws(DatabaseError) in try store.database.emptyLog() }
        }
        expect((try? result.get())?.value, is: true)
    }
}
