import ANCS
import Expecting
import Foundation
import Linux
import Notices
import Support
import Testing
import Waiting

@testable import History

/// What somebody types finds what was meant, and never fails.
struct SearchTests {
    private let folder = TemporaryFolder()

    private static let messages: [(title: String, message: String)] = [
        ("Zoe Müller", "See you at eight?"),  // 1
        ("+49 (0)170 123-4567", "Incoming Call"),  // 2
        ("東京タワー", "京都で会いましょう"),  // 3
        ("Łukasz Østergård", "Straße und Fußweg 😀👍🏽"),  // 4
        ("Bank", "Your code is 482913, it costs 20 €"),  // 5
        ("Ñandú", "e\u{301}clair NOT AND OR NEAR(a b)"),  // 6
        ("สวัสดี", "हिन्दी 안녕하세요"),  // 7
        ("Wow", "?!?"),  // 8
        ("🇩🇪 Team", "eight you see"),  // 9
    ]

    private func reader() throws -> HistoryReader {
        let events = Self.messages.enumerated().map { index, texts in
            Sample.event(
                .added,
                Sample.notice(
                    index + 1, title: Text(texts.title), message: Text(texts.message),
                    appName: index == 4 ? "Sparkasse" : "Messages"))
        }
        _ = try HistoryWriter(in: folder.path).write(events)
        return try HistoryReader(in: folder.path)
    }

    private func found(
        _ typed: String, _ filter: HistoryFilter = HistoryFilter(), in reader: HistoryReader
    ) throws -> [Int] {
        var found: [Int] = []
        let end = try reader.search(SearchWords(typed), filter, within: Patience.limit) {
            found.append(Int($0.notice.uid.rawValue))
            return true
        }
        expect(end, is: .complete)
        return found
    }

    /// What is found among the words that are shown, for displays that show less than the index has.
    private func seen(_ typed: String, in reader: HistoryReader) throws -> Set<Int> {
        let marker = try HitMarker(SearchWords(typed))
        var seen: Set<Int> = []
        try reader.notices(HistoryFilter()) { stored in
            if marker.finds(stored.notice) { seen.insert(Int(stored.notice.uid.rawValue)) }
            return true
        }
        return seen
    }

    @Test func `what is typed finds what was meant`() throws {
        let table: [(typed: String, found: [Int], why: String)] = [
            ("muller", [1], "marks do not count"), ("MÜLLER", [1], "nor does case"),
            ("Mu\u{308}ller", [1], "nor how a mark is written"),
            ("mull", [1], "the last word may be begun"), ("mul you", [], "only the last"),
            ("you mul", [1], "words stand in any order"),
            ("you eight", [9, 1], "the newest first"),
            ("\"see you\"", [1], "a phrase has an order"),
            ("\"you see", [9], "a phrase that is still being typed"),
            ("“see you”", [1], "other quotation marks"),
            ("\"ei\"", [], "a phrase has whole words"),
            ("sparkasse", [5], "the app"), ("strasse", [4], "ß is ss"),
            ("straße", [4], "and the other way round"), ("lukasz ostergard", [4], "Ł and Ø"),
            ("nandu", [6], "a tilde"), ("eclair", [6], "a mark of its own"),
            ("é", [], "one letter is no beginning"),
            ("1701234567", [2], "a number without its signs"),
            ("0170 1234", [2], "as it is dialled here"), ("00170123", [2], "with two zeros"),
            ("0345", [], "a part keeps its zero"), ("0 234", [], "also one that stands alone"),
            ("017012", [], "until there is enough of a number"), ("123 4567", [2], "its end"),
            ("+49170", [2], "its beginning"), ("234", [2], "three digits of it"),
            ("482913", [5], "a code"), ("829", [5], "a part of it"), ("20", [5], "a word"),
            ("東京", [3], "no spaces between words"), ("京都", [3], "two that stand together"),
            ("都京", [], "in that order"), ("タワ", [3], "a part of a word"),
            ("😀", [4], "a symbol"), ("👍", [4], "without its colour"), ("👍🏽", [4], "with it"),
            ("👍🏿", [], "with another"), ("🇩🇪", [9], "a flag"), ("€", [5], "a currency"),
            ("20€", [5], "next to a number"), ("หวัส", [], "not a part of it"),
            ("สวัส", [7], "Thai"), ("안녕", [7], "Hangul"), ("हिन्दी", [7], "Devanagari"),
            ("?!", [8], "signs alone"), ("!?!", [], "signs that are nowhere"),
            ("NOT", [6], "no notation"), ("AND OR", [6], "no notation"),
            ("NEAR(a b)", [6], "no notation"), ("title:bank", [], "no notation"),
            ("zoe*", [1], "no notation"), ("^zoe", [1], "no notation"),
            ("zoe -muller", [1], "no notation"), ("", [], "nothing"), ("  ", [], "nothing"),
            ("\"\"", [], "nothing"), ("zoe \"", [1], "an open phrase with nothing in it"),
            ("zoe\u{0}muller", [1], "a zero is a space"), ("zoe !", [1], "a sign beside a word"),
        ]
        let reader = try reader()
        for row in table {
            try expect(found(row.typed, in: reader), is: row.found, "\(row.typed): \(row.why)")
            try expect(seen(row.typed, in: reader), is: Set(row.found), "\(row.typed): \(row.why)")
        }
    }

    @Test func `anything that is typed is a query`() throws {
        let reader = try reader()
        let pieces = [
            "\"", "*", "(", ")", "zoe", "AND", "NOT", ":", "-", "+", "^", "{", "}", "\\", "'",
            "\0", "東", "😀", "0170", " ", "\u{301}", "\u{200D}", "%", "_", "ß", "\u{F0000}",
            "NEAR", ",", "\n",
        ]
        var random = RepeatableRandom(seed: 5)
        for _ in 0..<2000 {
            let typed = (0..<Int.random(in: 1...8, using: &random)).map { _ in
                pieces[Int.random(in: 0..<pieces.count, using: &random)]
            }.joined()
            let words = SearchWords(typed)
            #expect(throws: Never.self, "\(Array(typed.utf8))") {
                _ = try reader.search(words) { _ in true }
            }
        }
        let long = String(repeating: "word \"", count: 10_000)
        #expect(throws: Never.self) { try reader.search(SearchWords(long)) { _ in true } }
    }

    @Test func `a filter holds for hits too`() throws {
        let reader = try reader()
        var filter = HistoryFilter()
        filter.since = Sample.at(5)
        try expect(found("see", filter, in: reader), is: [9])
        filter = HistoryFilter()
        filter.apps = ["sparkasse"]
        try expect(found("see", filter, in: reader), is: [])
        filter.apps = ["MESSAGES"]
        filter.limit = 1
        try expect(found("see", filter, in: reader), is: [9])
        filter.phones = ["nobody's"]
        try expect(found("see", filter, in: reader), is: [])
    }

    @Test func `a search that takes too long tells what it has, and that it was cut`() throws {
        let reader = try reader()
        try expect(reader.search(SearchWords("see"), within: .zero) { _ in true }, is: .cut)
        try expect(reader.search(SearchWords("?!"), within: .zero) { _ in true }, is: .cut)
        #expect(try reader.count(of: SearchWords("see"), within: Patience.limit) == (2, .complete))
    }

    @Test func `words that a notice had are found`() throws {
        let writer = HistoryWriter(in: folder.path)
        var notice = Sample.notice(1)
        _ = try writer.write([Sample.event(.added, notice)])
        notice.message = Text("See you at nine?")
        notice.appName = Text("iMessage")
        _ = try writer.write([Sample.event(.modified, notice, at: 2)])
        notice.message = Text("Never mind")
        _ = try writer.write([Sample.event(.modified, notice, at: 3)])
        let reader = try HistoryReader(in: folder.path)
        for word in ["eight", "nine", "mind", "imessage", "zoe"] {
            try expect(found(word, in: reader), is: [1], "\(word)")
        }
        try expect(found("messages", in: reader), is: [], "the app's name of before")
        try expect(found("\"mind see\"", in: reader), is: [], "no phrase across two texts")
        #expect(try reader.isIndexSound())
    }

    @Test func `words that are not kept are not found`() throws {
        let writer = HistoryWriter(in: folder.path, policy: StorePolicy(standard: .meta))
        _ = try writer.write([Sample.event(.added, Sample.notice(1))])
        let reader = try HistoryReader(in: folder.path)
        try expect(found("eight", in: reader), is: [])
        try expect(found("messages", in: reader), is: [1])
    }

    @Test(arguments: [
        ("muller", "Zoe Müller, muller", ["Müller", "muller"], "each"),
        ("mul", "Müller", ["Müller"], "the whole word"),
        ("\"see you\"", "you see you", ["see", "you"], "only those of the phrase"),
        ("you", "you see you", ["you", "you"], "all"), ("strasse", "die Straße!", ["Straße"], "ß"),
        ("京都", "東京 京都で", ["京都"], "two characters"),
        ("😀", "a😀b", ["😀"], "a symbol within a word"),
        ("0170123", "+49 (0)170 123-4567", ["170 123"], "a number"),
        ("170123", "call 0170 123-4567 now", ["170 123"], "a part of a number"),
        ("?!", "what?!", ["?!"], "signs"),
        ("zzz", "nothing", [], "nothing"),
        ("a", "a ä A ab", ["a", "ä", "A"], "a letter alone"), ("", "nothing", [], "nothing"),
    ])
    func `hits are where they are`(
        _ typed: String, _ text: String, _ hits: [String], _ why: String
    ) throws {
        let bytes = Array(text.utf8)
        let found = try HitMarker(SearchWords(typed)).hits(in: text)
        expect(found.map { String(decoding: bytes[$0], as: UTF8.self) }, is: hits, "\(why)")
    }
}

extension HistoryReader {
    /// Whether the index has what the notices say, and nothing else.
    func isIndexSound() throws -> Bool {
        let copy = TemporaryFolder()
        try HistoryFile.make(in: copy.path)
        try FileManager.default.removeItem(atPath: HistoryFile.path(in: copy.path))
        try database.script("PRAGMA query_only = OFF")
        defer { try? database.script("PRAGMA query_only = ON") }
        try database.run("INSERT INTO words (words) VALUES ('integrity-check')")
        try database.run("VACUUM INTO ?", [.text(Array(HistoryFile.path(in: copy.path).utf8))])
        let fresh = try Database(HistoryFile.path(in: copy.path), for: .write)
        try fresh.dropIndex()
        _ = try fresh.restoreIndex()
        return try database.indexEntries() == fresh.indexEntries()
    }
}

extension Database {
    /// Each word of the index with its place: no index of this kind can compare itself with the rows.
    fileprivate func indexEntries() throws -> [String] {
        try script(
            "CREATE VIRTUAL TABLE temp.entries USING fts5vocab('main', 'words', 'instance')")
        defer { try? script("DROP TABLE temp.entries") }
        var entries: [String] = []
        try rows("SELECT doc || ' ' || col || ' ' || offset || ' ' || term FROM temp.entries") {
            (row) throws(DatabaseError) in
            entries.append(row.string(0))
            return true
        }
        return entries.sorted()
    }
}
