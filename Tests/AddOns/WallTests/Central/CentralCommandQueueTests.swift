import Expecting
import Linux
import Support
import Testing
import Waiting

@testable import Wall

/// A centre is asked one thing at a time, and nothing for ever.
struct CentralCommandQueueTests {
    init() {
        LoopThread.start()
    }

    /// Hears what came of commands.
    @LoopActor private final class Ear {
        var answers: [(text: String, end: CentralCommandQueue.End)] = []

        func take(_ output: [UInt8], _ end: CentralCommandQueue.End) {
            answers.append((String(decoding: output, as: UTF8.self), end))
        }
    }

    private static func shell(_ line: String) -> [String] { ["/bin/sh", "-c", line] }

    @Test @LoopActor func `one runs, eight wait, and a further one is refused`() async throws {
        let shell = try ShellProgram("")
        let (errands, ear) = (CentralCommandQueue(pace: .led()), Ear())
        // Two at a time would see each other's folder.
        let line =
            "mkdir \(shell.file("alone")) && rmdir \(shell.file("alone")) && echo "
        for number in 0..<9 {
            expect(errands.run(Self.shell(line + "\(number)"), ear.take), is: true)
        }
        expect(errands.run(Self.shell(line), ear.take), is: false)
        expect(await eventually { ear.answers.count == 9 })
        expect(ear.answers.map(\.text), is: (0..<9).map { "\($0)\n" })
        expect(errands.run(Self.shell("echo again; exit 3"), ear.take), is: true)
        expect(await eventually { ear.answers.count == 10 })
        expect(ear.answers.last?.end, is: .status(3))
    }

    @Test @LoopActor func `what takes too long or says too much is ended`() async throws {
        let shell = try ShellProgram("")
        var limits = CentralCommandQueue.Limits()
        (limits.time, limits.bytes, limits.grace) = (.seconds(20), 100_000, .milliseconds(100))
        let pace = Pace.led()
        let (errands, ear) = (CentralCommandQueue(limits, pace: pace), Ear())
        let slow = [
            "echo begun; touch \(shell.file("0")); exec sleep \(Patience.seconds)",
            "trap '' TERM; touch \(shell.file("1")); while :; do :; done",
        ]
        let lines = [
            "while :; do echo much; done", "echo said >&2; echo well", "kill -9 $$",
        ]
        for line in slow + lines { _ = errands.run(Self.shell(line), ear.take) }
        _ = errands.run(["/nonexistent/program"], ear.take)
        _ = errands.run(["/bin/cat"], reading: Array("read".utf8), ear.take)
        for number in slow.indices {
            expect(await eventually { FileDescriptor.exists(shell.file("\(number)")) })
            pace.pass(.milliseconds(19_999))
            await turn()
            expect(ear.answers.count, is: number)
            pace.pass(.milliseconds(1))
            expect(await eventually { ear.answers.count > number })
        }
        expect(await eventually { ear.answers.count == 7 })
        expect(
            ear.answers.map(\.end),
            is: [.tooLong, .tooLong, .tooMuch, .status(0), .failed, .failed, .status(0)])
        expect(ear.answers[0].text, is: "begun\n")
        #expect(ear.answers[2].text.utf8.count <= 200_000)
        expect(ear.answers[3].text, is: "well\n")
        expect(ear.answers[6].text, is: "read")
    }

    @Test @LoopActor func `nobody is asked for whom nobody waits any more`() async throws {
        let shell = try ShellProgram("")
        let (errands, ear) = (CentralCommandQueue(pace: .led()), Ear())
        _ = errands.run(Self.shell("echo first"), ear.take)
        _ = errands.run(
            Self.shell("touch \(shell.file("ran"))"), isWanted: { false }, ear.take)
        _ = errands.run(Self.shell("ls \(shell.file("ran")); echo last"), ear.take)
        expect(await eventually { ear.answers.count == 2 })
        expect(ear.answers.map(\.text), is: ["first\n", "last\n"])
    }
}
