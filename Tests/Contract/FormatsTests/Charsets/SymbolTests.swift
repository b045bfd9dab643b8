import Formats
import Testing

/// Signs and pictures that a charset lacks, in what it has.
struct SymbolTests {
    @Test(arguments: [
        Sample("“Hi” ‘a’ „b‟ «c» ‹d›", #""Hi" 'a' "b" "c" <d>"#, "quotation marks"),
        Sample("a – b — c − d", "a - b - c - d", "dashes"),
        Sample("wait… · •", "wait... - *", "dots"),
        Sample("5€ €5 5 € 5 £ £", "5 EUR EUR 5 5 EUR 5 GBP GBP", "a currency is apart from digits"),
        Sample("½ 2½ 1¾5", "1/2 2 1/2 1 3/4 5", "a fraction too: two and a half is not 21/2"),
        Sample("10² 10²³ m² H₂O", "10^2 10^23 m2 H2O", "a power of ten is not a hundred and two"),
        Sample("21° 21°C −3℃", "21 deg 21 degC -3C", "degrees"),
        Sample("→ ← ⇒ ↔ ↑ ▶", "-> <- => <-> ^ >", "arrows"),
        Sample("± ≤ ≥ ≠ × ÷ ∞ √ ‰", "+/- <= >= != x / inf sqrt o/oo", "mathematics"),
        Sample("5 kΩ 3 μm 3 µm π \u{2126}", "5 kOhm 3 um 3 um pi Ohm", "Greek in formulas"),
        Sample("© ® ™ № § ¿ ¡ ª º", "(c) (r) (tm) No S ? ! a o", "other signs"),
        Sample("Ⅳ ⅻ ㎏", "IV XII kg", "numerals and units"),
        Sample("│ ┌─┐ ═ █ ● ■", "| +-+ = # * *", "lines and shapes"),
        Sample("\u{F8FF} Pay", "Apple Pay", "the apple that only Apple has"),
        Sample("a\u{A0}b\u{2003}c\u{3000}", "a b c", "spaces of any width, none at the end"),
        Sample("a  b", "a  b", "spaces of the text itself stay"),
    ])
    func `signs`(_ sample: Sample) {
        sample.check(.ascii)
    }

    @Test(arguments: [
        Sample("ok 👍", "ok (thumbs up)", "a word for a picture"),
        Sample("👍🏽 👍🏿x", "(thumbs up)x", "whatever its tone, and once in a row"),
        Sample("❤️❤️❤️ ❤ ♥", "(heart)", "hearts of any make"),
        Sample("💜🩵💔", "(heart)(broken heart)", "or by their range"),
        Sample("😂😂 😭", "(laughing) (crying)", "another picture is told again"),
        Sample("❤️a❤️", "(heart)a(heart)", "and so is one after something else"),
        Sample("🤠 \u{1FAE8}", "(face)", "a face without a word of its own"),
        Sample("👩🏽\u{200D}🚒 ❤️\u{200D}🔥", "(woman) (heart)", "joined pictures by the first"),
        Sample("👨\u{200D}👩\u{200D}👧\u{200D}👦", "(family)", "people who are joined"),
        Sample("👩\u{200D}❤️\u{200D}👨", "(couple)", "two and a heart"),
        Sample("👩🏻\u{200D}❤️\u{200D}💋\u{200D}👩🏻", "(kiss)", "and a kiss"),
        Sample("🇩🇪 🇨🇭", "(DE) (CH)", "a flag by its letters"),
        Sample("🇩", "D", "half a flag"),
        Sample(
            "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}", "(flag)", "a region's flag"),
        Sample("1️⃣ #️⃣ 🔟 🆗", "1 # 10 OK", "keys and frames"),
        Sample("a 🦩 b", "a b", "a picture without a word takes its space along"),
        Sample("🦩 a 🦩🦩", "a", "and leaves none at the ends"),
        Sample("🦩🦩", "?", "but nothing is not made of something"),
        Sample("\u{200D}\u{FE0F}\u{301}", "", "of what cannot be seen it is"),
        Sample("☎️ ☺ ♪ ✓", "(call) (smile) (music) (done)", "older pictures"),
        Sample("\u{1FAFE}a\u{1F3FB}", "a", "pictures of the future, and tones alone"),
    ])
    func `pictures`(_ sample: Sample) {
        // Code page 437 has pictures as well, but as control bytes.
        for charset in [Charset.ascii, .latin1, .cp437] { sample.check(charset) }
    }

    @Test(arguments: [
        Sample("Zoë ½ 21°C 10² µ “x”", "Zoë ½ 21°C 10² µ \"x\"", "what it has stays"),
        Sample("e\u{301}tude A\u{30A} \u{212B}", "étude Å Å", "however it was put together"),
        Sample("5€ Łódź Š «a»", "5 EUR Lódz S «a»", "what it lacks does not"),
        Sample("a\u{AD}b\u{A0}c", "ab c", "no hyphen that may hide, no space that may show"),
    ])
    func `Latin-1 keeps what it has`(_ sample: Sample) {
        sample.check(.latin1)
    }

    @Test(arguments: [
        Sample("Zoë ½ 21°C 10² µ £5 ₧", "Zoë ½ 21°C 10² µ £5 ₧", "what it has stays"),
        Sample("Ø ã Õ ð", "O a O d", "letters that Latin-1 has and it has not"),
        Sample("┌─┐ █ ≤ ≈ √", "┌─┐ █ ≤ ≈ √", "lines and mathematics"),
        Sample("5 kΩ α-Test π", "5 kΩ α-Test π", "a Greek letter alone is a sign"),
        Sample("σελίδα", "selida", "a word is never half in Greek"),
        Sample("⌂ ♥ ☺ ▲", "(home) (heart) (smile) ^", "pictures with control bytes are words"),
    ])
    func `code page 437 keeps what it has`(_ sample: Sample) {
        sample.check(.cp437)
    }

    @Test(arguments: [
        Sample("Zoë Привет 日本 ❤️ שלום", "Zoë Привет 日本 ❤️ שלום", "everything stays"),
        Sample(
            "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}a\u{E0067}",
            "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}a", "tags, but of a flag alone"),
        Sample("a\u{1B}[31mb\u{202E}\u{9B}c\u{11}\n", "a[31mbc", "but what harms"),
    ])
    func `UTF-8 keeps everything that does no harm`(_ sample: Sample) {
        sample.check(.utf8)
    }
}
