import Expecting
import Foundation
import Linux
import Support
import Testing
import Waiting

struct ChildProgramTests {
    /// A command of the shell, and what it reported.
    @LoopActor
    private final class Bench {
        private(set) var child: ChildProgram?
        private(set) var said: [UInt8] = []
        private(set) var reports: [ChildProgram.Report] = []

        var ending: ChildProgram.Ending? { child?.ending }

        init(_ command: String, isRead: Bool = true) throws {
            child = try ChildProgram(["/bin/sh", "-c", command], isRead: isRead) {
                [weak self] report in
                if case .wrote(let bytes) = report { self?.said += bytes }
                self?.reports.append(report)
            }
        }
    }

    @Test func `what is written comes back, however much, and then its end`() async throws {
        try await LoopThread.run {
            let bench = try Bench("cat")
            let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
            bench.child?.write(bytes)
            #expect((bench.child?.queuedBytes ?? 0) > 0)
            bench.child?.closeInput()
            bench.child?.write([1, 2, 3])
            expect(await eventually { bench.ending == .exited(0) })
            #expect(bench.said == bytes && bench.child?.writtenBytes == bytes.count)
            expect(bench.reports.last, is: .ended(.exited(0)))
            expect(bench.reports.count { $0 == .took }, is: 1)
        }
    }

    @Test(arguments: [
        ("exit 7", ChildProgram.Ending.exited(7)), ("kill -9 $$", .killed(SIGKILL)),
        ("/nowhere/at/all", .exited(ChildProgram.cannotRun)),
    ])
    func `how it ends is told, last of all`(
        _ command: String, _ ending: ChildProgram.Ending
    ) async throws {
        try await LoopThread.run {
            let bench = try Bench("exec 2>&-; echo last words; " + command)
            expect(await eventually { bench.ending == ending })
            expect(String(decoding: bench.said, as: UTF8.self), is: "last words\n")
            expect(bench.reports.last, is: .ended(ending))
        }
    }

    @Test func `what does not exist is an error at once`() async {
        await LoopThread.run {
            #expect(throws: Errno.noEntry) { try ChildProgram(["/nowhere"]) { _ in } }
        }
    }

    @Test func `one that reads no more is told, and writing to it hurts nobody`() async throws {
        try await LoopThread.run {
            let bench = try Bench("exec <&-; sleep \(Patience.seconds)")
            expect(await eventually { bench.reports == [.closedInput] })
            bench.child?.write([1])
            bench.child?.killAtOnce()
            expect(await eventually { bench.ending == .killed(SIGKILL) })
        }
    }

    @Test func `asked to end it has its time, then it is ended`() async throws {
        try await LoopThread.run {
            let bench = try Bench(
                "trap 'exit 3' TERM; echo on; while :; do sleep 0.1; done")
            expect(await eventually { !bench.said.isEmpty })
            bench.child?.terminate(within: Patience.limit)
            expect(await eventually { bench.ending == .exited(3) })
        }
        try await LoopThread.run {
            let bench = try Bench("trap '' TERM; sleep \(Patience.seconds) & echo $!; wait; wait")
            expect(await eventually { bench.said.last == 10 })
            let inner = try #require(Int32(String(decoding: bench.said.dropLast(), as: UTF8.self)))
            bench.child?.terminate(within: .milliseconds(50))
            expect(await eventually { bench.ending == .killed(SIGKILL) })
            expect(await eventually { kill(inner, 0) != 0 || Self.isZombie(inner) })
        }
    }

    private static func isZombie(_ process: Int32) -> Bool {
        let status = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
        return status.contains(") Z ")
    }

    @Test func `nobody hears of one that was forgotten`() async throws {
        try await LoopThread.run {
            let bench = try Bench("read -r line; exit 0")
            let open = try Self.descriptors()
            bench.child?.forgetOwner()
            bench.child?.killAtOnce()
            expect(await eventually { bench.ending != nil })
            #expect(bench.reports.isEmpty)
            // Other tests have theirs meanwhile.
            expect(await eventually { ((try? Self.descriptors()) ?? .max) <= open })
        }
    }

    private static func descriptors() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }
}
