import Board
import Commands
import Expecting
import Foundation
import Linux
import Settings
import Testing

@testable import Wall

/// Tokens that an administrator wrote into a file.
struct TokenFileTests {
    private static let secret = "0123456789abcdef"
    private static let other = "fedcba9876543210"

    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    private func read(_ text: String, mode: Int = 0o600) throws -> TokenFile {
        try TokenFile(SecretPlace.file(folder.write(text, to: "tokens", mode: mode)))
    }

    private func words(_ text: String) throws -> [String] {
        try read(text).tokens.values
            .map { "\($0.name) \($0.detail.rawValue)\($0.mayAct ? " act" : "")" }.sorted()
    }

    private static let right: [(text: String, tokens: [String], why: String)] = [
        ("kiosk full \(secret)", ["kiosk full"], "no line end"),
        ("kiosk full act \(secret)\n", ["kiosk full act"], "one who may act"),
        (
            "# who may come in\n\n  a\tnames  \(secret) \n\t\nb counts \(other)\n",
            ["a names", "b counts"], "blanks, and lines without anything"
        ),
        (
            "a full \(secret)\r\nb counts act \(other)\r\n", ["a full", "b counts act"],
            "lines as another system ends them"
        ),
        ("act full act \(secret)\n", ["act full act"], "one that is called so"),
        ("a full \(String(repeating: "z", count: 128))\n", ["a full"], "as long as can be"),
        ("a full Aa0-._~aaaaaaaaa\n", ["a full"], "all kinds of characters"),
    ]

    @Test(arguments: right.indices) func `a right file is read`(_ index: Int) throws {
        let (text, tokens, why) = Self.right[index]
        try expect(words(text), is: tokens, "\(why)")
    }

    private static let form =
        "must be a name, one of full, names and counts, optionally act, and a token"
    private static let length =
        "must have a token of 16 to 128 characters, such as from openssl rand -hex 16"
    private static let letters =
        "must have a token of letters, digits, hyphens, dots, underscores and tildes, which are "
        + "valid in addresses"

    private static let wrong: [(text: String, line: Int, sentence: String, why: String)] = [
        ("kiosk", 1, form, "a name alone"),
        ("kiosk \(secret)", 1, form, "no detail"),
        ("\n# x\nkiosk full act \(secret) more\n", 3, form, "too many words"),
        ("kiosk full may \(secret)\n", 1, form, "another word than act"),
        (
            "kiosk everything \(secret)", 1, "must have full, names or counts after the name",
            "no detail"
        ),
        ("kiosk FULL \(secret)", 1, "must have full, names or counts after the name", "capitals"),
        ("kiosk full act", 1, length, "act is no token"),
        ("kiosk full 0123456789abcde", 1, length, "a short token"),
        ("kiosk full \(String(repeating: "a", count: 129))", 1, length, "a long token"),
        ("a full \(secret)\nb full 0123456789abcde;f", 2, letters, "what ends a cookie"),
        ("a full 0123456789abcd+/", 1, letters, "what an address has for a blank"),
        ("a full 0123456789abcd=%", 1, letters, "what an address decodes"),
        ("a full 0123456789abcdé", 1, letters, "a letter of few"),
        (
            "a counts \(secret)\nb full act \(secret)", 2, "has the same token as an earlier line",
            "one token twice"
        ),
    ]

    @Test(arguments: wrong.indices)
    func `a wrong line is named, and not said again`(_ index: Int) throws {
        let (text, line, sentence, why) = Self.wrong[index]
        let path = folder.file("tokens")
        let error = #expect(throws: TokenFile.Problem.self, "\(why)") { try read(text) }
        let said = try #require(error).description
        expect(said, is: "\(path), line \(line): \(sentence)", "\(why)")
        for word in text.split(whereSeparator: \.isWhitespace) where word.count > 8 {
            #expect(!said.contains(word), "\(why)")
        }
    }

    @Test func `a file that others can read, or that is not there, is refused`() throws {
        for mode in [0o644, 0o660, 0o604] {
            #expect(throws: TokenFile.Problem.self) {
                try read("a full \(Self.secret)", mode: mode)
            }
            try FileManager.default.removeItem(atPath: folder.file("tokens"))
        }
        try expect(read("a full \(Self.secret)", mode: 0o640).tokens.count, is: 1)
        for text in ["", "\n", String(repeating: "#", count: 128 << 10)] {
            try expect(read(text).tokens.count, is: 0, "nobody comes in by it")
        }
        #expect(throws: TokenFile.Problem.self) {
            try read(String(repeating: "#", count: 128 << 10 + 1))
        }
        let many = (0..<1_000).map { "kiosk\($0) full \(Self.secret)\($0)" }
        try expect(read(many.joined(separator: "\n")).tokens.count, is: 1_000)
        #expect(throws: TokenFile.Problem.self) {
            try TokenFile(SecretPlace.file(folder.file("none")))
        }
    }

    @Test func `a token of the file is known by its digest`() throws {
        let file = try read("a full \(Self.secret)")
        expect(file.tokens[SHA256.hexadecimal(of: Self.secret)]?.name, is: "a")
        expect(file.tokens[Self.secret], is: nil)
    }
}
