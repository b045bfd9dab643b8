import Drawing
import Expecting
import Foundation
import Linux
import Scenes
import Support
import Testing

struct DrawerTests {
    /// A drawer and what it said.
    @LoopActor
    private final class Bench {
        let folder: TemporaryFolder
        let size: SceneSize
        /// No limit ends but where a test lets time pass.
        let pace = Pace.led()
        private(set) var replies: [DrawingReply] = []
        private(set) var ending: Drawer.Ending?
        private var drawer: Drawer?

        init() throws {
            precondition(DrawnScene.hasFonts)
            folder = try TemporaryFolder()
            size = try #require(SceneSize("40x20"))
        }

        func begin(_ output: DrawingJob.Output, rotation: DrawingJob.Rotation = .none) {
            let job = DrawingJob(
                size: size, format: .pbm, colors: .mono, rotation: rotation, output: output)
            let drawer = Drawer(
                job, pace: pace, reply: { [unowned self] in replies.append($0) },
                ended: { [unowned self] in ending = $0 })
            self.drawer = drawer
            drawer.begin()
        }

        func take(_ bytes: [UInt8]) {
            drawer?.take(bytes)
        }

        func stop() {
            drawer?.stop()
        }

        func line(_ number: UInt64, _ size: SceneSize? = nil) -> [UInt8] {
            Scene(size: size ?? self.size, look: .light).line(number: number)
        }

        func bytes(_ name: String) -> [UInt8] {
            let data = try? Data(contentsOf: URL(filePath: folder.path + "/" + name))
            return Array(data ?? Data())
        }

        /// How long a bitmap of the size is.
        var length: Int { "P4\n40 20\n".utf8.count + 100 }
    }

    @Test func `of the scenes that wait the newest is drawn, and all are answered`() async throws {
        try await LoopThread.run {
            let bench = try Bench()
            bench.begin(.file(bench.folder.path + "/a", mode: 0o600))
            expect(bench.replies, is: [.ready(bench.size)])
            bench.take(bench.line(1) + bench.line(2) + Array("nonsense\n".utf8) + bench.line(3))
            expect(
                bench.replies.dropFirst(),
                is: [
                    .skipped(1), .failed(nil, .scene, ""), .skipped(2), .shown(3),
                ])
            expect(bench.bytes("a").count, is: bench.length)
            // A line in pieces.
            for byte in bench.line(4) { bench.take([byte]) }
            expect(bench.replies.last, is: .shown(4))
            bench.take([])
            expect(bench.ending, is: .finished)
        }
    }

    @Test func `a line without end is passed over, and the next one drawn`() async throws {
        try await LoopThread.run {
            let bench = try Bench()
            bench.begin(.file(bench.folder.path + "/a", mode: 0o600))
            for _ in 0..<40 { bench.take([UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)) }
            bench.take(Array("\n".utf8) + bench.line(1))
            expect(bench.replies.dropFirst(), is: [.failed(nil, .scene, ""), .shown(1)])
        }
    }

    @Test func `a scene of another size is refused; one that is turned has it`() async throws {
        try await LoopThread.run {
            let bench = try Bench()
            bench.begin(.file(bench.folder.path + "/a", mode: 0o600), rotation: .quarter)
            expect(bench.replies, is: [.ready(bench.size.turned)])
            bench.take(bench.line(1))
            expect(bench.replies.last, is: .failed(1, .scene, ""))
            bench.take(bench.line(2, bench.size.turned))
            expect(bench.replies.last, is: .shown(2))
            expect(bench.bytes("a").count, is: bench.length)
        }
    }

    @Test func `a file that cannot be written is told, each time`() async throws {
        try await LoopThread.run {
            let bench = try Bench()
            bench.begin(.file(bench.folder.path + "/none/a", mode: 0o600))
            bench.take(bench.line(1))
            expect(bench.replies.last, is: .failed(1, .file, "No such file or directory"))
            bench.take(bench.line(2))
            expect(bench.replies.last, is: .failed(2, .file, "No such file or directory"))
        }
    }

    @Test func `a command has each picture on its standard input`() async throws {
        try await LoopThread.run {
            let bench = try Bench()
            let path = bench.folder.path + "/out"
            bench.begin(.command("cat >> '\(path)'; echo noise", limit: .seconds(1)))
            bench.take(bench.line(1))
            // While it runs others wait, and the newest is drawn.
            bench.take(bench.line(2))
            bench.take(bench.line(3))
            expect(await eventually { bench.replies.last == .shown(3) })
            expect(bench.replies.dropFirst(), is: [.skipped(2), .shown(1), .shown(3)])
            expect(bench.bytes("out").count, is: 2 * bench.length)
        }
    }

    @Test func `a command that fails, or reads nothing, is told by its status`() async throws {
        try await LoopThread.run {
            let bench = try Bench()
            bench.begin(.command("exit 3", limit: .seconds(1)))
            bench.take(bench.line(1))
            expect(await eventually { bench.replies.count == 2 })
            expect(bench.replies.last, is: .failed(1, .command, "it ended with status 3"))
        }
        try await LoopThread.run {
            let bench = try Bench()
            bench.begin(.command("exec <&-; exit 0", limit: .seconds(1)))
            bench.take(bench.line(1))
            expect(await eventually { bench.replies.last == .shown(1) })
        }
    }

    @Test func `a command that hangs is ended with what it started`() async throws {
        try await LoopThread.run {
            let bench = try Bench()
            let path = bench.folder.path + "/left"
            bench.begin(
                .command(
                    "(sleep 1000; echo > '\(path)') & echo $! > '\(path).id'; wait",
                    limit: .seconds(1)))
            bench.take(bench.line(1))
            expect(await eventually { bench.bytes("left.id").last == UInt8(ascii: "\n") })
            bench.pace.pass(.milliseconds(999))
            await turn()
            expect(bench.replies.count, is: 1)
            bench.pace.pass(.milliseconds(1))
            expect(await eventually { bench.replies.count == 2 })
            expect(bench.replies.last, is: .failed(1, .slowCommand, "it took more than 1 s"))
            let words = String(decoding: bench.bytes("left.id"), as: UTF8.self)
            let child = try #require(Int32(words.dropLast()))
            expect(await eventually { kill(child, 0) != 0 || isZombie(child) })
        }
    }

    @Test func `a stream has one picture after the other, and is begun anew`() async throws {
        try await LoopThread.run {
            let bench = try Bench()
            let path = bench.folder.path + "/out"
            bench.begin(
                .stream(
                    "echo >> '\(path).starts'; exec cat >> '\(path)'", limit: .seconds(1)))
            bench.take(bench.line(1))
            expect(await eventually { bench.replies.last == .shown(1) })
            bench.take(bench.line(2))
            expect(await eventually { bench.replies.last == .shown(2) })
            bench.take([])
            expect(await eventually { bench.ending == .finished })
            expect(bench.bytes("out").count, is: 2 * bench.length)
            expect(bench.bytes("out.starts").count, is: 1)
        }
        try await LoopThread.run {
            let bench = try Bench()
            bench.begin(.stream("head -c 1 > /dev/null; exit 4", limit: .seconds(1)))
            bench.take(bench.line(1))
            expect(
                await eventually {
                    bench.replies.last == .failed(1, .command, "it ended with status 4")
                })
            bench.take(bench.line(2))
            expect(await eventually { bench.replies.count == 3 })
        }
        try await LoopThread.run {
            let bench = try Bench()
            let path = bench.folder.path + "/go"
            bench.begin(
                .stream(
                    "head -c \(bench.length) > /dev/null; until test -e '\(path)'; do sleep 0.05; done; exit 4",
                    limit: .seconds(1)))
            bench.take(bench.line(1))
            expect(await eventually { bench.replies.last == .shown(1) })
            try Data().write(to: URL(filePath: path))
            expect(
                await eventually {
                    bench.replies.last == .failed(nil, .command, "it ended with status 4")
                })
        }
    }

    @Test func `a picture that a stream turned away is not shown`() async throws {
        try await LoopThread.run {
            let bench = try Bench()
            let path = bench.folder.path + "/closed"
            bench.begin(
                .stream(
                    "trap '' TERM; sleep 0.2; exec <&-; echo > '\(path)'; exec sleep 1000",
                    limit: .seconds(20)))
            bench.take(bench.line(1))
            expect(await eventually { !bench.bytes("closed").isEmpty })
            await turn()
            // Who turned a picture away has a second to end.
            bench.pace.pass(.milliseconds(999))
            await turn()
            expect(bench.replies.count, is: 1)
            bench.pace.pass(.milliseconds(1))
            expect(await eventually { bench.replies.count == 2 })
            expect(bench.replies.last, is: .failed(1, .command, "it was ended by signal 9"))
        }
    }

    @Test func `a small picture that a stream does not read is not shown`() async throws {
        try await LoopThread.run {
            let bench = try Bench()
            bench.begin(.stream("exec sleep 1000", limit: .seconds(1)))
            bench.take(bench.line(1))
            bench.pace.pass(.milliseconds(999))
            await turn()
            expect(bench.replies.count, is: 1)
            bench.pace.pass(.milliseconds(1))
            expect(await eventually { bench.replies.count == 2 })
            expect(bench.replies.last, is: .failed(1, .slowCommand, "it took no picture for 1 s"))
        }
    }

    @Test func `a stream that takes nothing is ended`() async throws {
        try await LoopThread.run {
            let bench = try Bench()
            let size = try #require(SceneSize("4096x4096"))
            let job = DrawingJob(
                size: size, format: .pgm, colors: .grey,
                output: .stream("exec sleep 1000", limit: .seconds(1)))
            var replies: [DrawingReply] = []
            let pace = Pace.led()
            let drawer = Drawer(job, pace: pace, reply: { replies.append($0) }, ended: { _ in })
            drawer.begin()
            drawer.take(Scene(size: size, look: .light).line(number: 1))
            pace.pass(.milliseconds(999))
            await turn()
            expect(replies.count, is: 1)
            pace.pass(.milliseconds(1))
            expect(await eventually { replies.count == 2 })
            expect(replies.last, is: .failed(1, .slowCommand, "it took no picture for 1 s"))
            drawer.stop()
            _ = bench
        }
    }

    @Test(arguments: [
        (
            "echo > begun; cat >> out; sleep 0.1; echo end > end", true,
            "a stream ends by itself without input"
        ),
        (
            "trap 'sleep 0.1; echo end > end; exit 1' TERM; cat > /dev/null; echo > begun; "
                + "while :; do sleep 0.1; done", false, "a command is asked to"
        ),
    ])
    func `what runs has time to end when the program is stopped`(
        _ script: String, _ isStream: Bool, _ why: String
    ) async throws {
        try await LoopThread.run {
            let bench = try Bench()
            let command = "cd '\(bench.folder.path)'; \(script)"
            bench.begin(
                isStream
                    ? .stream(command, limit: .seconds(1))
                    : .command(command, limit: .seconds(1)))
            bench.take(bench.line(1))
            expect(await eventually { !bench.bytes("begun").isEmpty })
            bench.stop()
            bench.stop()
            expect(bench.ending, is: nil)
            // Half a second without more input, and then it is asked.
            if !isStream { bench.pace.pass(.milliseconds(500)) }
            expect(await eventually { bench.ending == .finished })
            expect(bench.bytes("end"), is: Array("end\n".utf8), "\(why)")
        }
    }

    @Test func `what is no framebuffer ends the program, with a word`() async throws {
        try await LoopThread.run {
            for (path, words) in [
                ("/dev/null", "Inappropriate ioctl for device"),
                ("/nowhere/fb0", "No such file or directory"),
            ] {
                let bench = try Bench()
                bench.begin(.framebuffer(path))
                expect(bench.replies, is: [.failed(nil, .framebuffer, words)])
                expect(bench.ending, is: .failed)
            }
        }
    }
}

private func isZombie(_ process: Int32) -> Bool {
    let status = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
    return status.contains(") Z ")
}
