import Expecting
import Linux
import Notices
import Testing

@testable import History

/// Words for the index of another database.
struct WordFolderTests {
    @Test(
        arguments: [
            ("see you ", "'see' & 'you'", [], "words are whole"),
            ("See yo", "'see' & 'yo':*", [], "the last may be begun"),
            ("\"see you\"", "'see' & 'you'", [" see you "], "a phrase has an order"),
            ("\"see yo", "'see' & 'yo':*", [" see yo"], "one that is still being typed"),
            ("\"see you\" at", "'see' & 'you' & 'at':*", [" see you "], "a phrase and a word"),
            ("it's ", "'it' & 's'", [" it s "], "a sign within a word"),
            ("Müller ", "'muller'", [], "marks do not count"),
            ("170 ", "(('170') | '#170':*)", [], "a number, or a part of one"),
        ] as [(String, String, [String], String)])
    func `what is typed is an expression of words`(
        _ typed: String, _ words: String, _ phrases: [String], _ why: String
    ) throws {
        let query = try WordFolder().query(for: SearchWords(typed))
        expect(query, is: TextQuery(words: words, phrases: phrases, literal: nil), "\(why)")
    }

    @Test func `signs alone are looked for as they are`() throws {
        let query = try WordFolder().query(for: SearchWords("?!"))
        expect(query, is: TextQuery(words: nil, phrases: [], literal: "?!"))
    }

    @Test func `the words of a notice stand in their order, each text apart`() throws {
        let folder = TemporaryFolder()
        let notice = Sample.notice(1, title: Text("Zoe"), message: Text("Your code: 482913"))
        _ = try HistoryWriter(in: folder.path).write([Sample.event(.added, notice)])
        let stored = try #require(try Sample.all(in: folder).first)
        let words = try WordFolder().words(of: stored).split(separator: "\u{F0000}")
            .map { $0.trimmingPrefix(" ").split(separator: " ").joined(separator: " ") }
        expect(
            words,
            is: ["zoe", "your code 482913", "messages", "#482913 #82913 #2913 #913"],
            "each part of a number begins a word of its own")
    }
}
