import ANCS
import CSQLite
import Expecting
import Foundation
import Linux
import Notices
import Synchronization
import Testing

@testable import History

/// Whatever the disk refuses, at whatever moment: an error is told, what was acknowledged stays, and
/// the same events can be written once the disk is well again.
@Suite(.serialized) struct FaultTests {
    /// The last fault that is tried; none needs so many operations.
    private static let limit = 2000

    private func writer(_ folder: TemporaryFolder) -> HistoryWriter {
        FaultyDisk.register
        return HistoryWriter(
            in: folder.path, durability: .full, policy: StorePolicy(), vfs: FaultyDisk.name)
    }

    private func batch(_ first: Int) -> [HistoryEvent] {
        var notice = Sample.notice(first)
        var events = [Sample.event(.added, notice), Sample.event(.added, Sample.notice(first + 1))]
        notice.message = Text("See you at nine?")
        events.append(Sample.event(.modified, notice, at: first + 2))
        return events
    }

    @Test(arguments: [
        (FaultyDisk.Fault.write, SQLITE_IOERR | 3 << 8, "a write that fails"),
        (.write, SQLITE_FULL, "no room"), (.sync, SQLITE_IOERR | 4 << 8, "a disk that is gone"),
        (.read, SQLITE_IOERR | 1 << 8, "a read that fails"),
        (.truncate, SQLITE_IOERR | 6 << 8, "a log that stays long"),
        (.grow, SQLITE_IOERR | 21 << 8, "no memory that is shared"),
        (.lock, SQLITE_IOERR | 15 << 8, "no locks"), (.lock, SQLITE_BUSY, "others who write"),
    ])
    func `every operation may fail`(
        _ fault: FaultyDisk.Fault, _ code: Int32, _ why: String
    ) throws {
        var faults = 0
        for count in 0..<Self.limit {
            let folder = TemporaryFolder()
            let writer = writer(folder)
            FaultyDisk.fail(fault, after: count, with: code)
            var acknowledged = false
            do {
                _ = try writer.write(batch(10))
                acknowledged = true
                _ = try writer.write(batch(20))
                _ = try writer.keep(Retention(age: nil, rows: 3), at: Sample.at(100))
                writer.close()
            } catch {
                #expect(!error.description.contains("eight"), "\(why)")
            }
            let hasFailed = FaultyDisk.end()
            if acknowledged {
                #expect(try Sample.all(in: folder).contains { $0.notice.id == Sample.id(11) })
            }
            // The disk is well again.
            try expect(writer.write(batch(10)), is: [], "\(why), \(count)")
            try expect(writer.write(batch(20)), is: [])
            let all = try Sample.all(in: folder)
            expect(all.map(\.notice.id), is: [21, 20, 11, 10].map { Sample.id($0) })
            #expect(all.allSatisfy { $0.life.count <= 2 || acknowledged }, "\(why), \(count)")
            #expect(try Database.openExistingHistory(in: folder.path).isSound())
            if !hasFailed {
                #expect(faults > 0, "\(why): nothing failed at all")
                return
            }
            faults += 1
        }
        Issue.record("\(why): there is no end of operations")
    }

    @Test(arguments: [
        (FaultyDisk.Fault.write, SQLITE_IOERR | 3 << 8, "a write that fails"),
        (.write, SQLITE_FULL, "no room"), (.sync, SQLITE_IOERR | 4 << 8, "a disk that is gone"),
        (.read, SQLITE_IOERR | 1 << 8, "a read that fails"),
        (.truncate, SQLITE_IOERR | 6 << 8, "a log that stays long"),
        (.lock, SQLITE_IOERR | 15 << 8, "no locks"),
    ])
    func `mending may fail at every operation, and nothing is forgotten`(
        _ fault: FaultyDisk.Fault, _ code: Int32, _ why: String
    ) throws {
        for count in 0..<Self.limit {
            let folder = TemporaryFolder()
            let first = HistoryWriter(in: folder.path)
            try expect(first.write([Sample.event(.added, Sample.notice(1))]), is: [])
            first.close()
            let writer = writer(folder)
            // The phone announces again what has the row of an earlier run.
            let again = Sample.notice(50, flags: .preExisting)
            try expect(writer.write([Sample.event(.added, again)]), is: [])
            try Database.openExistingHistory(in: folder.path).damageIndex()
            var changed = again
            changed.message = Text("See you at nine?")
            let event = Sample.event(.modified, changed, at: 60)
            FaultyDisk.fail(fault, after: count, with: code)
            var news = (try? writer.write([event])) ?? []
            let hasFailed = FaultyDisk.end()
            news += try writer.write([event])
            expect(news, is: [.indexMended], "\(why), \(count)")
            writer.close()
            #expect(try !folder.names.contains { $0.contains("corrupt") }, "\(why), \(count)")
            let all = try Sample.all(in: folder).map(\.notice)
            expect(all.map(\.id), is: [Sample.id(1)], "\(why), \(count)")
            expect(all.first?.message, is: changed.message, "\(why), \(count)")
            #expect(try Database.openExistingHistory(in: folder.path).isSound())
            if !hasFailed { return #expect(count > 0, "\(why): nothing failed at all") }
        }
        Issue.record("\(why): there is no end of operations")
    }

    @Test func `a log that was set aside is never written over`() throws {
        let folder = TemporaryFolder()
        let writer = HistoryWriter(in: folder.path)
        for (run, addOn) in ["-wal", "-shm"].enumerated() {
            try expect(writer.write([Sample.event(.added, Sample.notice(1))]), is: [])
            writer.close()
            // What a kill leaves between the names of two files.
            let kept = URL(filePath: folder.path + "/history.db.corrupt-\(2 * run + 1)" + addOn)
            try Data("earlier".utf8).write(to: kept)
            for beside in HistoryFile.addOns {
                try Data("later".utf8).write(
                    to: URL(filePath: folder.path + "/history.db" + beside))
            }
            try folder.damage("history.db", with: Array("This is no database.".utf8))
            try expect(
                writer.write([Sample.event(.added, Sample.notice(2))]),
                is: [.setAside(as: "history.db.corrupt-\(2 * run + 2)")])
            try expect(Data(contentsOf: kept), is: Data("earlier".utf8))
            writer.close()
        }
    }

    @Test func `nothing is written into a file of a later form`() throws {
        let folder = TemporaryFolder()
        let writer = HistoryWriter(in: folder.path)
        try expect(writer.write([Sample.event(.added, Sample.notice(1))]), is: [])
        writer.close()
        let file = URL(filePath: folder.path + "/history.db")
        try Database.openExistingHistory(in: folder.path).script(
            "PRAGMA journal_mode = DELETE; PRAGMA user_version = 9")
        let before = try Data(contentsOf: file)
        #expect(throws: HistoryError.newer(found: 9, known: Schema.migrations.count)) {
            try writer.write([])
        }
        #expect(throws: HistoryError.newer(found: 9, known: Schema.migrations.count)) {
            try HistoryEditor(in: folder.path)
        }
        try expect(Data(contentsOf: file), is: before)
        #expect(try !folder.names.contains { $0.contains("-wal") || $0.contains("-shm") })
    }

    @Test func `the copy of a file that is written anew lies beside it, closed to others`() throws {
        let folder = TemporaryFolder()
        let writer = writer(folder)
        let long = Text(String(repeating: "x", count: 4000))
        let events = (1...1500).map { Sample.event(.added, Sample.notice($0, message: long)) }
        try expect(writer.write(events), is: [])
        writer.close()
        let database = try Database.openExistingHistory(in: folder.path, vfs: FaultyDisk.name)
        try database.vacuum()
        let copies = FaultyDisk.nameless.withLock { $0 }.filter { $0.path.hasPrefix(folder.path) }
        #expect(!copies.isEmpty, "a copy that is not in memory")
        for copy in copies {
            #expect(copy.path.hasSuffix("(deleted)") && copy.mode == 0o600, "\(copy)")
        }
        try expect(database.number("PRAGMA temp_store"), is: 2, "all else stays in memory")
        #expect(try database.isSound())
        #expect(try !folder.names.contains { $0.contains("etilqs_") })
    }

    @Test func `a damaged file is set aside with all that is in it, and a new one begun`() throws {
        let folder = TemporaryFolder()
        let writer = HistoryWriter(in: folder.path)
        for run in 1...3 {
            try expect(writer.write([Sample.event(.added, Sample.notice(run))]), is: [])
            writer.close()
            try folder.damage("history.db", with: Array("This is no database.".utf8))
            let news = try writer.write([Sample.event(.added, Sample.notice(run + 10))])
            expect(news, is: [.setAside(as: "history.db.corrupt-\(run)")])
            try expect(Sample.all(in: folder).map(\.notice.id), is: [Sample.id(run + 10)])
            let aside = folder.path + "/history.db.corrupt-\(run)"
            #expect(try FileDescriptor.open(readingFrom: aside).size ?? 0 > 4096)
        }
    }

    @Test func `damage that shows only while something is written is noticed`() throws {
        let folder = TemporaryFolder()
        let writer = HistoryWriter(in: folder.path)
        let events = (1...300).map { Sample.event(.added, Sample.notice($0)) }
        try expect(writer.write(events), is: [])
        writer.close()
        let size = try #require(
            try FileDescriptor.open(readingFrom: folder.path + "/history.db").size)
        for page in 1..<Int(size) / 4096 {
            try folder.damage(
                "history.db", at: page * 4096, with: [UInt8](repeating: 0xA5, count: 4096))
        }
        try expect(
            writer.write([Sample.event(.added, Sample.notice(500))]),
            is: [.setAside(as: "history.db.corrupt-1")])
        try expect(Sample.all(in: folder).count, is: 1)
    }

    @Test func `a file that is taken away is begun anew`() throws {
        let folder = TemporaryFolder()
        let writer = HistoryWriter(in: folder.path)
        try expect(writer.write([Sample.event(.added, Sample.notice(1))]), is: [])
        try FileManager.default.removeItem(atPath: folder.path)
        try expect(writer.write([Sample.event(.added, Sample.notice(2))]), is: [.begunAnew])
        try expect(Sample.all(in: folder).map(\.notice.id), is: [Sample.id(2)])
    }

    @Test func `a file that others hold is an error that goes by`() throws {
        let folder = TemporaryFolder()
        let writer = HistoryWriter(in: folder.path)
        try expect(writer.write([Sample.event(.added, Sample.notice(1))]), is: [])
        let other = try Database.openExistingHistory(in: folder.path)
        try other.run("BEGIN IMMEDIATE")
        let error = #expect(throws: HistoryError.self) {
            try writer.write([Sample.event(.added, Sample.notice(2))])
        }
        guard case .database(let failure) = error else {
            Issue.record("it must be SQLite's")
            return
        }
        expect(failure.code.primary, is: .busy)
        try other.run("COMMIT")
        try expect(writer.write([Sample.event(.added, Sample.notice(2))]), is: [])
        try expect(Sample.all(in: folder).count, is: 2)
    }

    @Test func `what is no history is left alone`() throws {
        let folder = TemporaryFolder()
        let writer = HistoryWriter(in: folder.path)
        try expect(writer.write([Sample.event(.added, Sample.notice(1))]), is: [])
        writer.close()
        let database = try Database.openExistingHistory(in: folder.path)
        try database.script("PRAGMA user_version = 9")
        #expect(throws: HistoryError.newer(found: 9, known: Schema.migrations.count)) {
            try writer.write([])
        }
        #expect(throws: HistoryError.newer(found: 9, known: Schema.migrations.count)) {
            try HistoryReader(in: folder.path)
        }
        try database.script("PRAGMA user_version = 1; PRAGMA application_id = 7")
        #expect(throws: HistoryError.foreign) { try writer.write([]) }
        #expect(try folder.names.contains("history.db"))
    }

    @Test(arguments: ["mkfifo", "mkdir", "ln -s /etc/hostname"])
    func `what is no file is no history, and keeps nobody waiting`(_ command: String) throws {
        let folder = TemporaryFolder()
        let path = HistoryFile.path(in: folder.path)
        try HistoryFile.make(in: folder.path)
        try FileManager.default.removeItem(atPath: path)
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = ["-c", "\(command) \(path)"]
        try shell.run()
        shell.waitUntilExit()
        #expect(throws: HistoryError.foreign) { try HistoryReader(in: folder.path) }
        #expect(throws: HistoryError.self) { try HistoryEditor(in: folder.path) }
        #expect(throws: HistoryError.self) { try HistoryWriter(in: folder.path).write([]) }
    }

    @Test func `whoever only reads leaves another file's log alone`() throws {
        let (folder, other) = (TemporaryFolder(), TemporaryFolder())
        let writer = HistoryWriter(in: folder.path)
        let events = (1...300).map { Sample.event(.added, Sample.notice($0)) }
        try expect(writer.write(events), is: [])
        writer.close()
        let before = try Data(contentsOf: URL(filePath: HistoryFile.path(in: folder.path)))
        // A log as a killed writer leaves it.
        let killed = HistoryWriter(in: other.path)
        try expect(killed.write([Sample.event(.added, Sample.notice(1))]), is: [])
        let log = HistoryFile.path(in: other.path) + "-wal"
        try FileManager.default.copyItem(
            atPath: log, toPath: HistoryFile.path(in: folder.path) + "-wal")
        _ = try? Sample.all(in: folder)
        let after = try Data(contentsOf: URL(filePath: HistoryFile.path(in: folder.path)))
        expect(before, is: after)
    }

    @Test func `a form before the first is that of something else`() throws {
        let folder = TemporaryFolder()
        _ = try Database.openHistory(in: folder.path, durability: .normal)
        try Database.openExistingHistory(in: folder.path).script("PRAGMA user_version = -1")
        #expect(throws: HistoryError.foreign) { try HistoryReader(in: folder.path) }
        #expect(throws: HistoryError.foreign) {
            try HistoryWriter(in: folder.path).write([])
        }
    }

    @Test func `a file that somebody is about to begin is no history yet, and becomes one`() throws
    {
        let folder = TemporaryFolder()
        try HistoryFile.make(in: folder.path)
        #expect(throws: HistoryError.missing) { try HistoryReader(in: folder.path) }
        let beginner = try Database(HistoryFile.path(in: folder.path), for: .write)
        try beginner.script("PRAGMA journal_mode = WAL")
        #expect(throws: HistoryError.missing) { try HistoryReader(in: folder.path) }
        let writer = HistoryWriter(in: folder.path)
        try expect(writer.write([Sample.event(.added, Sample.notice(1))]), is: [])
        try expect(Sample.all(in: folder).count, is: 1)
    }

    @Test func `whoever looks while a file is begun finds a history or none`() async throws {
        for _ in 0..<20 {
            let folder = TemporaryFolder()
            let path = folder.path
            try HistoryFile.make(in: path)
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    #expect(throws: Never.self) {
                        _ = try HistoryWriter(in: path).write([
                            Sample.event(.added, Sample.notice(1))
                        ])
                    }
                }
                group.addTask {
                    for _ in 0..<20 {
                        do throws(HistoryError) {
                            _ = try HistoryReader(in: path)
                        } catch {
                            expect(error, is: .missing)
                        }
                    }
                }
            }
        }
    }
}

extension Database {
    /// Overwrites all of the index that is read when it is opened.
    fileprivate func damageIndex() throws {
        try undefended { () throws(DatabaseError) in
            try run("UPDATE words_data SET block = zeroblob(length(block))")
        }
    }

    /// Whether every page of the file is as it should be, and the index too.
    func isSound() throws -> Bool {
        try run("INSERT INTO words (words) VALUES ('integrity-check')")
        var words: [String] = []
        try rows("PRAGMA integrity_check") { (row) throws(DatabaseError) in
            words.append(row.string(0))
            return true
        }
        return words == ["ok"]
    }
}
