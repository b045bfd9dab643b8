import ANCS
import EventSupport
import Expecting
import Foundation
import Linux
import Notices
import Support
import Testing
import Waiting

@testable import Formats
@testable import Outlets

/// A file of notices on a disk that comes, goes and has no room.
struct FileOutletTests {
    /// A folder of a test's own, with what was told about files in it.
    @LoopActor
    private final class Bench {
        let folder: String
        private(set) var told: [String] = []
        var isOver = false

        init() throws {
            let url = FileManager.default.temporaryDirectory.appending(
                path: "callboard-outlet-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            folder = url.path
        }

        deinit {
            try? FileManager.default.removeItem(atPath: folder)
        }

        nonisolated func path(_ name: String) -> String { folder + "/" + name }

        nonisolated func text(of name: String) -> String? {
            FileManager.default.contents(atPath: path(name)).map {
                String(decoding: $0, as: UTF8.self)
            }
        }

        func outlet(at name: String, queueLimit: Int = 1 << 20) throws -> FileOutlet {
            FileOutlet(
                try AppendFile(path(name)), at: path(name), format: Numbers(),
                queueLimit: queueLimit
            ) { [weak self] in self?.told.append($0) }
        }

        func missing(_ error: Errno, at name: String) -> FileOutlet {
            FileOutlet(missing: error, at: path(name), format: Numbers()) { [weak self] in
                self?.told.append($0)
            }
        }
    }

    /// The number of each notice, after a header.
    private struct Numbers: EventFormat {
        let header = Array("begin\n".utf8)

        func lines(for event: BridgeEvent, columns: Int?) -> [UInt8] {
            guard case .notice(_, let notice, _) = event else { return [] }
            return Array("\(notice.uid.rawValue)\n".utf8)
        }
    }

    private static func event(_ number: UInt32) -> BridgeEvent {
        Events.event(.added, Events.notice(uid: number))
    }

    @LoopActor
    private static func finish(_ outlet: FileOutlet, within limit: Duration? = nil) async {
        await withCheckedContinuation { done in
            outlet.finish(within: limit) { done.resume() }
        }
    }

    @Test func `a new file has a header, one that has something gets more at its end`()
        async throws
    {
        try await LoopThread.run {
            let bench = try Bench()
            for first in [UInt32(1), 3] {
                let outlet = try bench.outlet(at: "a")
                outlet.show(Self.event(first))
                outlet.show(Self.event(first + 1))
                await Self.finish(outlet)
                outlet.show(Self.event(99))
                expect(outlet.status, is: OutletStatus(written: 4))
            }
            expect(bench.text(of: "a"), is: "begin\n1\n2\n3\n4\n")
            expect(bench.told, is: [])
        }
    }

    @Test func `a file whose folder comes later gets everything then`() async throws {
        try await LoopThread.run {
            let bench = try Bench()
            let outlet = bench.missing(.noEntry, at: "disk/a")
            expect(outlet.status.failure, is: "No such file or directory")
            outlet.show(Self.event(1))
            outlet.show(Self.event(2))
            expect(outlet.status.queued, is: 4)
            try FileManager.default.createDirectory(
                atPath: bench.path("disk"), withIntermediateDirectories: false)
            expect(await eventually { outlet.status.failure == nil })
            expect(outlet.status.restarts, is: 1)
            await Self.finish(outlet)
            expect(bench.text(of: "disk/a"), is: "begin\n1\n2\n")
            #expect(
                bench.told.map { $0.replacing(bench.folder, with: "") } == [
                    "/disk/a cannot be written, and is tried again: No such file or directory",
                    "/disk/a can be written again",
                ])
        }
    }

    @Test func `a file is known to work again although nothing is to be written`() async throws {
        try await LoopThread.run {
            let bench = try Bench()
            let outlet = bench.missing(.noEntry, at: "disk/a")
            try FileManager.default.createDirectory(
                atPath: bench.path("disk"), withIntermediateDirectories: false)
            expect(await eventually { outlet.status.failure == nil })
            await Self.finish(outlet)
        }
    }

    @Test func `what waits is bounded, and the oldest goes first`() async throws {
        try await LoopThread.run {
            let bench = try Bench()
            let outlet = FileOutlet(
                nil, at: bench.path("none/a"), format: Numbers(), queueLimit: 6
            ) { _ in }
            for number in UInt32(1)...5 { outlet.show(Self.event(number)) }
            expect(outlet.status.queued, is: 6)
            expect(outlet.status.lost, is: 2)
            expect(await eventually { outlet.status.failure != nil })
            await Self.finish(outlet, within: .milliseconds(200))
        }
    }

    @Test func `an end does not wait for a disk that is away`() async throws {
        try await LoopThread.run {
            let bench = try Bench()
            let outlet = bench.missing(.noEntry, at: "none/a")
            outlet.show(Self.event(1))
            await Self.finish(outlet)
            expect(bench.told.count, is: 2)
            expect(bench.told.last?.hasSuffix("could not take the last 2 bytes"), is: true)
        }
    }

    @Test func `a disk that comes back before the end gets what was left`() async throws {
        try await LoopThread.run {
            let bench = try Bench()
            let outlet = FileOutlet(nil, at: bench.path("disk/a"), format: Numbers()) { _ in }
            outlet.show(Self.event(1))
            outlet.finish(within: Patience.limit) { bench.isOver = true }
            expect(await eventually { outlet.status.failure != nil })
            try FileManager.default.createDirectory(
                atPath: bench.path("disk"), withIntermediateDirectories: false)
            expect(await eventually { bench.isOver })
            expect(bench.text(of: "disk/a"), is: "begin\n1\n")
        }
    }

    @Test func `a file that was moved away is begun anew, with a header of its own`() async throws {
        try await LoopThread.run {
            let bench = try Bench()
            let outlet = try bench.outlet(at: "a")
            outlet.show(Self.event(1))
            expect(await eventually { outlet.status.written == 2 })
            try FileManager.default.moveItem(atPath: bench.path("a"), toPath: bench.path("b"))
            outlet.show(Self.event(2))
            expect(await eventually { outlet.status.written == 4 })
            outlet.reopen()
            outlet.show(Self.event(3))
            await Self.finish(outlet)
            expect(bench.text(of: "b"), is: "begin\n1\n2\n")
            expect(bench.text(of: "a"), is: "begin\n3\n")
        }
    }
}
