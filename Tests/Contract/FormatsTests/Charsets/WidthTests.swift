import Expecting
import Formats
import Notices
import Testing

/// Texts on a line of so many columns.
struct WidthTests {
    @Test(arguments: [
        ("Zoe Muller", 10, "Zoe Muller", "what fits is whole"),
        ("Zoe Muller", 9, "Zoe Mull~", "what does not ends in a mark"),
        ("Zoe Muller", 5, "Zoe~", "no space stands before it"),
        ("Zoe Muller", 1, "~", "room for the mark alone"),
        ("Zoe Muller", 0, "", "none"), ("Zoe Muller", -5, "", "less than none"),
        ("", 0, "", "nothing to cut"), ("Щука", 5, "Shch~", "a letter that is four"),
        ("Щука", 4, "~", "is not cut"), ("ok 👍", 13, "ok~", "nor is a word for a picture"),
        ("ok 👍", 14, "ok (thumbs up)", "which fits or does not"), ("a…", 3, "a~", "nor dots"),
        ("10²", 4, "10^2", "a power"), ("10²", 3, "10~", "is one character"),
        ("5€", 4, "5~", "a currency"), ("5€", 5, "5 EUR", "with its space"),
    ])
    func `a text is cut between characters`(
        _ text: String, _ width: Int, _ cut: String, _ why: Comment
    ) {
        expect(FarSide.shown(Charset.ascii.encode(text, width: width), .ascii), is: cut, why)
    }

    @Test(arguments: [
        ("日本語", 6, "日本語", "wide ones take two columns"), ("日本語", 5, "日本…", "and one for the mark"),
        ("日本語", 4, "日…", "half a wide one is none"),
        ("e\u{301}a\u{301}", 1, "…", "marks take none"),
        ("👨\u{200D}👩\u{200D}👧x", 6, "…", "a family stays together"),
        ("👨\u{200D}👩\u{200D}👧xy", 7, "👨\u{200D}👩\u{200D}👧…", "and is as wide as three"),
        ("🇩🇪🇨🇭x", 4, "🇩🇪…", "a flag is not two letters"), ("👍🏽x", 4, "…", "a tone stays with its hand"),
    ])
    func `UTF-8 is cut by columns`(_ text: String, _ width: Int, _ cut: String, _ why: Comment) {
        expect(FarSide.shown(Charset.utf8.encode(text, width: width), .utf8), is: cut, why)
    }

    @Test(arguments: [
        (Charset.ascii, "Zoë", 5, "Zoe  "), (.ascii, "Zoë Müller", 5, "Zoe~ "),
        (.ascii, "", 2, "  "),
        (.ascii, "x", 0, ""), (.ascii, "x", -1, ""), (.utf8, "日本語", 4, "日… "),
        (.utf8, "日本語", 8, "日本語  "), (.cp437, "é", 2, "é "),
    ])
    func `a field has exactly its width`(
        _ charset: Charset, _ text: String, _ width: Int, _ field: String
    ) {
        expect(FarSide.shown(charset.padded(text, to: width), charset), is: field)
    }

    @Test(arguments: Charset.allCases)
    func `no width from 0 to 80 is ever exceeded`(_ charset: Charset) throws {
        var trouble = Trouble(seed: 0xC01)
        for round in 0..<810 {
            let text = trouble.text(upTo: 60)
            let width = round % 81
            let whole = charset.encode(text)
            let cut = charset.encode(text, width: width)
            let shown = try #require(FarSide.shown(cut, charset))
            let isWhole = try #require(FarSide.shown(whole, charset)).columns <= width
            #expect(shown.columns <= width)
            expect((cut == whole), is: isWhole, "\(whole) in \(width)")
            if !isWhole, width > 0 { checkCut(cut, of: whole, charset) }
            let field = try #require(FarSide.shown(charset.padded(text, to: width), charset))
            expect(field.columns, is: width)
            #expect(field.hasPrefix(shown))
        }
    }

    /// What was cut is a beginning of the whole, no space, and the mark.
    private func checkCut(_ cut: [UInt8], of whole: [UInt8], _ charset: Charset) {
        let mark = Array((charset == .utf8 ? "…" : "~").utf8)
        #expect(cut.suffix(mark.count).elementsEqual(mark))
        let rest = cut.dropLast(mark.count)
        #expect(whole.starts(with: rest) && rest.last != UInt8(ascii: " "))
        guard charset == .utf8 else { return }
        // No character is left in parts: the rest is a whole number of the text's characters.
        let characters = Array(String(decoding: whole, as: UTF8.self))
        let kept = String(decoding: rest, as: UTF8.self).count
        #expect(rest.elementsEqual(String(characters.prefix(kept)).utf8))
    }
}
