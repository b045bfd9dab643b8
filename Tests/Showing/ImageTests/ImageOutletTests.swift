import ANCS
import Board
import EventSupport
import Expecting
import Foundation
import Linux
import Notices
import Scenes
import Support
import Testing

@testable import Image
@testable import LCD
@testable import Outlets

@Suite(.onLoop) struct ImageOutletTests {
    /// An outlet with a program of the shell in the place of the one that draws.
    @LoopActor
    private final class Bench {
        let folder: URL
        let pace: Pace
        var told: [String] = []
        private(set) var outlet: ImageOutlet?
        private let start: Duration

        init(_ script: String, pace: Pace = Pace(), _ options: ImageOptions? = nil) throws {
            folder = FileManager.default.temporaryDirectory
                .appending(path: "callboard-image-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            let program = folder.appending(path: "draw")
            try "#!/bin/sh\ncd '\(folder.path)'\n\(script)\n"
                .write(to: program, atomically: false, encoding: .utf8)
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o755], ofItemAtPath: program.path)
            self.pace = pace
            start = pace.now
            let job = DrawingJob(
                size: SceneSize("296x128"), output: .file(folder.path + "/a.png", mode: 0o600))
            let usual = ImageOptions(job: job, minInterval: .milliseconds(50), hasClock: false)
            outlet = ImageOutlet(
                "image", options: options ?? usual, pace: pace,
                wallClock: { [unowned self] in wall }, program: program.path,
                tell: { [unowned self] in told.append($0) })
        }

        isolated deinit {
            try? FileManager.default.removeItem(at: folder)
        }

        var wall: WallTime { PicturedDay.noon.advanced(by: pace.now - start) }

        /// Waits for something on a clock that is led, and has happen what is due.
        func eventually(_ holds: @escaping @LoopActor () -> Bool) async -> Bool {
            await Support.eventually {
                self.pace.pass(.zero)
                return holds()
            }
        }

        /// Waits until so many scenes were drawn and the outlet has heard of it: a clock that is led on before that is
        /// beyond the program's patience.
        func draws(_ count: Int) async -> Bool {
            await eventually {
                self.lines("scenes") == count && self.outlet?.isAwaited == false
            }
        }

        func add(_ number: Int, _ who: String) {
            outlet?.show(.notice(.added, PicturedDay.notice(number, .social, who), at: wall))
        }

        func file(_ name: String) -> String {
            (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) ?? ""
        }

        func write(_ name: String) {
            try? Data().write(to: folder.appending(path: name))
        }

        func lines(_ name: String) -> Int {
            file(name).count { $0 == "\n" }
        }
    }

    /// A program that says what the real one does, and keeps the scenes.
    private static let honest = """
        echo '{"ready":"296x128"}'
        number=0
        while read -r line; do
            number=$((number + 1))
            echo "$line" >> scenes
            echo "{\\"shown\\":$number}"
        done
        echo end >> ends
        """

    /// One that takes its time for the first scene: until there is a file.
    private static let slow = """
        echo '{"ready":"296x128"}'
        number=0
        while read -r line; do
            number=$((number + 1))
            echo >> begun
            while [ ! -e go ]; do sleep 0.05; done
            echo "$line" >> scenes
            echo "{\\"shown\\":$number}"
        done
        echo end >> ends
        """

    @Test func `what changes is sent, the same picture never twice`() async throws {
        try await LoopThread.run {
            let bench = try Bench(Self.honest, pace: .led())
            bench.outlet?.open()
            expect(await bench.eventually { bench.lines("scenes") == 1 })
            bench.add(1, "Zoe")
            bench.pace.pass(.seconds(1))
            expect(await bench.eventually { bench.file("scenes").contains("Zoe") })
            // What was there before changes nothing.
            bench.add(1, "Zoe")
            bench.pace.pass(.seconds(1))
            bench.add(2, "Theo")
            bench.pace.pass(.seconds(1))
            expect(await bench.eventually { bench.file("scenes").contains("Theo") })
            expect(bench.lines("scenes"), is: 3)
            expect(bench.outlet?.status.failure, is: nil)
            expect(bench.outlet?.size, is: SceneSize("296x128"))
            var isOver = false
            bench.outlet?.finish(within: .seconds(10)) { isOver = true }
            expect(await eventually { isOver })
            expect(bench.file("ends"), is: "end\n")
            #expect(bench.told.isEmpty)
        }
    }

    @Test func `a call does not wait for the least time between pictures, and all else does`()
        async throws
    {
        try await LoopThread.run {
            let job = DrawingJob(
                size: SceneSize("296x128"), output: .file("/nowhere/a.png", mode: 0o600))
            let bench = try Bench(
                Self.honest, pace: .led(),
                ImageOptions(job: job, minInterval: .seconds(1_800), hasClock: false))
            bench.outlet?.open()
            expect(await bench.draws(1))
            bench.add(1, "Theo")
            bench.pace.pass(.seconds(60))
            let call = PicturedDay.notice(2, .incomingCall, "Zoe", call: .ringing)
            bench.outlet?.show(.notice(.ringing, call, at: bench.wall))
            expect(await bench.draws(2), "what came before waits for the call")
            expect(bench.file("scenes").contains("Zoe"))
            let over = PicturedDay.notice(2, .incomingCall, "Zoe", call: .ended)
            bench.outlet?.show(.notice(.ended, over, at: bench.wall))
            bench.pace.pass(ImageOutlet.callPause)
            expect(await bench.draws(3))
            bench.add(3, "Nina")
            bench.pace.pass(.seconds(1_700))
            #expect(!bench.file("scenes").contains("Nina"))
            bench.pace.pass(.seconds(200))
            expect(await bench.eventually { bench.file("scenes").contains("Nina") })
            expect(bench.lines("scenes"), is: 4)
            var isOver = false
            bench.outlet?.finish(within: .seconds(10)) { isOver = true }
            expect(await eventually { isOver })
        }
    }

    @Test func `what came last is shown before the end, but no call for ever`() async throws {
        try await LoopThread.run {
            // The first picture takes its time, and meanwhile all is over.
            let bench = try Bench(Self.slow, pace: .led())
            bench.outlet?.open()
            expect(await bench.eventually { bench.lines("begun") == 1 })
            bench.add(1, "Zoe")
            let call = PicturedDay.notice(2, .incomingCall, "Theo", call: .ringing)
            bench.outlet?.show(.notice(.ringing, call, at: bench.wall))
            var isOver = false
            bench.outlet?.finish(within: .seconds(20)) { isOver = true }
            bench.write("go")
            expect(await eventually { isOver })
            #expect(bench.lines("scenes") == 2 && bench.file("ends") == "end\n")
            #expect(bench.file("scenes").contains("Zoe"))
            #expect(!bench.file("scenes").contains("Theo"))
        }
    }

    @Test func `a program that does not end is ended before nobody is left to`() async throws {
        try await LoopThread.run {
            let bench = try Bench(
                """
                trap '' TERM; echo $$ > id
                echo '{"ready":"296x128"}'
                while :; do sleep 1; done
                """)
            bench.outlet?.open()
            expect(await eventually { bench.outlet?.isOpen ?? false })
            let id = try #require(Int32(bench.file("id").dropLast()))
            var isOver = false
            bench.outlet?.finish(within: .milliseconds(400)) { isOver = true }
            expect(await eventually { isOver })
            expect(await eventually { kill(id, 0) != 0 })
        }
    }

    @Test func `what is lost at once again and again is shown ever more seldom`() async throws {
        try await LoopThread.run {
            let bench = try Bench(
                """
                echo '{"ready":"296x128"}'
                number=0
                while read -r line; do
                    number=$((number + 1))
                    echo "$line" >> scenes
                    echo "{\\"shown\\":$number}"
                    echo '{"failed":"command","words":"it ended with status 1"}'
                    echo >> failures
                done
                """, pace: .led())
            bench.outlet?.open()
            for (number, pause) in [(1, 1), (2, 2), (3, 4)] {
                expect(await bench.eventually { bench.lines("failures") == number })
                // What it wrote is in its pipe by now.
                await turn()
                bench.pace.pass(.seconds(pause) - .milliseconds(1))
                await turn()
                expect(bench.lines("scenes"), is: number, "shown again too soon")
                bench.pace.pass(.milliseconds(1))
            }
            expect(await bench.eventually { bench.lines("scenes") == 4 })
        }
    }

    @Test func `a trouble while a picture is on its way drops nothing`() async throws {
        try await LoopThread.run {
            let bench = try Bench(
                """
                echo '{"ready":"296x128"}'
                read -r line
                echo '{"failed":"scene","words":""}'
                echo > begun
                while [ ! -e go ]; do sleep 0.05; done
                echo '{"shown":1}'
                number=1
                while read -r line; do
                    number=$((number + 1))
                    echo "$line" >> scenes
                    echo "{\\"shown\\":$number}"
                done
                """, pace: .led())
            bench.outlet?.open()
            expect(await bench.eventually { bench.outlet?.status.failure != nil })
            bench.add(1, "Zoe")
            bench.pace.pass(.milliseconds(1_200))
            bench.write("go")
            expect(await bench.eventually { bench.file("scenes").contains("Zoe") })
        }
    }

    @Test func `of a flood as much is drawn as may be, and its last state`() async throws {
        try await LoopThread.run {
            let bench = try Bench(Self.honest)
            bench.outlet?.open()
            expect(await eventually { bench.lines("scenes") == 1 })
            let begin = EventLoop.now
            for number in 1...1_000 { bench.add(number, "Nr \(number) end") }
            expect(await eventually { bench.file("scenes").contains("Nr 1000 end") })
            let time = EventLoop.now - begin
            #expect(bench.lines("scenes") <= 3 + Int(time / .milliseconds(50)))
        }
    }

    @Test func `a program that dies is started again with what holds`() async throws {
        try await LoopThread.run {
            let bench = try Bench(
                """
                echo >> starts
                if [ "$(wc -l < starts)" -lt 3 ]; then
                    echo '{"ready":"296x128"}'; read -r line; exit 7
                fi
                \(Self.honest)
                """)
            bench.add(1, "Zoe")
            bench.outlet?.open()
            expect(await eventually { bench.outlet?.status.failure != nil })
            expect(await eventually { bench.file("scenes").contains("Zoe") })
            expect(await eventually { bench.outlet?.status.failure == nil })
            expect(bench.lines("starts"), is: 3)
            expect(bench.outlet?.status.restarts, is: 1)
            #expect(
                bench.told == [
                    "image cannot be used, and is tried again: callboard-draw ended with status 7"
                ])
        }
    }

    @Test(arguments: [
        ("exit 127", "sudo apt install libpangocairo-1.0-0", "libraries are missing"),
        ("echo hello; sleep 30", "sent an invalid reply", "nonsense"),
        ("head -c 100000 /dev/zero; sleep 30", "sent an invalid reply", "a flood without a line"),
        ("yes '{\"ready\":\"296x128\"}'", "sent an invalid reply", "a flood of answers"),
        ("yes '{\"shown\":1}'", "sent an invalid reply", "answers to nothing"),
        (
            "echo '{\"failed\":\"framebuffer\",\"words\":\"Permission denied\"}'; exit 1",
            "the framebuffer cannot be used: Permission denied", "no right to the device"
        ),
        ("echo '{\"failed\":\"arguments\",\"words\":\"\"}'; exit 2", "another version", "older"),
        ("kill -9 $$", "was ended by signal 9", "killed"),
    ])
    func `whatever the program does is told once, and stays a state`(
        _ script: String, _ words: String, _ why: String
    ) async throws {
        try await LoopThread.run {
            let bench = try Bench("echo >> starts; " + script)
            bench.add(1, "Secret Name")
            bench.outlet?.open()
            expect(
                await eventually { bench.outlet?.status.failure?.contains(words) ?? false },
                "\(why): \(bench.outlet?.status.failure ?? "")")
            expect(await eventually { bench.lines("starts") >= 2 })
            #expect(bench.told.count == 1 && bench.told.allSatisfy { !$0.contains("Secret") })
            var isOver = false
            bench.outlet?.finish(within: .seconds(5)) { isOver = true }
            expect(await eventually { isOver })
        }
    }

    @Test func `a flood of troubles is nonsense, its words short and clean`() async throws {
        try await LoopThread.run {
            let bench = try Bench(
                """
                echo '{"ready":"296x128"}'
                words='a\\nb\\u0085\\u202e'$(printf '%0700d' 7)
                while printf '{"failed":"file","words":"%s"}\\n' "$words"; do :; done
                """)
            bench.outlet?.open()
            expect(await eventually { bench.told.count == 2 })
            #expect(bench.told.last?.contains("sent an invalid reply") ?? false)
            let first = try #require(bench.told.first)
            #expect(first.contains("written: ab0000") && first.unicodeScalars.count < 200)
            bench.outlet?.finish(within: .zero) {}
        }
    }

    @Test func `a program that is not there is told, too`() async {
        await LoopThread.run {
            var told: [String] = []
            let job = DrawingJob(size: SceneSize("64x64"), output: .file("/nowhere/a", mode: 0o600))
            let outlet = ImageOutlet(
                "image", options: ImageOptions(job: job), program: "/nowhere/draw",
                tell: { told.append($0) })
            outlet.open()
            #expect(
                told == [
                    "image cannot be used, and is tried again: callboard-draw is not installed"
                ])
            var isOver = false
            outlet.finish(within: nil) { isOver = true }
            #expect(isOver)
        }
    }

    @Test func `a program that hangs is ended, on a clock that leaps`() async throws {
        try await LoopThread.run {
            let bench = try Bench(
                """
                echo >> starts
                if [ "$(wc -l < starts)" -lt 2 ]; then
                    trap '' TERM; while :; do sleep 1; done
                fi
                \(Self.honest)
                """, pace: .leaping())
            bench.outlet?.open()
            expect(
                await eventually { bench.told.contains { $0.contains("did not answer") } })
            bench.outlet?.finish(within: .zero) {}
        }
    }

    @Test func `a picture that fails is tried again, and its success told`() async throws {
        try await LoopThread.run {
            let bench = try Bench(
                """
                echo '{"ready":"296x128"}'
                read -r line
                echo '{"failed":"file","scene":1,"words":"No space left on device"}'
                number=1
                while read -r line; do
                    number=$((number + 1))
                    echo "$line" >> scenes
                    echo "{\\"shown\\":$number}"
                done
                """)
            bench.add(1, "Zoe")
            bench.outlet?.open()
            expect(await eventually { bench.outlet?.status.failure != nil })
            #expect(
                bench.told == [
                    "image cannot be used, and is tried again: the file cannot be written: No "
                        + "space left on device"
                ])
            expect(await eventually { bench.file("scenes").contains("Zoe") })
            expect(await eventually { bench.outlet?.status.failure == nil })
        }
    }

    @Test(
        arguments: [
            (12 * 60, nil, nil, 3_600, "nothing changes"),
            (23 * 60 + 30, nil, nil, 1_800, "a day ends"),
            (12 * 60, Hours(from: 725, to: 1_380), nil, 300, "the night begins"),
            (13 * 60, Hours(from: 725, to: 790), nil, 600, "the night ends"),
            (12 * 60, nil, Hours(from: 750, to: 760), 1_800, "quiet hours begin"),
        ] as [(Int64, Hours?, Hours?, Int64, String)])
    func `without a clock nothing is looked at until hours or the day end`(
        _ minute: Int64, _ night: Hours?, _ quiet: Hours?, _ wait: Int64, _ why: String
    ) {
        var options = ImageOptions(
            job: DrawingJob(size: nil, output: .framebuffer("/dev/fb0")), nightHours: night,
            hasClock: false)
        options.board.quietHours = quiet
        let time = PicturedDay.noon.midnight.advanced(by: .seconds(60 * minute))
        expect(options.pause(untilLookAfter: time), is: .seconds(wait), "\(why)")
        options.hasClock = true
        expect(options.pause(untilLookAfter: time.advanced(by: .seconds(20))), is: .seconds(40))
    }

    @Test(
        arguments: [
            (nil, nil, true), (Duration.seconds(30), nil, false), (.seconds(30), true, true),
            (.seconds(1), false, false), (.seconds(10), nil, true),
        ] as [(Duration?, Bool?, Bool)])
    func `a clock is where it wears nothing, or where it is wanted`(
        _ interval: Duration?, _ wish: Bool?, _ hasClock: Bool
    ) throws {
        let job = DrawingJob(size: nil, output: .framebuffer("/dev/fb0"))
        let options = ImageOptions(job: job, minInterval: interval, hasClock: wish)
        expect(options.showsClock, is: hasClock)
        expect(options.look, is: .dark)
    }
}
