import ANCS
import EventSupport
import Expecting
import Foundation
import Linux
import Notices
import Outlets
import Scenes
import Support
import Testing
import Waiting

@testable import Image

/// The program that draws, as it is built.
struct RealDrawingTests {
    /// A folder, and the program at work in it.
    @LoopActor
    private final class Bench {
        let folder: URL
        private(set) var child: ChildProgram?
        private(set) var said = ""
        private(set) var ending: ChildProgram.Ending?

        init() throws {
            folder = FileManager.default.temporaryDirectory
                .appending(path: "callboard-real-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        }

        isolated deinit {
            child?.forgetOwner()
            child?.killAtOnce()
            try? FileManager.default.removeItem(at: folder)
        }

        var picture: String { folder.path + "/day.png" }

        func job(_ size: String = "296x128") -> DrawingJob {
            DrawingJob(
                size: SceneSize(size), colors: .mono, output: .file(picture, mode: 0o600))
        }

        func start(_ words: [String]) throws {
            child = try ChildProgram(words, isRead: true) { [weak self] report in
                guard let self else { return }
                switch report {
                case .wrote(let bytes): said += String(decoding: bytes, as: UTF8.self)
                case .ended(let ending): self.ending = ending
                case .took, .closedInput: break
                }
            }
        }

        func start(_ job: DrawingJob) throws {
            try start([ImageOutlet.usualProgram] + job.arguments)
        }

        var names: [String] {
            ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
        }

        var bytes: [UInt8] {
            Array((try? Data(contentsOf: URL(filePath: picture))) ?? Data())
        }

        /// Whether there is a picture from its beginning to its end.
        var isWhole: Bool {
            bytes.starts(with: [0x89, 0x50, 0x4E, 0x47])
                && bytes.suffix(8) == [0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
        }
    }

    private static func line(_ number: UInt64, _ size: String, _ words: String) throws -> [UInt8] {
        let size = try #require(SceneSize(size))
        var scene = Scene(size: size, look: .light)
        let box = SceneBox(x: 0, y: 0, width: size.width, height: size.height)
        scene.add(.text(SceneText(words, in: box, sizes: 8...200, lines: 4)))
        return scene.line(number: number)
    }

    @Test func `the outlet and the program make a picture that is nobody else's`() async throws {
        try await LoopThread.run {
            let bench = try Bench()
            var told: [String] = []
            let options = ImageOptions(job: bench.job(), minInterval: .milliseconds(50))
            let outlet = ImageOutlet("image", options: options, tell: { told.append($0) })
            outlet.show(
                .notice(
                    .ringing,
                    PicturedDay.notice(
                        1, .incomingCall, "Zoë Müller", call: .ringing,
                        appID: "com.apple.mobilephone"), at: .now))
            outlet.open()
            expect(await eventually { bench.isWhole })
            let mode = try FileManager.default.attributesOfItem(atPath: bench.picture)
            #expect((mode[.posixPermissions] as? NSNumber)?.intValue == 0o600)
            // Width and height stand at fixed places.
            expect(Array(bench.bytes[16..<24]), is: [0, 0, 1, 40, 0, 0, 0, 128])
            var isOver = false
            outlet.finish(within: Patience.limit) { isOver = true }
            expect(await eventually { isOver })
            #expect(bench.names == ["day.png"] && told.isEmpty)
        }
    }

    @Test func `it ends with its input, and when it is asked to`() async throws {
        try await LoopThread.run {
            let bench = try Bench()
            try bench.start(bench.job())
            bench.child?.write(try Self.line(1, "296x128", "Zoë"))
            bench.child?.closeInput()
            expect(await eventually { bench.ending == .exited(0) })
            expect(bench.said, is: "{\"ready\":\"296x128\"}\n{\"shown\":1}\n")
            #expect(bench.isWhole)
        }
        try await LoopThread.run {
            let bench = try Bench()
            try bench.start(bench.job())
            expect(await eventually { bench.said.contains("ready") })
            bench.child?.terminate(within: Patience.limit)
            expect(await eventually { bench.ending == .exited(0) })
            #expect(bench.names.isEmpty)
        }
    }

    @Test func `it ends with who started it, though its input goes on`() async throws {
        try await LoopThread.run {
            let bench = try Bench()
            let words = [ImageOutlet.usualProgram] + bench.job().arguments
            let command = words.map { "'\($0)'" }.joined(separator: " ")
            try bench.start(
                [
                    "/bin/sh", "-c",
                    // Whoever has a pipe open for both never comes to its end.
                    "cd '\(bench.folder.path)'; mkfifo pipe; exec 4<>pipe; \(command) <&4 &"
                        + " echo $! > id; while [ ! -e go ]; do sleep 0.1; done; kill -9 $$",
                ])
            expect(await eventually { bench.said.contains("ready") })
            let number = try String(contentsOfFile: bench.folder.path + "/id", encoding: .utf8)
            let process = try #require(Int32(number.dropLast()))
            expect(kill(process, 0), is: 0)
            try Data().write(to: bench.folder.appending(path: "go"))
            expect(await eventually { bench.ending == .killed(SIGKILL) })
            expect(await eventually { kill(process, 0) != 0 })
        }
    }

    @Test func `killed at any moment it leaves a whole picture, and cleans up later`() async throws
    {
        try await LoopThread.run {
            let bench = try Bench()
            let size = "1920x1080"
            for round in 0..<8 {
                try bench.start(bench.job(size))
                var lines: [UInt8] = []
                for number in 1...3 {
                    lines += try Self.line(UInt64(number), size, "Zoë \(round) \(number)")
                }
                bench.child?.write(lines)
                expect(await eventually { bench.said.contains("ready") })
                await pause(.milliseconds(15 * round))
                bench.child?.killAtOnce()
                expect(await eventually { bench.ending != nil })
                #expect(bench.bytes.isEmpty || bench.isWhole)
            }
            try bench.start(bench.job(size))
            bench.child?.write(try Self.line(1, size, "Zoë"))
            bench.child?.closeInput()
            expect(await eventually { bench.said.contains("shown") })
            #expect(bench.isWhole && bench.names == ["day.png"])
        }
    }

    @Test func `where there is no room the old picture stays`() async throws {
        try await LoopThread.run {
            let bench = try Bench()
            try bench.start(bench.job())
            bench.child?.write(try Self.line(1, "296x128", "Zoë"))
            bench.child?.closeInput()
            expect(await eventually { bench.said.contains("shown") })
            let before = bench.bytes
            let command = ([ImageOutlet.usualProgram] + bench.job("4096x4096").arguments)
                .map { "'\($0)'" }.joined(separator: " ")
            // A kibibyte at most, as a full disk would have.
            try bench.start(["/bin/sh", "-c", "trap '' XFSZ; ulimit -f 1; exec \(command)"])
            bench.child?.write(try Self.line(2, "4096x4096", "Zoë Müller"))
            expect(
                await eventually { bench.said.contains("\"failed\":\"file\",\"scene\":2") })
            #expect(bench.said.contains("File too large") && bench.names == ["day.png"])
            expect(bench.bytes, is: before)
        }
    }

    @Test func `arguments that it does not know are told`() async throws {
        try await LoopThread.run {
            let bench = try Bench()
            try bench.start([ImageOutlet.usualProgram, "--sing"])
            expect(await eventually { bench.ending == .exited(2) })
            #expect(bench.said.contains("arguments"))
        }
    }
}
