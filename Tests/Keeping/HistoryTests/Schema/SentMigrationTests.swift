import ANCS
import Expecting
import Foundation
import Linux
import Notices
import Testing

@testable import History

/// A file that an earlier version wrote: it becomes one of the day in its place.
struct SentMigrationTests {
    private let folder = TemporaryFolder()

    /// Puts the file of the first form into the folder: what was on a phone after an absence, and calls.
    private func beginWithOldFile() throws {
        let old = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "history-1.db")
        try FileManager.default.createDirectory(
            atPath: folder.path, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            at: old, to: URL(filePath: folder.path).appending(path: HistoryFile.name))
    }

    private func titles(_ filter: HistoryFilter = HistoryFilter()) throws -> [String] {
        try Sample.all(in: folder, filter).map(\.notice.title.string)
    }

    @Test func `an older file tells when its notices were sent`() throws {
        try beginWithOldFile()
        for stored in try Sample.all(in: folder) {
            let notice = stored.notice
            let judged = SentTime.judged(
                notice.date, received: notice.received, category: notice.category.id,
                flags: notice.flags)
            expect(notice.sent, is: judged, "\(notice.title.string)")
        }
        let calls = ["Made Here", "Papa", "Maya", "Early Bird", "Davidson Ro"]
        try expect(titles(), is: calls + ["Dateless", "Ahead", "Dentist", "Cem", "Ben", "Ada"])
        let ada = try #require(try Sample.all(in: folder).last).notice
        expect(
            ada.sent, is: WallTime(year: 2026, month: 9, day: 18, hour: 9, minute: 30, second: 0))
        expect(ada.received, is: Sample.at(0))
        try expect(
            Database.openExistingHistory(in: folder.path).number("PRAGMA user_version"),
            is: Int64(Schema.migrations.count))
    }

    @Test func `an older file tells how long its calls were talked`() throws {
        try beginWithOldFile()
        let calls = try Sample.all(in: folder).filter { $0.notice.call != nil }.map(\.notice)
        expect(
            calls.map { $0.call?.talkTime },
            is: [.seconds(65), nil, nil, nil, .milliseconds(125_250)])
        expect(calls.map(\.callOutcome), is: [.answered, .declined, .missed, .answered, .answered])
    }

    @Test func `a migration that is interrupted goes on where it was`() throws {
        try beginWithOldFile()
        // More than fit into one portion.
        let old = try Database.openHistory(
            in: folder.path, durability: .normal, migrations: [Schema.migrations[0]])
        try old.script(
            """
            WITH RECURSIVE more (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more WHERE n < 4500)
            INSERT INTO notice SELECT number + n * 1048576, phone, app, category, flags, uid, title,
            subtitle, message, message_size, date, positive, negative, received, came, incomplete,
            hidden, call_state, ring_ms, declined, detail, removed_at, removed_by, same
            FROM notice, more WHERE number = (SELECT min(number) FROM notice)
            ON CONFLICT DO NOTHING;
            """)
        let count = try old.number("SELECT count(*) FROM notice")
        #expect(
            try old.transaction { () throws(DatabaseError) in
                try SentMigration(old).takePortion()
            })
        try expect(old.number("PRAGMA user_version"), is: 1)
        #expect(try old.number("SELECT count(*) FROM notice WHERE sent NOTNULL") ?? 0 > 0)
        #expect(try old.number("SELECT count(*) FROM notice WHERE sent ISNULL") ?? 0 > 2_000)
        // Whoever comes next, to read or to write, goes on with it.
        let reader = try HistoryReader(in: folder.path)
        try expect(reader.database.number("SELECT count(*) FROM notice"), is: count)
        #expect(
            try reader.database.number("SELECT count(*) FROM notice WHERE sent NOTNULL") ?? 0 > 4490
        )
        try expect(
            reader.database.number(
                "SELECT count(*) FROM sqlite_schema WHERE name = 'migrating'"), is: 0)
    }

    @Test func `an export of an earlier version is judged as its file is`() throws {
        try beginWithOldFile()
        var lines: [[UInt8]] = []
        try HistoryReader(in: folder.path).export {
            lines.append($0)
            return true
        }
        let other = TemporaryFolder()
        let importer = try HistoryImport(into: other.path)
        for line in lines {
            let text = String(decoding: line, as: UTF8.self)
            let old = text.replacing(/"sent":\d+,/, with: "")
            try importer.take(Array(old.utf8))
        }
        try importer.finish()
        try expect(Sample.all(in: other).map(\.notice), is: Sample.all(in: folder).map(\.notice))
    }
}
