import Expecting
import Foundation
import Linux
import Notices
import Testing
import Waiting

@testable import History

/// A history can be read where nothing can be written; for a disk of its own a test has to be root.
@Suite(.enabled(if: SmallDisk.isPossible)) struct ReadOnlyTests {
    private let folder = TemporaryFolder()

    /// Copies files of a history that is being written onto a disk, and closes that.
    private func disk(
        with endings: [String], in name: String = "state", isClosed: Bool = false
    ) throws -> SmallDisk {
        let writer = HistoryWriter(in: folder.path)
        try expect(writer.write([Sample.event(.added, Sample.notice(1))]), is: [])
        writer.close()
        try expect(writer.write([Sample.event(.added, Sample.notice(2))]), is: [])
        if isClosed || !endings.contains("-wal") { writer.close() }
        let disk = try #require(SmallDisk.make(kilobytes: 8192))
        let target = disk.path + "/" + name
        try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
        for ending in endings {
            let file = "/history.db" + ending
            if FileManager.default.fileExists(atPath: folder.path + file) {
                try FileManager.default.copyItem(
                    atPath: folder.path + file, toPath: target + file)
            } else {
                try Data().write(to: URL(filePath: target + file))
            }
        }
        writer.close()
        #expect(disk.close())
        return disk
    }

    private func numbers(in folder: String) throws -> [NoticeID] {
        let reader = try HistoryReader(in: folder)
        var all: [NoticeID] = []
        try reader.notices { notice in
            all.append(notice.notice.id)
            return true
        }
        let found = try reader.count(of: SearchWords("eight"), within: Patience.limit)
        expect(found.count, is: all.count)
        return all
    }

    @Test(arguments: ["state", "50% of #1?"])
    func `a history that was closed is read whole`(_ name: String) throws {
        let disk = try disk(with: [""], in: name)
        let folder = disk.path + "/" + name
        try expect(numbers(in: folder), is: [Sample.id(2), Sample.id(1)])
        #expect(throws: HistoryError.self) {
            try HistoryWriter(in: folder).write([Sample.event(.added, Sample.notice(3))])
        }
    }

    @Test func `what a killed writer has left is read too`() throws {
        let disk = try disk(with: ["", "-wal", "-shm"])
        try expect(numbers(in: disk.path + "/state"), is: [Sample.id(2), Sample.id(1)])
    }

    @Test func `a log with nothing in it is in nobody's way`() throws {
        let disk = try disk(with: ["", "-wal"], isClosed: true)
        try expect(numbers(in: disk.path + "/state"), is: [Sample.id(2), Sample.id(1)])
    }

    @Test func `what cannot be read is not kept quiet about`() throws {
        let disk = try disk(with: ["", "-wal"])
        #expect(throws: HistoryError.unfinished) { try numbers(in: disk.path + "/state") }
    }
}
