import Support
import Testing

@testable import Settings

/// Files that nobody wrote, or not to the end.
struct HostileFileTests {
    private static let whole = Array(
        """
        [main]\r
        name = "K # \\"ü\\"" # x
        tags = a, "b, c", d
        wait = 5m
        [rule night] # y
        hours = 22:00-07:00
        match = a
        match = b
        [serial s]
        device = /dev/null
        """.utf8)

    @Test func `a file cut at any length is read or refused with its place`() {
        #expect(Sample.problems(Self.whole).isEmpty)
        for length in Self.whole.indices {
            for problem in Sample.problems(Array(Self.whole[..<length])) {
                #expect(problem.hasPrefix("f.conf:"))
            }
        }
    }

    @Test func `a file with bytes changed is read or refused with its place`() {
        var random = RepeatableRandom(seed: 7)
        for _ in 0..<5_000 {
            var bytes = Self.whole
            for _ in 0...Int.random(in: 0...3, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = .random(
                    in: 0...255, using: &random)
            }
            for problem in Sample.problems(bytes) where !problem.hasPrefix("f.conf:") {
                Issue.record("\(problem)")
            }
        }
    }

    @Test func `pieces in any order are read or refused with their place`() {
        let pieces = [
            "[", "]", "main", "rule ", "\n", "\r\n", "=", "\"", "\\", ",", "#", " ", "count",
            "tags",
            "match", "5", "\u{FEFF}", "é", "\0", "hours", "22:00-07:00",
        ].map { Array($0.utf8) }
        var random = RepeatableRandom(seed: 11)
        for _ in 0..<5_000 {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 0...30, using: &random) {
                bytes += pieces[Int.random(in: pieces.indices, using: &random)]
            }
            for problem in Sample.problems(bytes) where !problem.hasPrefix("f.conf:") {
                Issue.record("\(problem)")
            }
        }
    }
}
