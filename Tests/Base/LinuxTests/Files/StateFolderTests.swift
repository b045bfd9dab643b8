import Expecting
import Foundation
import Linux
import Testing
import Waiting

/// Small files in a folder of the program's own.
final class StateFolderTests {
    private let root = FileManager.default.temporaryDirectory.appending(path: "state-\(UUID())")
        .path
    private var path: String { root + "/a/b" }

    deinit {
        try? FileManager.default.removeItem(atPath: root)
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    private func error(_ body: () throws(Errno) -> Void) -> Errno? {
        do throws(Errno) {
            try body()
            return nil
        } catch {
            return error
        }
    }

    @Test func `a folder is made with those above it, for its owner alone`() throws {
        _ = try StateFolder(path)
        for folder in [root, root + "/a", path] { try expect(mode(folder), is: 0o700) }
        // Once more is no mistake.
        _ = try StateFolder(path)
    }

    @Test func `a folder that is only looked into is not made`() throws {
        expect(error { () throws(Errno) in _ = try StateFolder(existing: path) }, is: .noEntry)
        #expect(!FileManager.default.fileExists(atPath: root))
        _ = try StateFolder(path)
        _ = try StateFolder(existing: path)
    }

    @Test func `a folder that somebody made keeps its mode`() throws {
        try FileManager.default.createDirectory(
            atPath: root, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o750])
        _ = try StateFolder(root)
        try expect(mode(root), is: 0o750)
    }

    @Test func `a file in the place of a folder is refused`() throws {
        try Data().write(to: URL(filePath: root))
        expect(
            error { () throws(Errno) in _ = try StateFolder(root) }, is: Errno(rawValue: ENOTDIR))
        expect(
            error { () throws(Errno) in _ = try StateFolder(path) }, is: Errno(rawValue: ENOTDIR))
    }

    @Test(arguments: [(9, true), (10, false), (0, true)])
    func `a file is read up to a limit`(limit: Int, isTooLarge: Bool) throws {
        let folder = try StateFolder(path)
        let bytes = [UInt8](repeating: 7, count: 10)
        try folder.write(bytes, to: "file")
        var found: [UInt8]?
        let error = error { () throws(Errno) in found = try folder.read("file", upTo: limit) }
        expect(error, is: (isTooLarge ? .tooLarge : nil))
        expect(found, is: (isTooLarge ? nil : bytes))
    }

    @Test func `a file that is not there is none, and an empty one is empty`() throws {
        let folder = try StateFolder(path)
        try expect(folder.read("file", upTo: 9), is: nil)
        try folder.write([], to: "file")
        try expect(folder.read("file", upTo: 0), is: [])
        try folder.remove("file")
        try folder.remove("file")
        try expect(folder.read("file", upTo: 9), is: nil)
    }

    @Test func `a link is never followed, neither to read nor to write`() throws {
        let folder = try StateFolder(path)
        let other = root + "/other"
        try Data("secret".utf8).write(to: URL(filePath: other))
        for name in ["file", "file.new"] {
            try FileManager.default.createSymbolicLink(
                atPath: "\(path)/\(name)", withDestinationPath: other)
        }
        expect(
            error { () throws(Errno) in _ = try folder.read("file", upTo: 99) },
            is: Errno(rawValue: ELOOP))
        try folder.write([1], to: "file")
        try expect(folder.read("file", upTo: 9), is: [1])
        try expect(String(contentsOfFile: other, encoding: .utf8), is: "secret")
    }

    @Test func `a write that fails leaves the old file and no draft`() throws {
        let folder = try StateFolder(path)
        // A folder that is not empty cannot be replaced by a file.
        try FileManager.default.createDirectory(
            atPath: "\(path)/file/inner", withIntermediateDirectories: true)
        #expect(error { () throws(Errno) in try folder.write([1], to: "file") } != nil)
        try expect(FileManager.default.contentsOfDirectory(atPath: path), is: ["file"])
    }

    @Test func `a lock is held as long as it lives`() throws {
        let folder = try StateFolder(path)
        var lock = try folder.lock()
        #expect(lock != nil)
        #expect(try StateFolder(path).lock() == nil)
        lock = nil
        #expect(try StateFolder(path).lock() != nil)
        try expect(mode("\(path)/lock"), is: 0o600)
    }

    @Test func `one change at a time, beside the lock of whoever runs`() throws {
        let folder = try StateFolder(path)
        let running = try folder.lock()
        var change: StateLock? = try folder.beginChange()
        let blocked = error { () throws(Errno) in
            _ = try StateFolder(path).beginChange(within: .milliseconds(20))
        }
        expect(blocked, is: .wouldBlock)
        #expect(change != nil)
        change = nil
        _ = try StateFolder(path).beginChange(within: .zero)
        #expect(running != nil)
        try expect(mode("\(path)/changes.lock"), is: 0o600)
    }

    @Test func `whoever wants to change something waits for another's change`() throws {
        var change: StateLock? = try StateFolder(path).beginChange()
        #expect(change != nil)
        var looks = 0
        let other = try StateFolder(path).beginChange(within: Patience.limit) {
            looks += 1
            if looks == 3 { change = nil }
        }
        expect(looks, is: 3)
        withExtendedLifetime(other) {}
    }

    @Test func `what is set aside keeps its bytes, and takes no other's place`() throws {
        let folder = try StateFolder(path)
        for number in 1...3 as ClosedRange<UInt8> {
            try folder.write([number], to: "file")
            let aside = try folder.setAside("file")
            expect(aside, is: (number == 1 ? "file.broken" : "file.broken-\(number)"))
            // Until it is replaced it keeps its own name as well.
            try expect(folder.read("file", upTo: 9), is: [number])
            try folder.write([9], to: "file")
            try expect(folder.read(aside, upTo: 9), is: [number])
        }
        try expect(folder.read("file.broken", upTo: 9), is: [1])
        expect(error { () throws(Errno) in _ = try folder.setAside("none") }, is: .noEntry)
    }
}
