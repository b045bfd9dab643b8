import Expecting
import Testing

@testable import Screen

struct LargeTextTests {
    @Test(arguments: [
        ("/dev/tty1", true), ("/dev/tty63", true), ("/dev/tty", false), ("/dev/ttyS0", false),
        ("/dev/pts/1", false), ("/dev/ttyUSB0", false), ("/x/dev/tty1", false),
    ])
    func `a machine's own screen is known by its name`(path: String, isOfMachine: Bool) {
        expect(BoardScreen.isOfMachine(path), is: isOfMachine)
        expect(
            BoardScreen.isOfMachine(path, kind: "linux"), is: (isOfMachine || path == "/dev/tty"))
    }

    @Test func `a screen whose font has no half cells shows whole ones alone`() {
        for columns in stride(from: 10, through: 200, by: 10) {
            for rows in stride(from: 4, through: 60, by: 7) {
                for text in ["Zoe", "Davidson Ro", "Ö"] {
                    let large = LargeText(
                        text, columns: columns, rows: rows, isUTF8: true, hasHalves: false)
                    let drawn = Set((large?.rows ?? []).joined())
                    #expect(drawn.isSubset(of: [" ", "█"]), "\(columns)x\(rows)")
                }
            }
        }
        #expect(LargeText("Zoe", columns: 80, rows: 20, isUTF8: true, hasHalves: false) != nil)
    }

    @Test func `letters are drawn in halves of cells`() {
        let text = LargeText("Hi", columns: 11, rows: 4, isUTF8: true)
        expect(
            text?.rows,
            is: [
                "█   █  ▀█▀ ",
                "█▄▄▄█   █  ",
                "█   █   █  ",
                "▀   ▀  ▀▀▀ ",
            ])
    }

    @Test func `a mark stands above its letter`() {
        let text = LargeText("Ö", columns: 5, rows: 5, isUTF8: true)
        expect(text?.rows, is: [" ▀ ▀ ", " ▄▄▄ ", "█   █", "█   █", "▀▄▄▄▀"])
    }

    @Test(arguments: [
        ("山田", "no shapes"), ("", "nothing"), ("🎉", "a picture alone"), ("ABCDEFG", "too wide"),
        ("A B C D", "too many lines"),
    ])
    func `what cannot be drawn is not`(text: String, why: Comment) {
        let columns = text == "A B C D" ? 5 : 20
        #expect(LargeText(text, columns: columns, rows: 40, isUTF8: true) == nil, why)
    }

    @Test func `no text is wider or higher than its room`() {
        for text in ["Zoe", "Davidson Ro", "Дмитрий Йодль", "Zoë Müller 🎉", "Ärztin, +49 30"] {
            for columns in [1, 4, 5, 11, 29, 66, 131, 200] {
                for rows in [1, 3, 4, 5, 7, 8, 10, 17, 40] {
                    for isUTF8 in [true, false] {
                        let large = LargeText(text, columns: columns, rows: rows, isUTF8: isUTF8)
                        guard let large else { continue }
                        #expect(large.columns <= columns && large.rows.count <= rows)
                        #expect(large.rows.allSatisfy { $0.count == large.columns })
                    }
                }
            }
        }
    }

    @Test func `more room makes larger letters`() {
        let heights = [(17, 4), (17, 7), (34, 8), (80, 20), (200, 58)].map { columns, rows in
            LargeText("Zoe", columns: columns, rows: rows, isUTF8: true)?.rows.count
        }
        expect(heights, is: [4, 7, 7, 14, 56])
    }
}
