import Expecting
import Testing

@testable import Notices

struct MessageLinesTests {
    @Test(
        arguments: [
            (["short"], 20, ["short"], "it fits"),
            (
                ["in a browser: callboard demo --wall"], 20,
                ["in a browser:", "callboard demo", "--wall"], "between words"
            ),
            (
                ["one two three four five six seven eight"], nil,
                ["one two three four five six seven eight"], "no terminal"
            ),
            (
                ["one two three four five six seven eight nine ten"], 40,
                ["one two three four five six seven eight", "  nine ten"],
                "further lines are indented"
            ),
            (
                ["at the address", "", "    http://127.0.0.1:8437/?token=abcdefghijklmnop"], 20,
                ["at the address", "", "    http://127.0.0.1:8437/?token=abcdefghijklmnop"],
                "an address stays whole"
            ),
            (["山田さんの 会議は"], 12, ["山田さんの", "会議は"], "wide letters count twice"),
        ] as [([String], Int?, [String], String)])
    func `messages are broken at words`(lines: [String], width: Int?, wanted: [String], why: String)
    {
        expect(MessageLines.broken(lines, to: width), is: wanted, "\(why)")
    }

    @Test(
        arguments: [
            (nil, ["Radio     not there: the adapter was switched off"], "no terminal"),
            (80, ["Radio     not there: the adapter was switched off"], "it fits"),
            (
                40, ["Radio     not there: the adapter was", "          switched off"],
                "further lines stand below the first"
            ),
            (
                30,
                ["Radio     not there: the", "          adapter was switched", "          off"],
                "as long as there is room"
            ),
            (
                25, ["Radio     not there: the", "adapter was switched off"],
                "below the label where there is none"
            ),
            (
                1, ["Radio     not", "there:", "the", "adapter", "was", "switched", "off"],
                "any width"
            ),
        ] as [(Int?, [String], String)])
    func `the text of a row is broken behind its label`(width: Int?, wanted: [String], why: String)
    {
        let lines = MessageLines.row(
            "Radio     ", "not there: the adapter was switched off", to: width)
        expect(lines, is: wanted, "\(why)")
    }

    @Test func `no width makes a line wider than it, but for a word that is`() {
        let text = "that was a simulated iPhone; its day in a browser: callboard demo --wall"
        for width in 1...100 {
            let lines = MessageLines.broken([text], to: width)
            for line in lines where line.contains(where: { $0 != " " }) {
                #expect(line.count <= width || !line.drop { $0 == " " }.contains(" "), "\(line)")
            }
            expect(
                lines.flatMap { $0.split(separator: " ") }, is: text.split(separator: " "),
                "\(width)")
        }
    }
}
