import Expecting
import Foundation
import Linux
import Testing

/// A program that reads what this one writes.
@Suite(.serialized)
struct ReadingProgramTests {
    @Test(arguments: [
        ("cat > /dev/null", Int32(0)), ("exit 7", 7), ("kill -TERM $$", 143),
        ("exec /nowhere/pager", 127), ("/", 126),
    ])
    func `its end is told as a shell tells it`(command: String, status: Int32) throws {
        SignalWatcher.ignoreBrokenPipes()
        let program = try ReadingProgram(shell: command + " 2> /dev/null")
        expect(program.finish(), is: status)
        expect(program.finish(), is: status, "nobody waits twice")
        expect(ReadingProgram.cannotRun.contains(status), is: (status > 7 && status < 128))
    }

    @Test func `it reads all that is written`() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "read-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let program = try ReadingProgram(shell: "cat > '\(path)'")
        let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0) }
        try program.write(bytes)
        expect(program.finish(), is: 0)
        try expect(Array(Data(contentsOf: URL(filePath: path))), is: bytes)
        #expect(throws: Errno.brokenPipe) { try program.write([1]) }
    }

    @Test func `one that has enough is told by an error, not by a signal`() throws {
        SignalWatcher.ignoreBrokenPipes()
        let program = try ReadingProgram(shell: "exec head -n 1 > /dev/null")
        #expect(throws: Errno.brokenPipe) {
            while true { try program.write(Array(repeating: 10, count: 1 << 16)) }
        }
        expect(program.finish(), is: 0)
    }

    @Test func `a program is found where others are`() {
        #expect(Environment.hasProgram("sh"))
        #expect(!Environment.hasProgram("no-such-program"))
    }
}
