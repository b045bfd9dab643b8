import Expecting
import Formats
import Testing

/// What must hold of every text there is.
struct SafetyTests {
    private static let limited = Charset.allCases.filter { $0 != .utf8 }

    @Test(arguments: Charset.allCases)
    func `every scalar becomes characters that the charset has`(_ charset: Charset) {
        // In rows; those that nobody has named or that are anybody's only now and then.
        var row = String.UnicodeScalarView()
        for value in UInt32(0)...0x10FFFF {
            let isCommon = value < 0x1_FFFF || (0xE0000...0xE0FFF).contains(value)
            guard isCommon || value % 997 == 0, let scalar = Unicode.Scalar(value) else { continue }
            row.append(scalar)
            guard row.count == 64 || value == 0x10FFFF else { continue }
            let bytes = charset.encode(String(row))
            #expect(FarSide.controls(in: bytes, charset).isEmpty, "before \(value)")
            row = .init()
        }
    }

    @Test(arguments: limited)
    func `a byte above ASCII only ever stands for its own character`(_ charset: Charset) {
        for value in UInt32(0)...0x3000 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let bytes = charset.encode(String(scalar))
            guard bytes.contains(where: { $0 >= 0x80 }) else { continue }
            expect(FarSide.shown(bytes, charset), is: String(scalar), "\(value)")
        }
    }

    @Test(arguments: Charset.allCases)
    func `no control ever passes, whatever stands together`(_ charset: Charset) {
        var trouble = Trouble(seed: 0x5EED)
        for _ in 0..<2_000 {
            let text = trouble.text()
            let bytes = charset.encode(text)
            #expect(FarSide.controls(in: bytes, charset).isEmpty, "\(Array(text.utf8))")
            #expect(bytes.first != UInt8(ascii: " ") && bytes.last != UInt8(ascii: " "))
        }
    }

    @Test(arguments: [
        Sample("\u{1B}[2J\u{1B}[31mred", "[2J[31mred", "escape sequences lose their escape"),
        Sample(
            "\u{1B}]0;title\u{7}\u{9B}5n\u{9D}x\u{9C}", "]0;title5nx", "those of eight bits too"),
        Sample("a\u{11}b\u{13}c\u{10}d", "abcd", "XON, XOFF and DLE"),
        Sample("a\u{0}\u{8}\u{7F}\u{80}\u{9F}b", "ab", "other controls"),
        Sample("a\r\nb\u{85}c\u{2028}d\n", "a b c d", "a line is one line"),
        Sample("a\u{202E}cba\u{2066}x\u{200F}", "acbax", "directions"),
        Sample(
            "a" + String(repeating: "\u{301}\u{489}", count: 500) + "b", "ab", "a tower of marks"),
        Sample("a\u{E0041}\u{AD}\u{200B}b", "ab", "what cannot be seen"),
        Sample("OK+ANCS\r\nAT+DROP", "OK+ANCS AT+DROP", "a line of a protocol stays in its line"),
    ])
    func `hostile texts do nothing`(_ sample: Sample) {
        for charset in Self.limited {
            sample.check(charset)
        }
    }

    @Test(arguments: Charset.allCases)
    func `what was encoded is encoded as it is`(_ charset: Charset) throws {
        var trouble = Trouble(seed: 0x1DE)
        for round in 0..<1_500 {
            let text = trouble.text()
            let width = round % 3 == 0 ? nil : round % 81
            let once = charset.encode(text, width: width)
            let shown = try #require(FarSide.shown(once, charset))
            expect(charset.encode(shown, width: width), is: once, "\(Array(text.utf8))")
        }
    }

    @Test(arguments: Charset.allCases)
    func `parts of a text say what the whole says`(_ charset: Charset) {
        var trouble = Trouble(seed: 0x9A27)
        let seam = Array(" / ".utf8)
        for _ in 0..<1_500 {
            let parts = (0..<trouble.number(2...4)).map { _ in "(\(trouble.text(upTo: 8)))" }
            let whole = charset.encode(parts.joined(separator: " / "))
            let pieces = parts.map { charset.encode($0) }.joined(separator: seam)
            #expect(whole.elementsEqual(pieces), "\(parts.map { Array($0.utf8) })")
        }
    }
}
