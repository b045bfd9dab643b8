import Expecting
import QRCode
import Testing

/// What a code says, read back by a reader of the tests' own.
struct QRReadingTests {
    /// The longest text of each version at level M, and of the last two at level L.
    static let limits = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 321, 367]

    /// A text of so many bytes, with every letter somewhere.
    static func text(_ length: Int) -> String {
        let letters = Array(" !#%&'()*+,-./0123456789:;=?@ABCXYZ[]_abcxyz{|}~".unicodeScalars)
        var text = String.UnicodeScalarView()
        for index in 0..<length { text.append(letters[(index * index + length) % letters.count]) }
        return String(text)
    }

    @Test func `every text that fits is read back`() throws {
        for length in 1...QRCode.limit {
            let text = Self.text(length)
            let code = try #require(QRCode(text))
            expect(try QRReader(code).text(), is: text, "\(length) bytes")
        }
    }

    @Test func `the smallest form that holds a text is taken, and level L only at the end`() throws
    {
        for (index, limit) in Self.limits.enumerated() {
            let first = index == 0 ? 1 : Self.limits[index - 1] + 1
            for length in [first, limit] {
                let reader = try QRReader(try #require(QRCode(Self.text(length))))
                expect(reader.version, is: index < 12 ? index + 1 : index - 1, "\(length) bytes")
                expect(reader.level, is: index < 12 ? 0b00 : 0b01, "\(length) bytes")
            }
        }
    }

    @Test func `there is no code of an empty text or one that is too long`() {
        expect(QRCode.limit, is: 367)
        #expect(QRCode("") == nil)
        #expect(QRCode(Self.text(368)) == nil)
        #expect(QRCode(String(repeating: "é", count: 184)) == nil)
        #expect(QRCode(Self.text(100_000)) == nil)
    }

    @Test(
        "bytes are those of UTF-8",
        arguments: ["Küche ✓", "\u{0}\u{7F}\r\n", "👩‍🚀 שלום", "\u{FFFD}\u{10FFFF}"])
    func bytes(text: String) throws {
        expect(try QRReader(try #require(QRCode(text))).text(), is: text)
    }

    @Test func `one text has one code`() {
        expect(QRCode("http://hall:8080/link/x"), is: QRCode("http://hall:8080/link/x"))
        #expect(QRCode("http://hall:8080/link/x") != QRCode("http://hall:8080/link/y"))
    }

    @Test func `a module that is wrong is found by the reader`() throws {
        // The reader would be worth nothing if it took whatever it is given.
        let reader = try QRReader(try #require(QRCode("callboard")))
        var wrong = reader.bits
        wrong[40].toggle()
        expect(try reader.text(), is: "callboard")
        #expect(throws: QRReader.Unreadable.self) { try reader.text(of: wrong) }
    }
}
