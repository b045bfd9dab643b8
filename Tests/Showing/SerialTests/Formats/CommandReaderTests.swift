import Expecting
import Linux
import Notices
import Testing

@testable import Serial

struct CommandReaderTests {
    private static let table: [(said: String, acts: [NoticeAction], ignored: Int, why: String)] = [
        ("A\r\n", [.answer], 0, "answers"), ("D\n", [.decline], 0, "declines"),
        ("C\r", [.clear], 0, "clears"), ("\r\n\n\r", [], 0, "empty lines say nothing"),
        ("A", [], 0, "a line that has not ended"), ("a\n", [], 1, "another letter"),
        ("A \n", [], 1, "more than a letter"), ("AD\n", [], 1, "two letters"),
        ("A\nD\nC\n", [.answer, .decline, .clear], 0, "one after another"),
        (String(repeating: "x", count: 500) + "\nA\n", [.answer], 1, "a line too long"),
        (String(repeating: "A", count: 65) + "\n", [], 1, "just too long"),
        ("\u{1B}[A\n\u{0}A\n", [], 2, "keys of a terminal"),
        ("\u{13}A\u{11}\r\u{13}\u{11}\n", [.answer], 0, "a terminal's XOFF and XON"),
        ("answer\nA\n", [.answer], 1, "a word, and then the letter"),
        ("p\n=\n>\n", [], 3, "keys of a board that are no lines"),
    ]
    private static let media:
        [(said: String, commands: [MediaCommand], ignored: Int, why: String)] =
            [
                ("P\r\n", [.toggle], 0, "pauses, or plays again"), ("N\n", [.next], 0, "the next"),
                ("B\r", [.previous], 0, "the one before"),
                ("+\n-\n", [.louder, .softer], 0, "volume"),
                ("++\n", [], 1, "two characters"), ("P", [], 0, "a line that has not ended"),
                ("NA\nN\n", [.next], 1, "two letters, and then one"),
            ]

    @Test(arguments: [SerialFormatName.line, .classic, .json, .nmea, .hm10, .modem, .vt])
    func `lines of one character control a player`(_ name: SerialFormatName) {
        for row in Self.media {
            for isSplit in [false, true] {
                var format = name.make(SerialStyle(takesCommands: true))
                let reply = isSplit ? format.hearSplit(row.said) : format.hear(row.said)
                expect(reply.media, is: row.commands, "\(name) \(row.why)")
                expect(reply.ignored, is: row.ignored, "\(name) \(row.why)")
                #expect(reply.packets.isEmpty && (row.ignored > 0 || reply.acts.isEmpty))
            }
        }
    }

    @Test(arguments: [SerialFormatName.line, .classic, .json, .nmea, .hm10, .modem, .vt])
    func `three letters are understood, and all else is counted`(_ name: SerialFormatName) {
        for row in Self.table {
            for isSplit in [false, true] {
                var format = name.make(SerialStyle(takesCommands: true))
                let reply = isSplit ? format.hearSplit(row.said) : format.hear(row.said)
                expect(reply.acts, is: row.acts, "\(name) \(row.why)")
                expect(reply.ignored, is: row.ignored, "\(name) \(row.why)")
                #expect(reply.packets.isEmpty)
            }
        }
    }

    @Test(arguments: SerialFormatName.allCases)
    func `nothing is done where nobody allowed it`(_ name: SerialFormatName) {
        var format = name.make(SerialStyle())
        let reply = format.hear("A\r\nD\r\nC\r\nP\r\nN\r\n+\r\n")
        #expect(reply.acts.isEmpty && reply.media.isEmpty && reply.ignored == 6)
    }
}
