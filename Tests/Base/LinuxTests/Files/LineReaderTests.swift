import Expecting
import Foundation
import Linux
import Support
import Testing

/// Lines from pipes, files and terminals.
struct LineReaderTests {
    /// A reader and what it took; an end is nil.
    @LoopActor
    private final class Lines {
        private(set) var all: [String?] = []
        private(set) var reader: LineReader?

        init(_ descriptor: Int32) {
            reader = LineReader(descriptor) { [weak self] in self?.all.append($0) }
        }

        func have(_ expected: [String?]) async -> Bool {
            _ = await eventually { self.all.count >= expected.count }
            return all == expected
        }

        func end() async -> [String?] {
            _ = await eventually { self.all.last == .some(nil) }
            return all
        }
    }

    /// Runs a body with a reader at one end of a pipe or a terminal, and closes what is left.
    @LoopActor
    private func withReader(
        on ends: (reading: Int32, writing: Int32),
        _ body: @LoopActor (Lines, inout FileHandle?) async throws -> Void
    ) async throws {
        let reading = FileHandle(fileDescriptor: ends.reading, closeOnDealloc: true)
        var writing: FileHandle? = FileHandle(fileDescriptor: ends.writing, closeOnDealloc: true)
        let lines = Lines(reading.fileDescriptor)
        try await body(lines, &writing)
        lines.reader?.stop()
        withExtendedLifetime(reading) {}
    }

    private func pipe() throws -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        try #require(unsafe Foundation.pipe(&ends) == 0)
        return (ends[0], ends[1])
    }

    private func terminal() throws -> (reading: Int32, writing: Int32) {
        let writing = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY)
        var (number, isLocked): (Int32, Int32) = (0, 0)
        // The C library's own names for this are hidden here; the numbers are TIOCSPTLCK and
        // TIOCGPTN.
        try #require(unsafe ioctl(writing, 0x4004_5431, &isLocked) == 0)
        try #require(unsafe ioctl(writing, 0x8004_5430, &number) == 0)
        let reading = unsafe open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
        try #require(reading >= 0)
        return (reading, writing)
    }

    @Test func `lines are the same wherever they are split`() async throws {
        let text = Array("y\n\nn\u{e9}\r\n\u{1F44D} z\nrest".utf8)
        let expected: [String?] = ["y", "", "n\u{e9}\r", "\u{1F44D} z", "rest", nil]
        try await LoopThread.run {
            for split in 0...text.count {
                try await withReader(on: try pipe()) { lines, writing in
                    try writing?.write(contentsOf: text[..<split])
                    await turn()
                    try writing?.write(contentsOf: text[split...])
                    writing = nil
                    await expect(lines.end(), is: expected, "split at \(split)")
                }
            }
        }
    }

    @Test func `what goes beyond the longest line is dropped`() async throws {
        let longest = LineReader.longestLine
        try await LoopThread.run {
            try await withReader(on: try pipe()) { lines, writing in
                for length in [longest, longest + 1, 3 * longest] {
                    try writing?.write(contentsOf: Data(repeating: 0x61, count: length))
                    try writing?.write(contentsOf: Data("\n".utf8))
                }
                try writing?.write(contentsOf: Data("y\n".utf8))
                let cut = String(repeating: "a", count: longest)
                #expect(await lines.have([cut, cut, cut, "y"]))
            }
        }
    }

    @Test func `a line without end holds up nobody`() async throws {
        try await LoopThread.run {
            let zeros = try FileDescriptor.open(readingFrom: "/dev/zero")
            let lines = Lines(zeros.rawValue)
            // The loop still comes to timers, also long after the longest line has been read.
            for _ in 0..<100 { await pause(.zero) }
            #expect(lines.all.isEmpty)
            lines.reader?.stop()
        }
    }

    @Test func `bytes that are no text are replaced`() async throws {
        try await LoopThread.run {
            try await withReader(on: try pipe()) { lines, writing in
                try writing?.write(contentsOf: Data([0xFF, 0x79, 0xC3, 0x0A, 0x00, 0x0A]))
                #expect(await lines.have(["\u{FFFD}y\u{FFFD}", "\0"]))
            }
        }
    }

    @Test(arguments: ["", "y", "y\n"])
    func `the end is told once, after an unfinished line`(text: String) async throws {
        try await LoopThread.run {
            try await withReader(on: try pipe()) { lines, writing in
                try writing?.write(contentsOf: Data(text.utf8))
                writing = nil
                await expect(lines.end(), is: (text.isEmpty ? [nil] : ["y", nil]))
                await turn()
                expect(lines.all.count { $0 == nil }, is: 1)
            }
        }
    }

    @Test func `a descriptor that is not open has ended`() async throws {
        await LoopThread.run {
            await expect(Lines(1_000_000).end(), is: [nil])
        }
    }

    @Test func `a file is read to its end`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "lines-\(UUID())")
        defer { try? FileManager.default.removeItem(at: file) }
        let numbers = (0..<1000).map { "\($0)" }
        try Data(numbers.joined(separator: "\n").utf8).write(to: file)
        try await LoopThread.run {
            let open = try FileDescriptor.open(readingFrom: file.path)
            await expect(Lines(open.rawValue).end(), is: numbers + [nil])
        }
    }

    @Test func `after a stop nothing is taken any more`() async throws {
        try await LoopThread.run {
            try await withReader(on: try pipe()) { lines, writing in
                lines.reader?.stop()
                try writing?.write(contentsOf: Data("y\n".utf8))
                await turn()
                #expect(lines.all.isEmpty)
            }
        }
    }

    @Test(arguments: [false, true])
    func `what was said before does not count`(isTerminal: Bool) async throws {
        try await LoopThread.run {
            try await withReader(on: isTerminal ? try terminal() : try pipe()) { lines, writing in
                // Nothing awaits in between, so the reader has not been called yet.
                try writing?.write(contentsOf: Data("y\ny\ny".utf8))
                lines.reader?.dropPast()
                try writing?.write(contentsOf: Data("n\n".utf8))
                #expect(await lines.have(["n"]))
            }
        }
    }

    @Test func `half a line that was read before does not count either`() async throws {
        try await LoopThread.run {
            try await withReader(on: try pipe()) { lines, writing in
                try writing?.write(contentsOf: Data("a\ny".utf8))
                #expect(await lines.have(["a"]))
                lines.reader?.dropPast()
                try writing?.write(contentsOf: Data("es\n".utf8))
                #expect(await lines.have(["a", "es"]))
            }
        }
    }

    @Test func `an end that came before is still told`() async throws {
        try await LoopThread.run {
            try await withReader(on: try pipe()) { lines, writing in
                try writing?.write(contentsOf: Data("y\n".utf8))
                writing = nil
                lines.reader?.dropPast()
                expect(lines.all, is: [nil])
            }
        }
    }

    @Test func `a writer that never stops does not hold up the dropping`() async throws {
        try await LoopThread.run {
            let zeros = try FileDescriptor.open(readingFrom: "/dev/zero")
            let lines = Lines(zeros.rawValue)
            lines.reader?.dropPast()
            #expect(lines.all.isEmpty)
            lines.reader?.stop()
        }
    }
}
