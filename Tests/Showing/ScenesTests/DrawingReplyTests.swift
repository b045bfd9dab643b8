import Expecting
import Scenes
import Support
import Testing

struct DrawingReplyTests {
    private static let replies: [DrawingReply] = [
        SceneSize("800x480").map { .ready($0) } ?? .shown(1), .shown(0),
        .shown(UInt64(Int64.max)), .skipped(7), .failed(3, .file, "No space left on device"),
        .failed(nil, .scene, ""), .failed(1, DrawingTrouble(rawValue: "news"), "\u{1B}[2J\n\"ü"),
    ]

    @Test(arguments: replies)
    func `what is said is understood`(_ reply: DrawingReply) {
        let line = reply.line
        #expect(line.last == UInt8(ascii: "\n") && line.filter { $0 == 10 }.count == 1)
        expect(DrawingReply(line: Array(line.dropLast())), is: reply)
    }

    @Test(arguments: [
        "", "ready", "{}", "[]", #"{"ready":"800"}"#, #"{"ready":[800,480]}"#, #"{"shown":-1}"#,
        #"{"shown":"1"}"#, #"{"shown":1.5}"#, #"{"failed":"file"}"#, #"{"failed":1,"words":""}"#,
        #"{"shown":1} x"#,
    ])
    func `anything else is no reply`(_ line: String) {
        expect(DrawingReply(line: Array(line.utf8)), is: nil)
    }

    @Test func `long words are cut, and long lines are no reply`() {
        let words = String(repeating: "ü", count: 5_000)
        let line = DrawingReply.failed(1, .command, words).line
        #expect(line.count < 1_000)
        #expect(DrawingReply(line: Array(line.dropLast())) != nil)
        let spaces = [UInt8](repeating: 32, count: DrawingReply.longestLine)
        expect(DrawingReply(line: spaces + Array(#"{"shown":1}"#.utf8)), is: nil)
    }

    @Test func `damaged replies crash nothing`() {
        var random = RepeatableRandom(seed: 3)
        for reply in Self.replies {
            for _ in 0..<2_000 {
                var line = Array(reply.line.dropLast())
                line[Int.random(in: line.indices, using: &random)] = UInt8.random(
                    in: 0...255, using: &random)
                _ = DrawingReply(line: line)
            }
        }
    }
}

struct DrawingJobTests {
    @Test(arguments: [
        DrawingJob(size: SceneSize("250x122"), output: .file("/tmp/a b.png", mode: 0o644)),
        DrawingJob(
            size: SceneSize("122x250"), format: .pbm, colors: .mono, rotation: .threeQuarters,
            font: "DejaVu Sans", output: .command("--file", limit: .seconds(40))),
        DrawingJob(
            size: SceneSize("128x64"), format: .pgm, colors: .grey, rotation: .half,
            output: .stream("oled | tee 'x'", limit: .seconds(1))),
        DrawingJob(size: nil, format: .ppm, output: .framebuffer("/dev/fb0")),
        DrawingJob(size: SceneSize("64x64"), rotation: .quarter, output: .framebuffer("")),
    ])
    func `a job becomes arguments and a job again`(_ job: DrawingJob) {
        expect(DrawingJob(arguments: job.arguments), is: job)
    }

    @Test(arguments: [
        [], ["--file"], ["--file", "a"], ["--size", "9x9", "--file", "a"],
        ["--size", "99x99", "--file", "a", "--framebuffer", "b"],
        ["--size", "99x99", "--file", "a", "--file", "b"],
        ["--size", "99x99", "--file", "a", "--mode", "1777"],
        ["--size", "99x99", "--file", "a", "--mode", "9"],
        ["--size", "99x99", "--command", "a", "--limit", "0"],
        ["--size", "99x99", "--command", "a", "--limit", "99999"],
        ["--size", "99x99", "--file", "a", "--rotate", "45"],
        ["--size", "99x99", "--file", "a", "--format", "gif"],
        ["--size", "99x99", "--file", "a", "--colours", "red"],
        ["--size", "99x99", "--file", "a", "--help", "me"],
    ])
    func `other arguments are no job`(_ arguments: [String]) {
        expect(DrawingJob(arguments: arguments), is: nil)
    }
}
