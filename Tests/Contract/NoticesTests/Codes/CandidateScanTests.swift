import Expecting
import Support
import Testing

@testable import Notices

/// What has the form of a code, and the quick look that comes before.
struct CandidateScanTests {
    private static func candidates(in text: String) -> [String] {
        CandidateScan.candidates(in: CodeText([text], limit: OneTimeCode.lengthLimit)).map(\.text)
    }

    @Test(arguments: [
        ("4829", true, "four digits"), ("12 34", true, "four digits in groups"),
        ("AB12", true, "digits beside letters"), ("AB-12", true, "digits beside a hyphen"),
        ("18:0", false, "three digits"), ("Room 12", false, "two digits that stand alone"),
        ("no digit", false, "no digit"), ("", false, "no text"), ("é", true, "more than ASCII"),
        ("１２", true, "digits as wide as Han"),
    ])
    func `a text is searched if it may have a code`(text: String, isSearched: Bool, why: String) {
        expect(OneTimeCode.mayHaveCode(text), is: isSearched, "\(why)")
    }

    @Test func `nothing that has the form of a code is passed over`() {
        var random = RepeatableRandom(seed: 17)
        let characters = Array("00112345678999abzABZ--  ..::/#+$€_é٤１\n")
        var found = 0
        for _ in 0..<40_000 {
            let count = Int.random(in: 1...20, using: &random)
            let text = String(
                (0..<count).map { _ in characters.randomElement(using: &random) ?? "0" })
            guard !Self.candidates(in: text).isEmpty else { continue }
            found += 1
            #expect(OneTimeCode.mayHaveCode(text), "\(text.debugDescription)")
        }
        #expect(found > 1_000, "\(found) texts had the form of a code")
    }

    @Test func `nothing in ASCII that has the form of a code is passed over`() {
        var random = RepeatableRandom(seed: 18)
        let characters = Array("0123456789abAB- .:/")
        for _ in 0..<40_000 {
            let count = Int.random(in: 1...12, using: &random)
            let text = String(
                (0..<count).map { _ in characters.randomElement(using: &random) ?? "0" })
            if !Self.candidates(in: text).isEmpty {
                #expect(OneTimeCode.mayHaveCode(text), "\(text.debugDescription)")
            }
        }
    }
}
