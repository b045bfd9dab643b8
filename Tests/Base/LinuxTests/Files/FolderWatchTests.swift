import Expecting
import Foundation
import Linux
import Support
import Testing

/// A folder that is watched, and what is heard of it.
struct FolderWatchTests {
    @LoopActor
    private final class Ear {
        var calls = 0

        /// Whether something is heard of what the body does.
        func hears(_ body: () throws -> Void) async rethrows -> Bool {
            calls = 0
            try body()
            return await eventually { self.calls > 0 }
        }
    }

    @Test func `what changes in a folder is heard, what is only read is not`() async throws {
        try await LoopThread.run {
            let path = FileManager.default.temporaryDirectory.appending(path: "watch-\(UUID())")
                .path
            _ = try StateFolder(path)
            let ear = Ear()
            let watch = try FolderWatch(path) { ear.calls += 1 }
            #expect(try await ear.hears { try StateFolder(path).write([1], to: "file") })
            #expect(try await ear.hears { try StateFolder(path).remove("file") })
            #expect(
                try await ear.hears {
                    try Data("x".utf8).write(to: URL(filePath: path + "/other"))
                })
            await turn()
            ear.calls = 0
            _ = try StateFolder(path).read("other", upTo: 9)
            await turn()
            expect(ear.calls, is: 0)
            #expect(watch.isFollowing)
            #expect(try await ear.hears { try FileManager.default.removeItem(atPath: path) })
            expect(await eventually { !watch.isFollowing })
        }
    }

    @Test func `a file that grows is heard while it stays open, where that is asked for`()
        async throws
    {
        try await LoopThread.run {
            let path = FileManager.default.temporaryDirectory.appending(path: "watch-\(UUID())")
                .path
            _ = try StateFolder(path)
            defer { try? FileManager.default.removeItem(atPath: path) }
            let file = try AppendFile(path + "/file")
            let (ear, deafer) = (Ear(), Ear())
            let watch = try FolderWatch(path, for: .growth) { ear.calls += 1 }
            let other = try FolderWatch(path) { deafer.calls += 1 }
            #expect(try await ear.hears { try file.append([1]) })
            #expect(try await ear.hears { try file.append([2]) })
            await turn()
            expect(deafer.calls, is: 0)
            #expect(watch.isFollowing && other.isFollowing)
        }
    }

    @Test func `a folder that is moved away is heard of once, and no more`() async throws {
        try await LoopThread.run {
            let path = FileManager.default.temporaryDirectory.appending(path: "watch-\(UUID())")
                .path
            _ = try StateFolder(path)
            defer { try? FileManager.default.removeItem(atPath: path + "-away") }
            let ear = Ear()
            let watch = try FolderWatch(path) { ear.calls += 1 }
            #expect(
                try await ear.hears {
                    try FileManager.default.moveItem(atPath: path, toPath: path + "-away")
                })
            #expect(!watch.isFollowing)
        }
    }

    @Test func `after a stop nothing is heard`() async throws {
        try await LoopThread.run {
            let path = FileManager.default.temporaryDirectory.appending(path: "watch-\(UUID())")
                .path
            let folder = try StateFolder(path)
            defer { try? FileManager.default.removeItem(atPath: path) }
            let ear = Ear()
            let watch = try FolderWatch(path) { ear.calls += 1 }
            watch.stop()
            try folder.write([1], to: "file")
            await turn()
            expect(ear.calls, is: 0)
        }
    }

    @Test(arguments: ["/nonexistent/folder", "/dev/null"])
    func `what is no folder cannot be watched`(path: String) async throws {
        await LoopThread.run {
            #expect(throws: Errno.self) { _ = try FolderWatch(path) {} }
        }
    }
}
