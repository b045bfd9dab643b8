import Basics
import Expecting
import Testing

/// What somebody probably meant to type.
struct NearMatchTests {
    @Test(
        "the near match is the word that differs least",
        arguments: [
            ("incomming_call", "incoming_call", "a letter too many"),
            ("titel", "title", "two letters swapped"), ("TITLE", "title", "another case"),
            ("messge", "message", "a letter missing"), ("sub", "subtitle", "the beginning"),
            ("ti", nil, "too short a beginning"), ("xyz", nil, "nothing like it"),
            ("", nil, "nothing at all"), ("a", "at", "one letter short"),
            (String(repeating: "a", count: 100_000), nil, "no word at all"),
        ] as [(String, String?, String)])
    func fields(word: String, expected: String?, why: String) {
        let words = ["title", "subtitle", "message", "incoming_call", "at", "b"]
        expect(NearMatch.find(for: word, among: words), is: expected, "\(why)")
    }

    @Test(
        "only what is near is suggested",
        arguments: [
            ("dem", "demo", "a letter missing"), ("ply", "play", "a letter missing"),
            ("p", nil, "one letter means nothing"), ("deemoo", "demo", "two letters too many"),
            ("xemx", nil, "half of it wrong"), ("pla", "play", "the beginning"),
            (String(repeating: "demo", count: 1000), nil, "no word at all"),
        ] as [(String, String?, String)])
    func commands(word: String, expected: String?, why: String) {
        expect(NearMatch.find(for: word, among: ["demo", "play"]), is: expected, "\(why)")
    }
}
