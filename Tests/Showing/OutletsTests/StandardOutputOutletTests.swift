import EventSupport
import Expecting
import Foundation
import Linux
import Notices
import Support
import Testing

@testable import Formats
@testable import Outlets
@testable import Screen

struct StandardOutputOutletTests {
    init() {
        LoopThread.start()
        SignalWatcher.ignoreBrokenPipes()
    }

    /// Collects what an outlet reports, and lets a test wait for it.
    @LoopActor
    private final class Reports {
        private(set) var all: [StandardOutputOutlet.Report] = []

        nonisolated init() {}

        func take(_ report: StandardOutputOutlet.Report) {
            all.append(report)
        }

        func waitForOne() async {
            expect(await eventually { !self.all.isEmpty })
        }
    }

    @LoopActor
    private func outlet(
        to descriptor: Int32, as format: any EventFormat = OutputFormat.json.make(),
        queueLimit: Int = StandardOutputOutlet.queueLimit, _ reports: Reports
    ) throws -> StandardOutputOutlet {
        try StandardOutputOutlet(to: descriptor, format: format, queueLimit: queueLimit) { report in
            reports.take(report)
        }
    }

    @LoopActor
    private func finish(_ outlet: StandardOutputOutlet, within limit: Duration? = nil) async {
        await withCheckedContinuation { done in
            outlet.finish(within: limit) { done.resume() }
        }
    }

    private func event(_ number: UInt32) -> BridgeEvent {
        Events.event(.added, Events.notice(uid: number))
    }

    /// The numbers of the events in lines of JSON, each of which must be whole.
    private func numbers(in data: Data) throws -> [UInt32] {
        try data.split(separator: UInt8(ascii: "\n")).map { line in
            let object = try JSONSerialization.jsonObject(with: line) as? [String: Any]
            return try #require(object?["uid"] as? UInt32)
        }
    }

    /// Reads to the end on another thread, as a program on the other end of a pipe does.
    private func readAll(_ handle: FileHandle) -> Task<Data, any Error> {
        Task.detached { try handle.readToEnd() ?? Data() }
    }

    @LoopActor @Test func `a pipe gets everything`() async throws {
        let (pipe, reports) = (Pipe(), Reports())
        let outlet = try outlet(to: pipe.fileHandleForWriting.fileDescriptor, reports)
        try pipe.fileHandleForWriting.close()
        let reader = readAll(pipe.fileHandleForReading)
        for number in 0..<2000 { outlet.show(event(UInt32(number))) }
        await finish(outlet)
        outlet.show(event(9999))
        try await expect(numbers(in: reader.value), is: Array(0..<2000))
        expect(reports.all, is: [])
    }

    @LoopActor @Test func `a header stands before the events`() async throws {
        struct Framed: EventFormat {
            let header = Array("begin\n".utf8)

            func lines(for event: BridgeEvent, columns: Int?) -> [UInt8] { Array("event\n".utf8) }
        }
        let (pipe, reports) = (Pipe(), Reports())
        let outlet = try outlet(to: pipe.fileHandleForWriting.fileDescriptor, as: Framed(), reports)
        try pipe.fileHandleForWriting.close()
        outlet.show(event(1))
        await finish(outlet)
        let data = try await readAll(pipe.fileHandleForReading).value
        expect(String(decoding: data, as: UTF8.self), is: "begin\nevent\n")
    }

    @LoopActor @Test func `a slow reader loses the oldest events, whole and counted`() async throws
    {
        let (pipe, reports) = (Pipe(), Reports())
        let outlet = try outlet(
            to: pipe.fileHandleForWriting.fileDescriptor, queueLimit: 20_000, reports)
        try pipe.fileHandleForWriting.close()
        for number in 0..<3000 {
            outlet.show(event(UInt32(number)))
            #expect(outlet.queuedBytes <= 20_000)
            // Now and then the loop turns, so that the pipe itself fills as well.
            if number % 500 == 0 { await turn() }
        }
        let dropped = outlet.droppedEvents
        #expect(dropped > 1000)
        let reader = readAll(pipe.fileHandleForReading)
        await finish(outlet)
        let received = try await numbers(in: reader.value)
        expect(received.count + dropped, is: 3000)
        expect(received, is: received.sorted())
        expect(received.last, is: 2999)
        let reported = reports.all.map { report in
            if case .dropped(let events) = report { events } else { 0 }
        }
        expect(reported.reduce(0, +), is: dropped)
    }

    @LoopActor @Test func `drops are reported once the reader has caught up`() async throws {
        let (pipe, reports) = (Pipe(), Reports())
        let outlet = try outlet(
            to: pipe.fileHandleForWriting.fileDescriptor, queueLimit: 1000, reports)
        try pipe.fileHandleForWriting.close()
        for number in 0..<3000 { outlet.show(event(UInt32(number))) }
        #expect(outlet.droppedEvents > 0)
        expect(reports.all, is: [])
        let reader = readAll(pipe.fileHandleForReading)
        await reports.waitForOne()
        expect(reports.all, is: [.dropped(events: outlet.droppedEvents)])
        await finish(outlet)
        expect(reports.all.count, is: 1)
        try await expect(numbers(in: reader.value).count + outlet.droppedEvents, is: 3000)
    }

    @LoopActor @Test func `a reader that never reads does not hold up the end for ever`()
        async throws
    {
        let (pipe, reports) = (Pipe(), Reports())
        let outlet = try outlet(to: pipe.fileHandleForWriting.fileDescriptor, reports)
        for number in 0..<1000 { outlet.show(event(UInt32(number))) }
        await finish(outlet, within: .milliseconds(50))
        guard case .gaveUp(let bytes) = reports.all.first else {
            Issue.record("\(reports.all)")
            return
        }
        #expect(bytes == outlet.queuedBytes && bytes > 100_000)
        try pipe.fileHandleForReading.close()
    }

    @LoopActor @Test(arguments: [true, false])
    func `a closed reader ends the outlet quietly`(_ hasEvents: Bool) async throws {
        let (pipe, reports) = (Pipe(), Reports())
        let outlet = try outlet(to: pipe.fileHandleForWriting.fileDescriptor, reports)
        if hasEvents { for number in 0..<1000 { outlet.show(event(UInt32(number))) } }
        try pipe.fileHandleForReading.close()
        await reports.waitForOne()
        outlet.show(event(1))
        await finish(outlet)
        expect(reports.all, is: [.closed])
    }

    @LoopActor @Test func `a reader that closes while the end is awaited ends it`() async throws {
        let (pipe, reports) = (Pipe(), Reports())
        let outlet = try outlet(to: pipe.fileHandleForWriting.fileDescriptor, reports)
        for number in 0..<1000 { outlet.show(event(UInt32(number))) }
        EventLoop.shared.after(.zero) { try? pipe.fileHandleForReading.close() }
        await finish(outlet)
        expect(reports.all, is: [.closed])
    }

    @LoopActor @Test func `the pipe's own flags stay as they are`() async throws {
        let (pipe, reports) = (Pipe(), Reports())
        let descriptor = pipe.fileHandleForWriting.fileDescriptor
        let flags = fcntl(descriptor, F_GETFL)
        let outlet = try outlet(to: descriptor, reports)
        expect(fcntl(descriptor, F_GETFL), is: flags)
        await finish(outlet)
    }

    @LoopActor @Test func `a file is continued where it is`() async throws {
        let path = NSTemporaryDirectory() + "callboard-\(UUID().uuidString)"
        try Data("first\n".utf8).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let file = try #require(FileHandle(forWritingAtPath: path))
        try file.seekToEnd()
        let reports = Reports()
        let outlet = try outlet(to: file.fileDescriptor, as: OutputFormat.classic.make(), reports)
        outlet.show(Events.ringing)
        outlet.show(Events.ordinary)
        await finish(outlet)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        expect(
            text,
            is: """
                first
                CALL
                ns
                done
                00000007 Davidson Ro
                SOCIAL
                ns
                done
                0000002A Zoe Müller

                """)
        expect(reports.all, is: [])
    }

    @LoopActor @Test func `a full disk is reported with its error`() async throws {
        let device = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        let reports = Reports()
        let outlet = try outlet(to: device.fileDescriptor, reports)
        outlet.show(event(1))
        expect(reports.all, is: [.failed(Errno(rawValue: ENOSPC))])
        outlet.show(event(2))
        await finish(outlet)
        expect(reports.all.count, is: 1)
    }

    @LoopActor @Test func `a descriptor that is not open is refused`() {
        #expect(throws: Errno.badFileDescriptor) { try outlet(to: -1, Reports()) }
    }

    @LoopActor @Test func `a socket gets everything and never waits`() async throws {
        var ends: [Int32] = [-1, -1]
        #expect(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        // Less room than one write is given, so that a plain write would wait.
        var room: Int32 = 8192
        let size = socklen_t(MemoryLayout<Int32>.size)
        #expect(unsafe setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &room, size) == 0)
        let near = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
        let far = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
        let reports = Reports()
        let outlet = try outlet(to: ends[0], reports)
        for number in 0..<2000 { outlet.show(event(UInt32(number))) }
        // Nobody has read a byte yet, and there is no room for all.
        #expect(outlet.queuedBytes > 0)
        try near.close()
        let reader = readAll(far)
        await finish(outlet)
        try await expect(numbers(in: reader.value), is: Array(0..<2000))
        expect(reports.all, is: [])
    }

    @LoopActor @Test func `a terminal that nobody reads never holds up the loop`() async throws {
        let (screen, line) = try terminal(columns: 40)
        let reports = Reports()
        let outlet = try outlet(
            to: line.fileDescriptor, as: OutputFormat.board.make(), queueLimit: 50_000, reports)
        for number in 0..<800 {
            outlet.show(Events.long)
            if number % 100 == 0 { await turn() }
        }
        #expect(outlet.droppedEvents > 0)
        #expect(outlet.queuedBytes > 0)
        let first = try #require(try screen.read(upToCount: 1000))
        let lines = String(decoding: first, as: UTF8.self).split(separator: "\r\n").dropLast()
        #expect(lines.count > 5)
        #expect(lines.allSatisfy { $0.count <= 40 })
        #expect(lines.contains { $0.hasSuffix("…") })
        await finish(outlet, within: .zero)
    }

    @LoopActor @Test func `a terminal that is gone ends the outlet quietly`() async throws {
        let (screen, line) = try terminal(columns: 80)
        let reports = Reports()
        let outlet = try outlet(to: line.fileDescriptor, reports)
        try screen.close()
        await reports.waitForOne()
        expect(reports.all, is: [.closed])
        await finish(outlet)
    }

    /// A terminal of its own: its screen, and the line to it.
    private func terminal(columns: UInt16) throws -> (screen: FileHandle, line: FileHandle) {
        // TIOCSPTLCK and TIOCGPTN are macros that Swift does not import.
        let (unlock, askNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
        let screen = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY)
        var (isLocked, number): (Int32, Int32) = (0, 0)
        try #require(unsafe ioctl(screen, unlock, &isLocked) == 0)
        try #require(unsafe ioctl(screen, askNumber, &number) == 0)
        let line = unsafe open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
        var size: [UInt16] = [24, columns, 0, 0]
        try #require(unsafe ioctl(line, UInt(TIOCSWINSZ), &size) == 0)
        return (
            FileHandle(fileDescriptor: screen, closeOnDealloc: true),
            FileHandle(fileDescriptor: line, closeOnDealloc: true)
        )
    }
}
