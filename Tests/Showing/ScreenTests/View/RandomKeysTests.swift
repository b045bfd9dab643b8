import ANCS
import Board
import EventSupport
import Expecting
import Linux
import Notices
import Support
import Testing

@testable import Screen

struct RandomKeysTests {
    /// Keys that mean something, more often than chance would press them.
    private static let keys: [[UInt8]] =
        [
            "a", "d", "c", "/", "f", "?", "\r", "\u{1B}[A", "\u{1B}[B", "\u{1B}[5~", "\u{1B}[6~",
            "\u{1B}[H", "\u{1B}[F", "\u{1B}[3~", "\u{7F}", "\u{15}", "山", "👩‍👩‍👧", "\u{301}",
            "\u{202E}",
        ].map { Array($0.utf8) }

    @Test(arguments: 1...2)
    func `whatever is pressed and happens, there is a screen`(seed: UInt64) {
        var random = RepeatableRandom(seed: seed)
        var pictured = PicturedView(PicturedDay.board(ringing: ["Zoë 👩‍👩‍👧"]))
        var reader = KeyReader()
        for step in 0..<1_500 {
            let bytes =
                Self.keys.randomElement(using: &random).map {
                    Bool.random(using: &random)
                        ? $0 : (0..<4).map { _ in UInt8.random(in: 0...255, using: &random) }
                } ?? []
            for key in reader.take(bytes) + [reader.endOfWait()].compactMap(\.self) {
                if case .search(let words) = pictured.press(key) {
                    pictured.view.show(
                        pictured.board.rows, of: words, report: "found \u{1B}[2J\n")
                }
            }
            happen(&pictured, &random)
            guard step % 20 == 0 else { continue }
            let canvas = pictured.canvas(
                Int.random(in: 0...140, using: &random), Int.random(in: 0...50, using: &random),
                isUTF8: Bool.random(using: &random))
            let bytesOfScreen = ScreenDiff.bytes(from: nil, to: canvas, .day)
            let text = String(decoding: bytesOfScreen, as: UTF8.self)
            expect(text.components(of: "\u{1B}[2J"), is: 1)
            #expect(!text.contains("\u{202E}") && !text.contains("\n"))
        }
    }

    private func happen(_ pictured: inout PicturedView, _ random: inout RepeatableRandom) {
        let number = Int.random(in: 1...300, using: &random)
        switch Int.random(in: 0..<8, using: &random) {
        case 0: pictured.take(.removed, PicturedDay.notice(number, .social, "gone"))
        case 1, 2:
            pictured.take(.added, PicturedDay.notice(number, .social, "Nr \(number)\u{1B}[2J"))
        case 3:
            let call = PicturedDay.notice(number, .incomingCall, "Zoe", call: .ringing)
            pictured.take(.ringing, call)
        case 4:
            let call = PicturedDay.notice(number, .incomingCall, "Zoe", call: .ended)
            pictured.take(.ended, call)
        case 5 where number < 10:
            pictured.board = DayBoard()
            pictured.view.beginAnew()
        default: break
        }
    }
}

extension String {
    /// How often a part is in it.
    fileprivate func components(of part: String) -> Int {
        utf8.ranges(of: part.utf8).count
    }
}
