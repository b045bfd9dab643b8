import Expecting
import Formats
import Testing

struct LineTests {
    @Test(arguments: [
        (
            "Are you home? I can hear it.", [20, 20, 20], ["Are you home? I can", "hear it."],
            "words"
        ),
        (
            "Are you home? I can hear it.", [13, 10], ["Are you home?", "I can~"],
            "the rest is marked"
        ),
        (
            "Are you home? I can hear it.", [13, 5], ["Are you home?", "I ca~"],
            "in the last column"
        ),
        ("Call +49 30 123 456 now", [14, 14, 14], ["Call", "+49 30 123 456", "now"], "a number"),
        (
            "+49 30 1234567 890123", [16, 16], ["+49 30 1234567", "890123"],
            "one too long for a line"
        ),
        (
            "Donaudampfschifffahrt ab", [10, 10, 10], ["Donaudampf", "schifffahr", "t ab"],
            "a long word"
        ),
        ("Zoë  Müller", [16, 16], ["Zoe Muller"], "spaces are one"),
        ("", [16], [], "nothing"), ("  ", [16], [], "spaces alone"),
        ("ab cd", [], [], "no line"),
        ("ab cd", [2, 0, 2], ["ab", "cd"], "a line without columns"),
    ])
    func `a text is parted between words`(
        _ text: String, _ widths: [Int], _ lines: [String], _ why: String
    ) {
        let said = Charset.ascii.lines(of: text, widths: widths)
        expect(said.map { String(decoding: $0, as: UTF8.self) }, is: lines, "\(why)")
    }

    @Test func `wide characters take two columns`() {
        let said = Charset.utf8.lines(of: "山田太郎 さん", widths: [5, 6, 6])
        expect(said.map { String(decoding: $0, as: UTF8.self) }, is: ["山田", "太郎", "さん"])
        #expect(Charset.utf8.lines(of: "山", widths: [1, 1]).allSatisfy { $0.count <= 3 })
    }

    @Test(arguments: Charset.allCases, 1...24)
    func `no line is wider than it may be`(_ charset: Charset, _ width: Int) {
        let text =
            "Übermorgen → 5 € fällig, 山田太郎 👩‍👩‍👧 (+49 30 1234567)! " + String(repeating: "x", count: 60)
        for count in 1...5 {
            let lines = charset.lines(of: text, widths: [Int](repeating: width, count: count))
            #expect(lines.count <= count)
            for line in lines where charset != .utf8 { #expect(line.count <= width) }
        }
    }
}
