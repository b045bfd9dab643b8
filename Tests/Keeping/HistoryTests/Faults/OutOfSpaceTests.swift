import Expecting
import Foundation
import Linux
import Notices
import Testing

@testable import History

/// A disk that is really full: a small file system of the test's own, for which one has to be root.
@Suite(.enabled(if: SmallDisk.isPossible)) struct OutOfSpaceTests {
    @Test func `what was acknowledged stays, and the rest is written once there is room`() throws {
        let disk = try #require(SmallDisk.make(kilobytes: 1024))
        let writer = HistoryWriter(in: disk.path + "/state")
        var acknowledged = 0
        var failure: DatabaseError?
        func batch(_ number: Int) -> [HistoryEvent] {
            (0..<20).map { index in
                let second = number * 20 + index + 1
                return Sample.event(
                    .added,
                    Sample.notice(
                        second, message: Text(String(repeating: "word\(second) ", count: 30))))
            }
        }
        while failure == nil, acknowledged < 1000 {
            failure = write(batch(acknowledged), with: writer)
            if failure == nil { acknowledged += 1 }
        }
        expect(failure?.code.primary, is: .full)
        #expect(throws: HistoryError.self) { try writer.write(batch(acknowledged)) }
        #expect(acknowledged > 0)
        try expect(count(in: disk), is: acknowledged * 20)
        #expect(disk.grow(toKilobytes: 16_384))
        try expect(writer.write(batch(acknowledged)), is: [])
        try expect(count(in: disk), is: (acknowledged + 1) * 20)
        let database = try Database.openExistingHistory(in: disk.path + "/state")
        #expect(try database.isSound())
        writer.close()
    }

    private func write(_ events: [HistoryEvent], with writer: HistoryWriter) -> DatabaseError? {
        let result = Result { () throws(HistoryError) in try writer.write(events) }
        if case .failure(.database(let error)) = result { return error }
        return nil
    }

    private func count(in disk: SmallDisk) throws -> Int {
        try HistoryReader(in: disk.path + "/state").count()
    }
}

/// A file system in memory with little room.
final class SmallDisk: Sendable {
    static let isPossible = make(kilobytes: 64) != nil

    let path: String

    private init(path: String) {
        self.path = path
    }

    /// Nil where this process may not have one.
    static func make(kilobytes: Int) -> SmallDisk? {
        let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        guard unsafe getuid() == 0 && mkdir(path, 0o700) == 0 else { return nil }
        let disk = SmallDisk(path: path)
        let options = "size=\(kilobytes)k"
        return mount(["-t", "tmpfs", "-o", options, "tmpfs", path]) ? disk : nil
    }

    deinit {
        _ = Self.run("/bin/umount", ["--lazy", path])
        _ = unsafe rmdir(path)
    }

    func grow(toKilobytes kilobytes: Int) -> Bool {
        Self.mount(["-o", "remount,size=\(kilobytes)k", path])
    }

    /// Has nothing be written any more.
    func close() -> Bool {
        Self.mount(["-o", "remount,ro", path])
    }

    private static func mount(_ arguments: [String]) -> Bool {
        run("/bin/mount", arguments)
    }

    private static func run(_ program: String, _ arguments: [String]) -> Bool {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
