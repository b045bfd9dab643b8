import Expecting
import Foundation
import JSON
import Linux
import Notices
import Testing

@testable import History

/// Battery levels of phones: what is stored of them, and how it goes again.
struct BatteryTests {
    private let folder = TemporaryFolder()
    private static let anna = PhoneName("Anna's iPhone", bond: "AA:BB")
    private static let ben = PhoneName("Ben's iPhone", bond: "BE:N0")
    private static let nobody = PhoneName("No bond")

    private static func event(
        _ level: Int, at seconds: Int, of phone: PhoneName = anna
    ) throws -> HistoryEvent {
        try #require(HistoryEvent(.battery(level, phone, at: Sample.at(seconds))))
    }

    private func write(_ levels: [(at: Int, level: Int)], of phone: PhoneName = anna) throws {
        let events = try levels.map { try Self.event($0.level, at: $0.at, of: phone) }
        try expect(HistoryWriter(in: folder.path).write(events), is: [])
    }

    private func stored(
        _ filter: BatteryFilter = BatteryFilter(), in folder: TemporaryFolder? = nil
    ) throws -> [StoredLevel] {
        var levels: [StoredLevel] = []
        try HistoryReader(in: (folder ?? self.folder).path).levels(filter) { level in
            levels.append(level)
            return true
        }
        return levels
    }

    private static let cases: [(reported: [(at: Int, level: Int)], kept: [Int], why: String)] = [
        ([(0, 80)], [80], "the first one"),
        ([(0, 80), (10, 80), (20, 80)], [80], "nothing changed"),
        ([(0, 80), (10, 79), (20, 80)], [80, 79, 80], "it went up again"),
        ([(0, 0), (10, 100)], [0, 100], "the ends"),
        ([(0, 101), (10, -1), (20, 50)], [50], "no levels"),
        ([(100, 80), (50, 79), (60, 79), (70, 78)], [79, 78, 80], "the clock was set back"),
        ([(100, 80), (50, 80)], [80, 80], "nothing is known of the time before"),
        ([(0, 80), (0, 79)], [80], "two of a moment"),
    ]

    @Test(arguments: cases.indices) func `only changes are stored`(_ index: Int) throws {
        let (reported, kept, why) = Self.cases[index]
        // Also where each of them has a run of its own.
        for levels in [[reported], reported.map { [$0] }] {
            let folder = TemporaryFolder()
            for some in levels {
                let events = try some.map { try Self.event($0.level, at: $0.at) }
                try expect(HistoryWriter(in: folder.path).write(events), is: [])
            }
            try expect(stored(in: folder).map(\.level), is: kept, "\(why)")
        }
    }

    @Test func `a level that did not change writes no row, nor one of a phone`() throws {
        try write([(0, 80)])
        let database = try Database.openExistingHistory(in: folder.path)
        let store = EventStore(database, policy: StorePolicy())
        let before = database.totalChanges
        try store.write([Self.event(80, at: 10)])
        expect(database.totalChanges, is: before)
        try store.write([Self.event(79, at: 20)])
        expect(database.totalChanges, is: before + 1)
    }

    @Test func `phones are told apart, and keep their levels under a new name`() throws {
        try write([(0, 80), (10, 79)])
        try write([(5, 80)], of: Self.ben)
        try write([(6, 30)], of: Self.nobody)
        let new = PhoneName("Anna's new name", bond: "AA:BB")
        try write([(20, 79), (30, 78)], of: new)
        try expect(
            stored().map { "\($0.phone.name) \($0.level)" },
            is: [
                "Anna's new name 80", "Ben's iPhone 80", "No bond 30", "Anna's new name 79",
                "Anna's new name 78",
            ])
        try expect(Set(stored().map(\.phone.key)), is: [new.key, Self.ben.key, Self.nobody.key])
    }

    private static let filters: [(since: Int?, until: Int?, phones: [String], Int, String)] = [
        (nil, nil, [], 6, "everything"), (10, nil, [], 4, "from a time on"),
        (nil, 20, [], 4, "before a time"), (10, 11, [], 2, "a moment"),
        (nil, nil, ["anna's iphone"], 3, "a name, whatever the case"),
        (nil, nil, ["BE:N0"], 3, "a bond"), (nil, nil, ["Nobody"], 0, "no phone"),
        (20, 10, [], 0, "no time"),
    ]

    @Test(arguments: filters.indices) func `levels are found`(_ index: Int) throws {
        let (since, until, phones, count, why) = Self.filters[index]
        try write([(0, 80), (10, 79), (20, 78)])
        try write([(0, 50), (10, 49), (20, 48)], of: Self.ben)
        let filter = BatteryFilter(
            since: since.map { Sample.at($0) }, until: until.map { Sample.at($0) }, phones: phones)
        try expect(stored(filter).count, is: count, "\(why)")
        try expect(HistoryReader(in: folder.path).count(filter), is: count, "\(why)")
    }

    @Test func `the last level of each phone before a time is found`() throws {
        try write([(0, 80), (10, 79), (20, 78)])
        try write([(5, 50)], of: Self.ben)
        let reader = try HistoryReader(in: folder.path)
        for (time, phones, levels) in [
            (0, [], []), (1, [], [80]), (20, [], [50, 79]), (99, [], [50, 78]),
            (99, ["BE:N0"], [50]),
        ] as [(Int, [String], [Int])] {
            let found = try reader.levels(before: Sample.at(time), of: phones)
            expect(found.map(\.level).sorted(), is: levels, "\(time)")
        }
    }

    @Test func `rows that no program of this one wrote are left out, and can be deleted`() throws {
        try write([(0, 80), (10, 79)])
        let database = try Database.openExistingHistory(in: folder.path)
        try database.script(
            """
            INSERT INTO battery VALUES (1, 5, -7), (1, 6, 101), (1, \(Int64.max), 40),
                (1, \(Int64.min), 40), (1, -1, \(Int64.max)), (99, 1790000005000, 60);
            """)
        try expect(stored().map(\.level), is: [80, 60, 79])
        let lines = try export(in: folder)
        expect(lines.count, is: 1 + 3)
        let forgotten = try HistoryEditor(in: folder.path).forget(.all)
        expect(forgotten.levels, is: 8)
        try expect(stored().count, is: 0)
    }

    // MARK: Retention

    private func keep(_ limits: Retention, at now: WallTime) throws {
        let writer = HistoryWriter(in: folder.path)
        var steps = 1
        while try writer.keep(limits, at: now).isMoreToDo {
            steps += 1
            try #require(steps < 10_000, "it must come to an end")
        }
    }

    @Test(
        arguments: [
            (Retention(age: .seconds(400 * 60)), 400, "too old"),
            (Retention(age: nil, rows: 7), 7, "too many"), (Retention(age: nil, rows: 0), 0, "all"),
            (Retention(age: nil), 1000, "no limit"), (Retention(age: nil, bytes: 1), 0, "no room"),
        ] as [(Retention, Int, String)])
    func `levels stay within the limits`(
        _ limits: Retention, _ left: Int, _ why: String
    ) throws {
        try write((0..<1000).map { ($0 * 60, $0 % 2) })
        try keep(limits, at: Sample.at(1000 * 60))
        let levels = try stored()
        expect(levels.count, is: left, "\(why)")
        if left > 0 { expect(levels.last?.at, is: Sample.at(999 * 60), "the newest are kept") }
    }

    @Test(
        arguments: [
            (Forgetting.phone("anna's iphone"), 3, ["Ben's iPhone"], "a phone"),
            (.phone("BE:N0"), 2, ["Anna's iPhone"], "a bond"),
            (.before(Sample.at(10)), 2, ["Anna's iPhone", "Ben's iPhone"], "a time"),
            (.all, 5, [], "everything"),
            (.app("Messages"), 0, ["Anna's iPhone", "Ben's iPhone"], "an app has none"),
            (.item("Keys"), 0, ["Anna's iPhone", "Ben's iPhone"], "nor has an item"),
            (
                .match(SearchWords("see")), 0, ["Anna's iPhone", "Ben's iPhone"],
                "a search finds notifications"
            ),
        ] as [(Forgetting, Int, [String], String)])
    func `levels are forgotten for good`(
        _ what: Forgetting, _ count: Int, _ left: [String], _ why: String
    ) throws {
        try write([(0, 80), (10, 79), (20, 78)])
        try write([(0, 50), (10, 49)], of: Self.ben)
        expect(try HistoryEditor(in: folder.path).forget(what).levels, is: count, "\(why)")
        try expect(Set(stored().map(\.phone.name)), is: Set(left), "\(why)")
        for name in ["Anna's iPhone", "Ben's iPhone"] where !left.contains(name) {
            #expect(try !folder.hasBytes(of: name), "\(name) is left in the file")
        }
    }

    // MARK: Export

    private func export(
        in folder: TemporaryFolder, _ filter: HistoryFilter = HistoryFilter()
    ) throws -> [[UInt8]] {
        var lines: [[UInt8]] = []
        try HistoryReader(in: folder.path).export(filter) { line in
            lines.append(line)
            return true
        }
        return lines
    }

    @Test func `an export has them, and may be imported twice`() throws {
        try write([(0, 80), (10, 79)])
        try write([(5, 50)], of: Self.nobody)
        let lines = try export(in: folder)
        expect(
            lines.dropFirst().map { String(decoding: $0, as: UTF8.self) },
            is: [
                #"{"battery":{"phone":"Anna's iPhone","bond":"AA:BB","at":1790000000000,"level":80}}"#,
                #"{"battery":{"phone":"No bond","at":1790000005000,"level":50}}"#,
                #"{"battery":{"phone":"Anna's iPhone","bond":"AA:BB","at":1790000010000,"level":79}}"#,
            ].map { $0 + "\n" })
        let other = TemporaryFolder()
        for levels in [3, 0] {
            let importing = try HistoryImport(into: other.path)
            for line in lines { try importing.take(line) }
            try importing.finish()
            expect(importing.imported, is: Imported(levels: levels))
        }
        try expect(stored(in: other), is: stored())
        var filter = HistoryFilter()
        filter.until = Sample.at(10)
        filter.phones = ["AA:BB"]
        try expect(export(in: folder, filter).count, is: 1 + 1)
        filter.apps = ["Messages"]
        try expect(export(in: folder, filter).count, is: 1)
    }

    private static let wrong = [
        #"{"battery":{}}"#, #"{"battery":[]}"#, #"{"battery":{"phone":"A","at":1,"level":101}}"#,
        #"{"battery":{"phone":"A","at":1,"level":-1}}"#, #"{"battery":{"phone":"A","level":5}}"#,
        #"{"battery":{"phone":"A","at":1e300,"level":5}}"#, #"{"battery":{"at":1,"level":5}}"#,
        #"{"battery":{"phone":7,"at":1,"level":5}}"#,
        #"{"battery":{"phone":"A","at":1,"level":"5"}}"#,
        #"{"battery":{"phone":"A","bond":5,"at":1,"level":5}}"#,
        #"{"battery":{"phone":"A","at":253402300800000,"level":5}}"#,
    ]

    @Test(arguments: wrong) func `a wrong line is refused`(_ line: String) {
        #expect(throws: JSONError.self) { try HistoryLine.read(Array(line.utf8)) }
    }

    // MARK: Earlier files

    @Test(arguments: [(1, 11), (2, 11), (4, 1)])
    func `a file of an earlier version takes levels, and keeps what it has`(
        _ form: Int, _ count: Int
    ) throws {
        let old = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Schema/history-\(form).db")
        try FileManager.default.createDirectory(
            atPath: folder.path, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            at: old, to: URL(filePath: folder.path).appending(path: HistoryFile.name))
        // To read it is enough.
        try expect(stored().count, is: 0)
        let (notices, before) = (try Sample.all(in: folder), try export(in: folder))
        expect(notices.count, is: count)
        try write([(700, 80), (710, 79)])
        try expect(stored().map(\.level), is: [80, 79])
        try expect(Sample.all(in: folder), is: notices)
        try expect(export(in: folder).count, is: before.count + 2)
        try expect(
            Database.openExistingHistory(in: folder.path).number("PRAGMA user_version"),
            is: Int64(Schema.migrations.count))
    }
}
