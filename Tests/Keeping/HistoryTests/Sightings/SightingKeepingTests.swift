import Beacons
import Expecting
import Foundation
import JSON
import Linux
import Notices
import Testing

@testable import History

/// What was told of beacons goes, is exported and comes back as notices do.
struct SightingKeepingTests {
    private let folder = TemporaryFolder()

    /// One each minute: a thing, a region and two persons in turns.
    private func fill(_ count: Int) throws -> HistoryWriter {
        let writer = HistoryWriter(in: folder.path)
        let subjects = [
            Sample.keys, .region("Hall"), Sample.person("Mara", isHome: true),
            Sample.person("Ben", isHome: false, bond: "BE:N0"),
        ]
        let events = try (0..<count).map { index in
            var news = Sample.news(
                index % 4 < 2 ? .left : .presence, of: subjects[index % 4], zone: .far)
            (news.accuracy, news.signal) = (1.25, -70)
            news.beacon = BeaconID("eddystone:00112233-4455-6677-8899-aabbccddeeff")
            news.lastHeard = Sample.at(index * 60 - 31)
            news.isReminder = index % 8 == 0
            return try Sample.sighting(news, at: index * 60)
        }
        try expect(writer.write(events), is: [])
        return writer
    }

    private func keep(
        _ writer: HistoryWriter, _ limits: Retention, at now: WallTime
    ) throws {
        var steps = 1
        while try writer.keep(limits, at: now).isMoreToDo {
            steps += 1
            try #require(steps < 10_000, "it must come to an end")
        }
    }

    @Test func `what is too old goes, with no notice beside it`() throws {
        let writer = try fill(1000)
        try keep(writer, Retention(age: .seconds(400 * 60)), at: Sample.at(1000 * 60))
        try expect(Sample.sightings(in: folder).count, is: 400)
        try expect(Sample.sightings(in: folder).last?.at, is: Sample.at(600 * 60))
    }

    @Test(arguments: [(0, 0), (1, 1), (999, 999), (1000, 1000), (5000, 1000)])
    func `what is too much goes`(_ rows: Int, _ left: Int) throws {
        let writer = try fill(1000)
        try expect(writer.write([Sample.event(.added, Sample.notice(1))]), is: [])
        try keep(writer, Retention(age: nil, rows: rows), at: Sample.at(70_000))
        try expect(Sample.sightings(in: folder).count, is: left)
        try expect(Sample.all(in: folder).count, is: min(rows, 1))
    }

    @Test func `a file that is too large becomes smaller for want of old rows`() throws {
        let writer = try fill(20_000)
        let path = folder.path + "/history.db"
        writer.close()
        let before = try #require(try FileDescriptor.open(readingFrom: path).size)
        try keep(writer, Retention(age: nil, bytes: Int(before) / 2), at: Sample.at(70_000))
        writer.close()
        let left = try Sample.sightings(in: folder)
        #expect((5000..<10_000).contains(left.count), "\(left.count)")
        expect(left.first?.at, is: Sample.at(19_999 * 60))
        #expect(try FileDescriptor.open(readingFrom: path).size ?? 0 <= before / 2)
    }

    @Test func `a clock that is far ahead lets nothing go at once`() throws {
        let writer = try fill(10)
        let year = Sample.at(500 * 86_400)
        for (hours, left) in [(0, 10), (23, 10), (25, 0)] {
            _ = try writer.keep(
                Retention(), at: year.advanced(by: .seconds(hours * 3600)),
                moment: .seconds(hours * 3600))
            try keep(
                writer, Retention(), at: year.advanced(by: .seconds(hours * 3600)), hours, left)
        }
    }

    private func keep(
        _ writer: HistoryWriter, _ limits: Retention, at now: WallTime, _ hours: Int, _ left: Int
    ) throws {
        while try writer.keep(limits, at: now, moment: .seconds(hours * 3600)).isMoreToDo {}
        try expect(Sample.sightings(in: folder).count, is: left, "after \(hours) hours")
    }

    @Test(
        "what somebody wants to be gone is gone",
        arguments: [
            (Forgetting.item("keys"), 2, ["Ben", "Mara", "Hall"], "a thing, whatever the case"),
            (.item("Mara"), 2, ["Ben", "Hall", "Keys"], "a person"),
            (.phone("Mara's iPhone"), 2, ["Ben", "Hall", "Keys"], "a phone, and who has it"),
            (.phone("BE:N0"), 2, ["Mara", "Hall", "Keys"], "a bond"),
            (.before(Sample.at(4 * 60)), 4, ["Ben", "Mara", "Hall", "Keys"], "a time"),
            (.app("Messages"), 0, ["Ben", "Mara", "Hall", "Keys"], "an app has none"),
            (
                .match(SearchWords("keys")), 0, ["Ben", "Mara", "Hall", "Keys"],
                "a search of notices"
            ),
            (.all, 8, [], "all of it"),
        ] as [(Forgetting, Int, [String], String)])
    func forgetting(what: Forgetting, count: Int, left: [String], why: String) throws {
        let writer = try fill(8)
        try expect(writer.write([Sample.event(.added, Sample.notice(500))]), is: [])
        let forgotten = try HistoryEditor(in: folder.path).forget(what)
        expect(forgotten.sightings, is: count, "\(why)")
        var names: [String] = []
        for sighting in try Sample.sightings(in: folder)
        where !names.contains(sighting.news.subject.name) {
            names.append(sighting.news.subject.name)
        }
        expect(names, is: left, "\(why)")
        writer.close()
        for name in ["Keys", "Hall", "Mara", "Ben"] where !left.contains(name) {
            #expect(try !folder.hasBytes(of: name), "\(name) is left in the file")
        }
        try expect(
            Sample.all(in: folder).count, is: ([.app("Messages"), .all].contains(what) ? 0 : 1))
    }

    private func lines(_ filter: HistoryFilter = HistoryFilter()) throws -> [[UInt8]] {
        var lines: [[UInt8]] = []
        try HistoryReader(in: folder.path).export(filter) { line in
            lines.append(line)
            return true
        }
        return lines
    }

    @Test func `nothing is lost in an export, which may be taken in twice`() throws {
        _ = try fill(40)
        try expect(
            HistoryWriter(in: folder.path).write([Sample.event(.added, Sample.notice(1))]), is: [])
        let lines = try lines()
        expect(lines.count, is: 1 + 40 + 1)
        let other = TemporaryFolder()
        for (added, sightings) in [(1, 40), (0, 0)] {
            let importing = try HistoryImport(into: other.path)
            for line in lines { try importing.take(line) }
            try importing.finish()
            expect(
                importing.imported,
                is: Imported(added: added, known: 1 - added, sightings: sightings))
        }
        try expect(
            Sample.sightings(in: other).map(\.event), is: Sample.sightings(in: folder).map(\.event))
        try expect(Sample.all(in: other), is: Sample.all(in: folder))
    }

    @Test func `an export of a part has what was told of that part`() throws {
        _ = try fill(40)
        var filter = HistoryFilter()
        filter.since = Sample.at(10 * 60)
        filter.until = Sample.at(20 * 60)
        try expect(lines(filter).count, is: 1 + 10)
        filter.phones = ["Mara's iPhone"]
        try expect(lines(filter).count, is: 1 + 3)
        filter.apps = ["Mail"]
        try expect(lines(filter).count, is: 1)
        var count = 0
        try HistoryReader(in: folder.path).export { _ in
            count += 1
            return count < 5
        }
        expect(count, is: 5, "who has enough is given no more")
    }

    @Test func `a line that was cut or changed anywhere is refused or read, and never crashes`()
        throws
    {
        _ = try fill(4)
        for line in try lines().dropFirst() {
            for length in 0..<line.count - 2 {
                #expect(throws: JSONError.self) { try HistoryLine.read(Array(line[..<length])) }
            }
            for index in line.indices {
                for byte in [UInt8(ascii: "9"), UInt8(ascii: "\""), 0xFF, UInt8(ascii: "-")] {
                    var changed = line
                    changed[index] = byte
                    _ = try? HistoryLine.read(changed)
                }
            }
        }
    }

    @Test(arguments: [1, 2])
    func `a file of an earlier version takes what is told of beacons`(form: Int) throws {
        let old = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Schema/history-\(form).db")
        try FileManager.default.createDirectory(
            atPath: folder.path, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            at: old, to: URL(filePath: folder.path).appending(path: HistoryFile.name))
        // To read it is enough.
        try expect(Sample.sightings(in: folder).count, is: 0)
        let notices = try Sample.all(in: folder)
        expect(notices.count, is: 11)
        _ = try fill(4)
        try expect(Sample.sightings(in: folder).count, is: 4)
        try expect(Sample.all(in: folder), is: notices)
        try expect(
            Database.openExistingHistory(in: folder.path).number("PRAGMA user_version"),
            is: Int64(Schema.migrations.count))
    }
}
