import Expecting
import Testing

@testable import AMS

/// Numbers as phones write them, and as they must not.
struct MediaNumberTests {
    @Test(
        "numbers are read, and anything else is unknown",
        arguments: [
            ("0", 0, "an integer"), ("12.345", 12.345, "a point"),
            ("0,5", 0.5, "a comma, as some devices write"), ("-1", -1, "negative"),
            ("-.1", -0.1, "without a digit before the point"), (".5", 0.5, "the same"),
            ("5.", 5, "without a digit after the point"), ("+2", 2, "a plus"),
            ("007", 7, "leading zeros"), ("1.5e2", 150, "an exponent"), ("1E-2", 0.01, "a capital"),
            ("1e+1", 10, "a signed exponent"), ("1e-400", 0, "too small for a number"),
            ("-0", 0, "minus zero"), ("", nil, "empty"), (".", nil, "no digit"),
            ("-", nil, "only a sign"), ("-.", nil, "a sign and a point"),
            ("e5", nil, "no mantissa"), ("1d5", nil, "another letter"),
            ("1e", nil, "no exponent"), ("1e+", nil, "only the sign of an exponent"),
            ("1e400", nil, "infinite"), ("-1e400", nil, "infinite"), ("nan", nil, "no number"),
            ("NaN", nil, "no number"), ("inf", nil, "no number"), ("infinity", nil, "no number"),
            ("0x10", nil, "hexadecimal"), ("0x1p3", nil, "hexadecimal"),
            ("1.2.3", nil, "two points"),
            ("1,2,3", nil, "two commas"), ("1.2,3", nil, "a point and a comma"),
            ("--1", nil, "two signs"), ("1-", nil, "a sign behind"), (" 1", nil, "a space"),
            ("1 ", nil, "a space behind"), ("1_000", nil, "an underscore"),
            ("1\0", nil, "a zero byte"),
            ("१", nil, "digits are ASCII"), ("½", nil, "no digit"), ("one", nil, "a word"),
        ] as [(String, Double?, String)])
    func number(text: String, expected: Double?, why: String) {
        expect(MediaNumber.parse(Array(text.utf8)), is: expected, "\(why)")
    }

    @Test func `a number may have 64 characters`() {
        expect(MediaNumber.parse(Array(repeating: UInt8(ascii: "0"), count: 64)), is: 0)
        expect(MediaNumber.parse(Array(repeating: UInt8(ascii: "0"), count: 65)), is: nil)
        expect(MediaNumber.parse(Array(repeating: UInt8(ascii: "9"), count: 512)), is: nil)
        let exact = MediaNumber.parse(Array(repeating: UInt8(ascii: "9"), count: 64))
        expect(exact, is: 1e64)
        let exponent = "1e" + String(repeating: "9", count: 62)
        expect(MediaNumber.parse(Array(exponent.utf8)), is: nil, "infinite")
    }

    @Test(
        "of a cut number only the fraction may be missing",
        arguments: [
            ("12.3", 12.3, "some digits of the fraction"), ("12.", 12, "all of them"),
            ("12,3", 12.3, "a comma"), ("-.1", -0.1, "no integer"), ("12", nil, "120, or 12.5"),
            ("", nil, "nothing"), ("-", nil, "only a sign"), ("1.5e1", nil, "1.5e12"),
            ("1.5e", nil, "an exponent begins"), (".", nil, "no digit"),
        ] as [(String, Double?, String)])
    func cut(text: String, expected: Double?, why: String) {
        expect(MediaNumber.parse(Array(text.utf8), isCut: true), is: expected, "\(why)")
    }

    @Test(
        "integers are within their range",
        arguments: [
            ("0", 0, "the least"), ("255", 255, "the most"), ("2.0", 2, "written as a fraction"),
            ("1e2", 100, "written with an exponent"), ("-0", 0, "minus zero"),
            ("256", nil, "too many"), ("-1", nil, "no queue"), ("1.5", nil, "a fraction"),
            ("1e30", nil, "beyond every integer"), ("9223372036854775808", nil, "the same"),
            ("", nil, "empty"),
        ] as [(String, Int?, String)])
    func integer(text: String, expected: Int?, why: String) {
        expect(MediaNumber.integer(Array(text.utf8), in: 0...255), is: expected, "\(why)")
    }

    @Test(
        "times are within their limit",
        arguments: [
            ("337.5", .milliseconds(337_500), "a track"), ("-2.5", .milliseconds(-2_500), "before"),
            ("1000000", .seconds(1_000_000), "the longest"), ("1000001", nil, "longer"),
            ("-1000001", nil, "longer, before"), ("1e300", nil, "beyond every duration"),
            ("", nil, "empty"),
        ] as [(String, Duration?, String)])
    func time(text: String, expected: Duration?, why: String) {
        expect(MediaNumber.time(Array(text.utf8)), is: expected, "\(why)")
    }

    @Test(
        "playback is read with a comma of either kind",
        arguments: [
            ("1,1.0,12.5", "1 1.0 12.5", "as an iPhone writes"), ("0,0,0", "0 0.0 0.0", "integers"),
            ("2,-2.0,5", "2 -2.0 5.0", "rewinding"), ("7,1,5", "7 1.0 5.0", "an unknown state"),
            ("1,1,0,12,5", "1 1.0 12.5", "decimal commas"),
            ("1,0,5,12,25", "1 0.5 12.25", "decimal commas"),
            ("1,1,12,5", "1 1.0 12.5", "a rate without a fraction"),
            ("1,1.0,-3", "1 1.0 -3.0", "a negative position"),
            ("1,1.0,-.1", "1 1.0 -0.1", "a negative fraction"),
            ("", "- - -", "no player"), (",,", "- - -", "nothing but commas"),
            ("1", "1 - -", "a state alone"), ("1,1.5", "1 1.5 -", "no position"),
            ("1,,", "1 - -", "neither rate nor position"), (",1.0,5", "- 1.0 5.0", "no state"),
            ("1,,5", "1 - 5.0", "no rate"), ("1,nan,inf", "1 - -", "no numbers"),
            ("256,1,5", "- 1.0 5.0", "a state beyond a byte"),
            ("1.5,1,5", "- 1.0 5.0", "half a state"),
            ("1,100,5", "1 100.0 5.0", "the highest rate"), ("1,101,5", "1 - 5.0", "higher"),
            ("1,-101,5", "1 - 5.0", "higher, backward"), ("1,1e400,1e400", "1 - -", "infinite"),
            ("1,1,2,3,4,5", "1 - -", "six fields"), ("1,1,2,3,4,5,6,7,8,9", "1 - -", "ten fields"),
            ("playing,1,5", "- 1.0 5.0", "a word"),
        ] as [(String, String, String)])
    func playback(text: String, expected: String, why: String) {
        expect(Self.words(PlaybackInfo(parsing: Array(text.utf8))), is: expected, "\(why)")
    }

    @Test func `playback cut at every length is never wrong`() {
        for (cut, expected) in [
            ("", "- - -"), ("1", "- - -"), ("1,", "1 - -"), ("1,1", "1 - -"), ("1,1.", "1 1.0 -"),
            ("1,1.0", "1 1.0 -"), ("1,1.0,", "1 1.0 -"), ("1,1.0,1", "1 1.0 -"),
            ("1,1.0,12", "1 1.0 -"), ("1,1.0,123", "1 1.0 -"), ("1,1.0,123.", "1 1.0 123.0"),
            ("1,1.0,123.5", "1 1.0 123.5"), ("1,1,0,123", "1 - -"), ("1,1,0,123,", "1 1.0 123.0"),
            ("1,1,0,123,5", "1 1.0 123.5"),
        ] {
            let info = PlaybackInfo(parsing: Array(cut.utf8), isCut: true)
            expect(Self.words(info), is: expected, "\(cut)")
        }
    }

    private static func words(_ info: PlaybackInfo) -> String {
        let elapsed = info.elapsed.map { "\($0.inSeconds)" }
        return [info.playback.map { "\($0.rawValue)" }, info.rate.map { "\($0)" }, elapsed]
            .map { $0 ?? "-" }.joined(separator: " ")
    }
}
