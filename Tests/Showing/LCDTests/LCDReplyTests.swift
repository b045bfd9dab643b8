import Expecting
import Linux
import Support
import Testing

@testable import LCD

struct LCDReplyTests {
    static let replies: [(line: String, reply: LCDReply, why: String)] = [
        (
            "connect LCDproc 0.5.9 protocol 0.3 lcd wid 20 hgt 4 cellwid 5 cellhgt 8",
            .connect(LCDSize(width: 20, height: 4)), "a greeting"
        ),
        (
            "connect LCDproc 0.6 protocol 0.4 lcd hgt 2 extra 7 wid 16",
            .connect(LCDSize(width: 16, height: 2)), "the order is nobody's"
        ),
        ("connect LCDproc lcd wid 20", .unknown, "no height"),
        ("connect wid 20 hgt", .unknown, "a height without its number"),
        ("connect wid x hgt 4", .unknown, "a width that is no number"),
        ("connect wid 0 hgt 4", .unknown, "no columns"),
        ("connect wid -20 hgt 4", .unknown, "fewer than none"),
        ("connect wid 99999999999999999999 hgt 4", .unknown, "more than a number holds"),
        ("connect wid 5000 hgt 4000", .connect(LCDSize.limit), "more than is believed"),
        ("success", .success, "done"),
        ("huh? Invalid command \"x\"", .refusal, "not understood"),
        ("huh?", .refusal, "not understood, without a reason"),
        ("noop complete", .complete, "the end of a portion"),
        ("listen board", .shown("board"), "on the display"),
        ("listen", .unknown, "no screen"),
        ("ignore call", .hidden("call"), "off the display"),
        ("key Enter", .key("Enter"), "a key"),
        ("key Enter board", .key("Enter"), "a key of a screen, as newer servers say it"),
        ("key", .unknown, "no key"),
        ("menuevent select x", .menu, "a menu"),
        ("bye", .unknown, "something else"),
        ("SUCCESS", .unknown, "words are as they are"),
    ]

    @Test(arguments: replies)
    func `a line of the server says what it says`(
        line: String, reply: LCDReply, why: String
    ) {
        expect(LCDReply(Array(line.utf8)), is: reply, "\(why)")
    }

    @Test func `a line may come in pieces, cut at every byte`() {
        for (line, reply, why) in Self.replies {
            let bytes = Array((line + "\n").utf8)
            for cut in bytes.indices {
                var lines = LCDLines()
                let first = lines.take(Array(bytes[..<cut]))
                let second = lines.take(Array(bytes[cut...]))
                expect(first + second, is: [reply], "\(why), cut at \(cut)")
            }
        }
    }

    @Test func `lines may come together, with any end`() {
        var lines = LCDLines()
        let replies = lines.take(Array("success\r\n\nlisten board\nkey Up\nhuh".utf8))
        expect(replies, is: [.success, .shown("board"), .key("Up")])
        expect(lines.take(Array("?\n".utf8)), is: [.refusal])
    }

    @Test func `an endless line is dropped, and the next one is heard`() {
        var lines = LCDLines()
        #expect(lines.take([UInt8](repeating: UInt8(ascii: "s"), count: 1 << 20)).isEmpty)
        expect(lines.take(Array("\nsuccess\n".utf8)), is: [.unknown, .success])
    }

    @Test func `no bytes do harm`() {
        var random = RepeatableRandom(seed: 13666)
        var lines = LCDLines()
        for _ in 0..<2_000 {
            let count = Int.random(in: 0..<64, using: &random)
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            for reply in lines.take(bytes) { #expect(reply != .success) }
        }
        expect(lines.take(Array("\nsuccess\n".utf8)).last, is: .success)
    }
}
