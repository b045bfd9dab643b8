import Expecting
import Testing

@testable import Notices

struct OneTimeCodeTests {
    @Test(
        "a code is given back as it is typed",
        arguments: [
            ("Your verification code is 482913", "482913", "six digits"),
            ("Your code: 4829", "4829", "four digits"),
            ("Verification code: 48291377", "48291377", "eight digits"),
            ("Use 123-456 as your security code", "123456", "two groups with a hyphen"),
            ("Security code: 123 456", "123456", "two groups with a space"),
            ("Security code: 123\u{A0}456", "123456", "a space that does not break"),
            ("Security code: 4 8 2 9 1 3", "482913", "one by one"),
            (
                "G-482913 is your Google verification code", "482913",
                "what all its codes begin with"
            ),
            ("Your one-time code is AB12-CD34", "AB12-CD34", "letters and digits"),
            ("Your login code: X7K2P9", "X7K2P9", "letters and digits without a hyphen"),
            ("رمز التحقق: ٤٨٢٩١٣", "482913", "Arabic-Indic digits"),
            ("کد ورود شما: ۴۸۲۹۱۳", "482913", "Persian digits"),
            ("आपका लॉगिन कोड है: ४८२९१३", "482913", "Devanagari digits"),
            ("验证码４８２９１３，请勿泄露", "482913", "digits as wide as Han"),
            ("Ihr Bestätigungscode lautet 482913", "482913", "letters with accents"),
            ("Codigo de verificacion: 482913", "482913", "letters that lost their accents"),
            ("Welcome!\n\n@example.com #482913", "482913", "a line for machines"),
            (
                "Welcome!\n@shop.example.com #AB12CD @frame.example\n", "AB12CD",
                "such a line of two sites"
            ),
        ] as [(String, String, String)])
    func forms(message: String, code: String, why: String) {
        expect(OneTimeCode(title: "Northbank", message: message)?.text, is: code, "\(why)")
    }

    @Test(
        "what only looks like a code is none",
        arguments: [
            ("Total 482913 USD, code accepted", "a price"), ("Code red! €4829 gone", "a price"),
            ("The code changes on 2026-03-02", "a date"), ("Code freeze at 18:30", "a time"),
            ("Code freeze 20260302 or later, in house", "a date without marks"),
            ("Our verification code desk: +44 7700 900123", "a phone number"),
            ("Verification code help: (030) 901820", "a phone number"),
            ("Your order 482913 is here, never share your code", "an order"),
            ("Code 12.5 and version 10234", "a version"), ("4829% more codes", "a percentage"),
            ("Card ending 4829: never share your PIN", "a card"),
            ("Your verification code page: https://example.com/482913", "an address"),
            ("Your verification code was sent to *4829", "the end of a number"),
            ("IBAN DE89 3704 0044 0532 0130 00, password needed", "an account"),
            ("@friend #482913", "no site"), ("code", "nothing"), ("", "nothing"),
        ])
    func lookalikes(message: String, why: String) {
        expect(OneTimeCode(title: "", message: message), is: nil, "\(why)")
    }

    @Test func `a title counts, but not the number that sent the message`() {
        #expect(OneTimeCode(title: "482913 is your code", message: "")?.text == "482913")
        expect(OneTimeCode(title: "Verification code", message: "482913")?.text, is: "482913")
        expect(
            OneTimeCode(title: "72000", message: "Did you ask for a verification code?"), is: nil)
        #expect(
            OneTimeCode(title: "Mail", subtitle: "Your code is 482913", message: "")?.text
                == "482913")
    }

    @Test(
        "a code is made illegible wherever it stands",
        arguments: [
            ("482913 is your code", "482913", "•••••• is your code"),
            ("123-456, again 123 456", "123456", "•••-•••, again ••• •••"),
            ("٤٨٢٩١٣", "482913", "••••••"), ("AB12-CD34!", "AB12-CD34", "••••-••••!"),
            ("no code", "482913", "no code"), ("482 91 3x", "4829", "482 91 3x".masking(0..<5)),
        ])
    func masks(text: String, code: String, masked: String) throws {
        let found = try #require(OneTimeCode(title: "", message: "Your login code: \(code)"))
        expect(found.masked(in: text), is: masked)
    }

    @Test(
        "a hostile text costs no more than a long one",
        arguments: [
            "1", "12345 ", "1-", "code ", "código de ", "code 1234 ", "1234,", "A1", "AB12-", "验",
            "验证码1234",
            "a.b/", "@a.b #1\n", "\u{301}", "order 12345 code ",
        ])
    func hostile(part: String) {
        let text = String(repeating: part, count: 1 << 16)
        let looks = SearchCost()
        _ = OneTimeCode(text, text, text, counting: looks)?.masked(in: "482913")
        let signs = 3 * (OneTimeCode.lengthLimit + 1)
        // As often as there may be candidates at most, and not once for each other character.
        expect(
            looks.total <= CandidateScan.limit * signs,
            "\(part): \(looks.total) looks at \(signs) characters")
    }
}

extension String {
    /// The text with dots in place of the digits among these characters.
    fileprivate func masking(_ range: Range<Int>) -> String {
        String(enumerated().map { range.contains($0) && $1.isNumber ? "•" : $1 })
    }
}
