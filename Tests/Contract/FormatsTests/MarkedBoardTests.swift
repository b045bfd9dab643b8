import EventSupport
import Expecting
import Foundation
import Linux
import Notices
import Testing

@testable import Formats

struct MarkedBoardTests {
    /// Marks each of some letters.
    private static func places(of letters: Set<Character>, in text: String) -> [Range<Int>] {
        text.indices.filter { letters.contains(text[$0]) }.map { index in
            let start = text.utf8.distance(from: text.startIndex, to: index)
            return start..<start + String(text[index]).utf8.count
        }
    }

    private static func lines(
        _ event: BridgeEvent, letters: Set<Character>, isColored: Bool = true, columns: Int? = 80
    ) -> String {
        var board = MarkedBoard(isColored: isColored) { places(of: letters, in: $0) }
        return String(decoding: lines(event, board: &board, columns: columns), as: UTF8.self)
    }

    /// The lines of the notice that an event is about.
    private static func lines(
        _ event: BridgeEvent, board: inout MarkedBoard, columns: Int?
    ) -> [UInt8] {
        guard case .notice(_, let notice, let time) = event else { return [] }
        return board.lines(for: notice, at: time, columns: columns)
    }

    @Test func `a call of the past is one line with what became of it and both lengths`() {
        let line = Self.lines(Events.talked, letters: [], isColored: false)
        expect(
            stable(line),
            is: "CC:CC:CC  CALL    Davidson Ro               "
                + "answered after 5 s, talked 2 min 5 s\n")
        let stopped = Self.lines(Events.ended, letters: [], isColored: false)
        #expect(stopped.hasSuffix("stopped ringing after 3 s\n"))
        let hungUp = Self.lines(Events.hungUp, letters: [], isColored: false)
        #expect(hungUp.hasSuffix("answered after 5 s\n"), "how long it was talked is not known")
    }

    @Test func `what was looked for stands out of what a notice says, and of nothing else`() {
        let event = Events.event(
            .added, Events.notice(title: "Zoë 1", message: "at 11 or 1"))
        let line = Self.lines(event, letters: ["1", "ë", "S"])
        let marked = line.components(separatedBy: "7m").count - 1
        expect(marked, is: 5, "\(line)")
        #expect(line.contains("\u{1B}[1mZo\u{1B}[0m\u{1B}[1;7më\u{1B}[0m"))
        #expect(line.contains("SOCIAL"))
        let plain = Self.lines(event, letters: [], columns: 80)
        expect(Self.lines(event, letters: ["1", "ë"], isColored: false), is: Self.uncolored(plain))
        expect(Self.uncolored(line), is: Self.uncolored(plain))
    }

    @Test(arguments: [20, 40, 60, 80, 132])
    func `marks change nothing but the look`(_ columns: Int) {
        for event in [Events.long, Events.emoji, Events.rightToLeft, Events.hostile, Events.mail] {
            let letters = Set("aeiou 🎂")
            let marked = Self.lines(event, letters: letters, columns: columns)
            let plain = Self.lines(event, letters: [], columns: columns)
            expect(Self.uncolored(marked), is: Self.uncolored(plain))
        }
    }

    @Test func `ranges that make no sense do no harm`() {
        var board = MarkedBoard(isColored: true) { _ in [5..<9, 0..<3, 7..<100, 3..<3] }
        let bytes = Self.lines(Events.ordinary, board: &board, columns: 80)
        #expect(!bytes.isEmpty)
    }

    @Test func `phones are told apart from the beginning where that is known`() {
        var board = MarkedBoard(isColored: false, showsPhone: true) { _ in [] }
        let line = String(
            decoding: Self.lines(Events.ordinary, board: &board, columns: 80), as: UTF8.self)
        #expect(line.contains("Anna's iPho"))
    }

    private static func uncolored(_ text: String) -> String {
        text.split(separator: "\u{1B}[", omittingEmptySubsequences: false).enumerated()
            .map { index, piece in
                index == 0 ? piece : piece.drop { $0 != "m" }.dropFirst()
            }.joined()
    }
}
