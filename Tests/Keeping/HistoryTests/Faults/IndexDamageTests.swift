import ANCS
import CSQLite
import Expecting
import Foundation
import Notices
import Testing
import Waiting

@testable import History

/// A damaged index is made anew of the rows, and nothing is set aside as long as they are sound.
struct IndexDamageTests {
    private let folder = TemporaryFolder()

    /// Runs statements without what keeps a history's own connections from doing damage.
    private func script(_ sql: String) throws {
        var handle: OpaquePointer?
        defer { unsafe sqlite3_close(handle) }
        try #require(unsafe sqlite3_open(folder.path + "/history.db", &handle) == SQLITE_OK)
        try #require(unsafe sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK)
    }

    private func fill() throws -> HistoryWriter {
        let writer = HistoryWriter(in: folder.path)
        let first = Sample.notice(1)
        var changed = first
        changed.message = Text("See you at nine?")
        var events = [
            Sample.event(.added, first), Sample.event(.modified, changed, at: 3),
            Sample.event(.added, Sample.notice(2, flags: .preExisting)),
        ]
        events += (10...600).map {
            Sample.event(.added, Sample.notice($0, message: Text("Number \($0 * 7919)")))
        }
        try expect(writer.write(events), is: [])
        return writer
    }

    private func found(_ words: String) throws -> Int {
        try HistoryReader(in: folder.path)
            .count(of: SearchWords(words), within: Patience.limit).count
    }

    @Test(
        arguments: [
            "UPDATE words_data SET block = zeroblob(length(block)) WHERE id = 10",
            "UPDATE words_data SET block = CAST(substr(hex(zeroblob(length(block))), 1, length(block)) AS BLOB)",
            "DELETE FROM words_data",
            "UPDATE words_config SET v = 99 WHERE k = 'version'",
        ], [true, false])
    func `an index that makes no sense is made anew`(_ sql: String, isOpen: Bool) throws {
        let writer = try fill()
        if !isOpen { writer.close() }
        try script(sql)
        var news = try writer.write([Sample.event(.added, Sample.notice(1000))])
        var added = 1
        if news == [], isOpen {
            // What has read the index before need not look at all of it again; whoever opens it does.
            try expect(Sample.all(in: folder).count, is: 594)
            writer.close()
            news = try writer.write([Sample.event(.added, Sample.notice(1001))])
            added += 1
        }
        expect(news, is: [.indexMended])
        try check(sql, added: added)
    }

    private func check(_ why: String, added: Int = 1) throws {
        #expect(try !folder.names.contains { $0.contains("corrupt") }, "\(why)")
        try expect(Sample.all(in: folder).count, is: 593 + added, "\(why)")
        try expect(found("number"), is: 591, "\(why)")
        try expect(found("eight"), is: 2 + added, "earlier words too: \(why)")
        try expect(found("nine"), is: 1)
        #expect(try Database.openExistingHistory(in: folder.path).isSound())
        #expect(try HistoryReader(in: folder.path).isIndexSound())
    }

    @Test(arguments: ["words_data", "words_idx", "words_config", "words_docsize"])
    func `pages of the index that are overwritten are left out`(_ table: String) throws {
        let writer = try fill()
        writer.close()
        let database = try Database.openExistingHistory(in: folder.path)
        var pages: [Int] = []
        try database.rows("SELECT pageno FROM dbstat WHERE name = ?", [DatabaseValue(table)]) {
            (row) throws(DatabaseError) in
            pages.append(Int(row.integer(0)))
            return true
        }
        guard !pages.isEmpty else { return expect(table, is: "words_docsize") }
        #expect(try database.emptyLog())
        for page in pages {
            try folder.damage(
                "history.db", at: (page - 1) * 4096, with: [UInt8](repeating: 0xA5, count: 4096))
        }
        let news = try writer.write([Sample.event(.added, Sample.notice(1000))])
        expect(news, is: [.indexMended])
        try check(table)
    }

    @Test func `what is known of this run's notices is still known`() throws {
        try expect(
            HistoryWriter(in: folder.path).write([Sample.event(.added, Sample.notice(1))]), is: [])
        let writer = HistoryWriter(in: folder.path)
        let again = Sample.notice(50, flags: .preExisting)
        try expect(writer.write([Sample.event(.added, again)]), is: [])
        try script("UPDATE words_data SET block = zeroblob(length(block))")
        var changed = again
        changed.message = Text("See you at nine?")
        let news = try writer.write([Sample.event(.modified, changed, at: 60)])
        expect(news, is: [.indexMended])
        try expect(Sample.all(in: folder).map(\.notice.id), is: [Sample.id(1)])
    }

    @Test func `a kill in the middle leaves what the next run can finish`() throws {
        let writer = try fill()
        writer.close()
        let before = try pages()
        // All that is lasting before the file is written anew.
        try script(
            "PRAGMA writable_schema = ON; DELETE FROM sqlite_schema"
                + " WHERE tbl_name = 'words' OR tbl_name GLOB 'words_*'")
        #expect(throws: HistoryError.self) { try found("number") }
        try expect(writer.write([]), is: [.indexMended])
        writer.close()
        #expect(try pages() <= before, "no page of the old index is left")
        try expect(writer.write([Sample.event(.added, Sample.notice(1000))]), is: [])
        try check("there was none")
    }

    private func pages() throws -> Int64 {
        let database = try Database.openExistingHistory(in: folder.path)
        return try #require(try database.number("PRAGMA page_count"))
    }
}
