import Expecting
import Foundation
import Linux
import Support
import Testing

/// Names that appear, and folders before them.
struct ArrivalWatchTests {
    @LoopActor
    private final class Ear {
        var calls = 0
    }

    private static func folder() throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "arrival-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder.path
    }

    private static func make(_ file: String) throws {
        try Data().write(to: URL(filePath: file))
    }

    @Test(arguments: ["port", "by-id/port", "serial/by-id/port"])
    func `what appears is heard once, however many folders are missing`(path: String) async throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await LoopThread.run {
            let ear = Ear()
            let watch = try ArrivalWatch("\(folder)/\(path)") { ear.calls += 1 }
            try Self.make("\(folder)/other")
            await turn()
            expect(ear.calls, is: 0)
            var parts = path.split(separator: "/").dropLast()
            var parent = folder
            while let part = parts.popFirst() {
                parent += "/\(part)"
                try FileManager.default.createDirectory(
                    atPath: parent, withIntermediateDirectories: false)
                await turn()
            }
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder)/\(path)", withDestinationPath: "/dev/null")
            expect(await eventually { ear.calls == 1 })
            try FileManager.default.removeItem(atPath: "\(folder)/\(path)")
            try Self.make("\(folder)/\(path)")
            await turn()
            expect(ear.calls, is: 1)
            withExtendedLifetime(watch) {}
        }
    }

    @Test func `folders that come all at once are no matter`() async throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await LoopThread.run {
            let ear = Ear()
            let watch = try ArrivalWatch("\(folder)/a/b/c/port") { ear.calls += 1 }
            try FileManager.default.createDirectory(
                atPath: "\(folder)/a/b/c", withIntermediateDirectories: true)
            try Self.make("\(folder)/a/b/c/port")
            expect(await eventually { ear.calls == 1 })
            withExtendedLifetime(watch) {}
        }
    }

    @Test func `what a link leads to is heard where it appears`() async throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await LoopThread.run {
            let ear = Ear()
            let files = FileManager.default
            for name in ["names", "devices"] {
                try files.createDirectory(
                    atPath: "\(folder)/\(name)", withIntermediateDirectories: false)
            }
            try files.createSymbolicLink(
                atPath: "\(folder)/names/sign", withDestinationPath: "other")
            try files.createSymbolicLink(
                atPath: "\(folder)/names/other", withDestinationPath: "\(folder)/devices/port")
            let watch = try ArrivalWatch("\(folder)/names/sign") { ear.calls += 1 }
            try Self.make("\(folder)/devices/port")
            expect(await eventually { ear.calls == 1 })
            try files.removeItem(atPath: "\(folder)/devices/port")
            try files.removeItem(atPath: "\(folder)/names/other")
            try files.createSymbolicLink(
                atPath: "\(folder)/names/other", withDestinationPath: "sign")
            let circle = try ArrivalWatch("\(folder)/names/sign") { ear.calls += 1 }
            withExtendedLifetime((watch, circle)) {}
        }
    }

    @Test func `a folder that goes is followed to the one above it`() async throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await LoopThread.run {
            let ear = Ear()
            try FileManager.default.createDirectory(
                atPath: "\(folder)/serial", withIntermediateDirectories: false)
            let watch = try ArrivalWatch("\(folder)/serial/port") { ear.calls += 1 }
            try FileManager.default.removeItem(atPath: "\(folder)/serial")
            await turn()
            try FileManager.default.createDirectory(
                atPath: "\(folder)/serial", withIntermediateDirectories: false)
            await turn()
            try Self.make("\(folder)/serial/port")
            expect(await eventually { ear.calls == 1 })
            withExtendedLifetime(watch) {}
        }
    }

    @Test func `what is there already, or can never be, is refused`() async {
        await LoopThread.run {
            #expect(throws: Errno.exists) { _ = try ArrivalWatch("/dev/null") {} }
            #expect(throws: Errno.self) { _ = try ArrivalWatch("/dev/null/port") {} }
        }
    }
}
