import Expecting
import Formats
import Testing

/// Numbers, prices and powers: whatever a charset lacks, no other number may come out.
struct NumberTests {
    @Test(arguments: [
        Sample("٥٠٪ 5﹪", "50% 5%", "percent signs"),
        Sample("١٬٢٣٤٫٥", "1,234.5", "thousands and decimals"),
        Sample("٭ 5‰ 5‱ ١؉", "* 5 o/oo 5 o/ooo 1 o/oo", "signs that are no stops"),
        Sample("١٢؍٣", "12/3", "the stroke of a date"),
        Sample("12∶30 12꞉30 12˸30", "12:30 12:30 12:30", "colons of any kind"),
        Sample("−5 ˗5 ﹣5 －5 ﹢5 ∓5", "-5 -5 -5 -5 +5 -/+5", "signs of numbers stay"),
        Sample("5±1 3×4 6÷2 5⩾4", "5+/-1 3x4 6/2 5>=4", "and those between them"),
        Sample(
            "1\u{202F}234 0170\u{A0}12\u{2011}34", "1 234 0170 12-34", "narrow and fixed spaces"),
        Sample("\u{200F}+49\u{200E} 170\u{202C}", "+49 170", "directions about a number"),
        Sample("5‴ 6″ 7′", "5''' 6\" 7'", "primes"),
        Sample("5🦩3 5 🦩3 5🦩 3", "5 3 5 3 5 3", "what is left out joins none"),
        Sample("A♯ B♭ 5․6", "A# Bb 5.6", "signs of music, and another dot"),
        Sample("5⁂3", "5*3", "nor makes a decimal"),
    ])
    func `signs of numbers`(_ sample: Sample) {
        for charset in [Charset.ascii, .latin1, .cp437] where !sample.input.contains("±") {
            sample.check(charset)
        }
        sample.check(.ascii)
    }

    @Test(arguments: [
        Sample("¥500 ￥500 500￥", "Y 500 Y 500 500 Y", "yen or yuan, which the sign does not say"),
        Sample("5﷼ ₤5 ₨5", "5 Rial L 5 Rs 5", "signs of several countries"),
        Sample("₣5 ৳5 5؋ ₧5 ﹩5", "Fr 5 BDT 5 5 AFN Pts 5 $5", "other currencies"),
        Sample("5º 1ª 5ᵒ 5ℓ Nº5", "5 o 1 a 5 o 5 l No 5", "no letter that looks like a digit"),
        Sample("21˚ 5㎡ 5㎎ 5㏄ 7㏘", "21 deg 5 m2 5mg 5cc 7pm", "units"),
        Sample("¬5 5¯6", "!5 5~6", "what is no minus"),
        Sample("10↑2 5→3 ←5", "10 ^ 2 5 -> 3 <- 5", "an arrow is no power and no minus"),
    ])
    func `prices and units`(_ sample: Sample) {
        sample.check(.ascii)
    }

    @Test(arguments: [
        Sample("£3·50 3∙50€ 3⋅50 €", "GBP 3.50 3.50 EUR 3.50 EUR", "a price"),
        Sample("2·10³ 2·3 5·x", "2*10^3 2*3 5*x", "a product"),
        Sample("5 · 3", "5 * 3", "never a minus, spaces or not"),
        Sample("555·123·4567", "555.123.4567", "parts of a number"),
        Sample("a · b · 5 min · c l·l", "a - b - 5 min - c l-l", "between words a dash"),
        Sample("3・11 a・b", "3*11 a-b", "the dot of Japanese"),
    ])
    func `dots in the middle`(_ sample: Sample) {
        sample.check(.ascii)
    }

    @Test(arguments: [
        (Charset.latin1, "10²³ 10²⁴ 10¹²", "10²³ 10^24 10¹²"),
        (.cp437, "10² 10¹² 10²³ 2ⁿ", "10² 10^12 10^23 2ⁿ"),
        (.ascii, "10⁻³ 10⁺³ m⁻¹ 2ⁿ 2ⁿᵈ 1ˢᵗ", "10^-3 10^+3 m-1 2^n 2nd 1st"),
        (.latin1, "10⁻² (a)²", "10^-2 (a)²"),
        (.ascii, "10²5 x²5 (5)² ½²", "10^2 5 x2 5 (5)^2 1/2^2"),
        (.ascii, "3⁺ Ca²⁺ SO₄²⁻ H₂O", "3+ Ca2+ SO4^2- H2O"),
        (.ascii, "10₂ log₁₀5 x₁₂ 5₋₁", "10_2 log10 5 x12 5_-1"),
        (.ascii, "10²\u{301} ²5 ⁻5 ₋5", "10^2 2 5 -5 -5"),
    ])
    func `raised and lowered signs`(_ charset: Charset, _ text: String, _ shown: String) {
        expect(FarSide.shown(charset.encode(text), charset), is: shown)
    }

    @Test(arguments: [
        Sample("2¹⁄₂ ¹⁄₂5 1⁄2", "2 1/2 1/2 5 1/2", "with a stroke of its own"),
        Sample("2¹/₂ ¹²∕₃₄", "2 1/2 12/34", "or another"),
        Sample("2⅟₅ ⅟5 ↉", "2 1/5 1/5 0/3", "a numerator alone"),
    ])
    func `fractions in parts`(_ sample: Sample) {
        for charset in [Charset.ascii, .latin1, .cp437] { sample.check(charset) }
    }

    @Test(arguments: [
        Sample("①5 3① ①② ⒈5 3⑴", "1 5 3 1 1 2 1 5 3 1", "apart from numbers"),
        Sample("⑩ ⑳ ㉑ ㊿ ❿5 ⓪ ⓴ ➓", "10 20 21 50 10 5 0 20 10", "of more digits"),
        Sample("5🔟 🔢5", "5 10 123 5", "in frames"),
        Sample("1️⃣2️⃣", "12", "keys are typed one after another"),
        Sample("፲፪", "?", "digits that have no place are not digits here"),
    ])
    func `numbers in rings`(_ sample: Sample) {
        for charset in [Charset.ascii, .latin1, .cp437] { sample.check(charset) }
    }

    @Test(arguments: Charset.allCases.filter { $0 != .utf8 })
    func `a long row of raised digits is one row`(_ charset: Charset) {
        let row = String(repeating: "²", count: 200)
        let told = Array(("10^" + row.map { _ in "2" } + "4").utf8)
        expect(charset.encode("10" + row + "⁴"), is: told)
    }
}
