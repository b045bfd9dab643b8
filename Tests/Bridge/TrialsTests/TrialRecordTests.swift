import Expecting
import Foundation
import JSON
import Linux
import Radio
import Support
import Testing
import Trials

/// The steps, and what is kept of them between two runs.
struct TrialRecordTests {
    private static let verdict = TrialVerdict([
        TrialFinding(.arrived), TrialFinding(.slowAnswer, 12_300),
    ])

    private static var sample: TrialRecord {
        var record = TrialRecord()
        record.model = "iPhone 12"
        record.system = "26.1"
        record.restartBegunIn = "boot"
        record.keep(
            TrialRecord.Result(
                step: "focus", verdict: verdict, time: WallTime(milliseconds: 1_764_200_000_000)))
        record.keep(
            TrialRecord.Result(
                step: "pair", verdict: .skipped, time: WallTime(milliseconds: 1_764_200_000_000)))
        return record
    }

    @Test func `each step has a name and a word of its own, and each shape has a step`() {
        let names = TrialStep.all.map(\.name)
        expect(Set(names).count, is: names.count)
        let words = TrialStep.all.compactMap(\.word)
        expect(Set(words).count, is: words.count)
        for shape in Shape.allCases {
            #expect(TrialStep.all.contains { $0.kind == .pairing(shape) }, "\(shape)")
        }
        expect(TrialStep.all.first?.group, is: .first, "the most important comes first")
    }

    @Test func `a record is read as it was written`() throws {
        var problems: [JSONError] = []
        let read = try TrialRecord(parsing: Self.sample.bytes, problems: &problems)
        expect(problems, is: [])
        expect(read.model, is: "iPhone 12")
        expect(read.system, is: "26.1")
        expect(read.restartBegunIn, is: "boot")
        expect(read.results, is: Self.sample.results)
        expect(read.next?.name, is: "always-unlocked", "the first step without a result")
    }

    @Test(
        "what is no record is refused, with the place of the error",
        arguments: [
            ("", "1:1: the text ends where a value is due"),
            ("\u{0}\u{1}nonsense", "1:1: a value must begin here"),
            ("[]", "1: must be an object, not an array"),
            (#"{"results":[]}"#, "1: version: this field is missing"),
            ("\n{\n\"version\":\"1\"}", "3: version: must be a whole number"),
            (#"{"version":2,"results":[]}"#, nil),
        ] as [(String, String?)])
    func refused(text: String, sentence: String?) {
        do throws(TrialRecord.Failure) {
            var problems: [JSONError] = []
            _ = try TrialRecord(parsing: Array(text.utf8), problems: &problems)
            Issue.record("it was read")
        } catch {
            switch error {
            case .otherVersion: #expect(sentence == nil)
            case .garbage(let error):
                #expect("\(error)".hasPrefix(sentence ?? "-"), "\(error)")
            }
        }
    }

    @Test(
        "what is wrong in a record is omitted, and reported with its line",
        arguments: [
            (
                #""step":"focus""#, #""step":"fokus""#,
                "2: results[0].step: there is no step \"fokus\""
            ),
            (
                #""step":"focus""#, #""step":"pair""#,
                "3: results[1]: the step 'pair' has a result already"
            ),
            (#""at":17"#, #""at":-17"#, "2: results[0].at: must be a whole number"),
            (#""kind":"arrived""#, #""kind":"arived""#, "did you mean 'arrived'?"),
            (
                #""number":12300"#, #""number":"x""#,
                "2: results[0].findings[0].number: must be a whole"
            ),
            (
                #""number":12300"#, #""count":1"#,
                "2: results[0].findings[0].count: there is no such field"
            ),
            (
                #""findings":["#, #""findings":7,"rest":["#,
                "2: results[0].rest: there is no such field"
            ),
            (#""model":"iPhone 12""#, #""model":"iPhone\u001b""#, "1: model: must be at most 40"),
            (#""model":"iPhone 12""#, #""modell":"iPhone 12""#, "did you mean \"model\"?"),
            (#""restart":"boot""#, #""restart":null"#, "1: restart: must be a string, not null"),
        ])
    func problem(of part: String, written: String, sentence: String) throws {
        let text = String(decoding: Self.sample.bytes, as: UTF8.self)
        var problems: [JSONError] = []
        let wrong = try #require(
            text.range(of: part).map { text.replacingCharacters(in: $0, with: written) })
        let record = try TrialRecord(parsing: Array(wrong.utf8), problems: &problems)
        let all = problems.map(\.description).joined(separator: "\n")
        #expect(all.contains(sentence), "\(all)")
        // Everything else is there.
        let isAboutResult = all.contains("results[")
        expect(record.results.count, is: isAboutResult ? 1 : 2)
        expect(record.system, is: "26.1")
    }

    @Test func `a record that is cut anywhere is refused, and changed bytes crash nothing`() {
        let bytes = Self.sample.bytes
        for length in 0..<(bytes.count - 2) {
            #expect(throws: TrialRecord.Failure.self, "\(length)") {
                var problems: [JSONError] = []
                _ = try TrialRecord(parsing: Array(bytes.prefix(length)), problems: &problems)
            }
        }
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 0x15
            var problems: [JSONError] = []
            _ = try? TrialRecord(parsing: changed, problems: &problems)
        }
    }

    @Test func `a file is for its owner alone, and one that is not understood is kept`() throws {
        let folder = NSTemporaryDirectory() + "trial-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = TrialFile(in: folder)
        try expect(file.look().record.results, is: [], "no folder is made by a look")
        #expect(!FileManager.default.fileExists(atPath: folder))
        try expect(file.read().advice, is: [])
        try file.write(Self.sample)
        let rights = try FileManager.default.attributesOfItem(atPath: file.path)
        expect((rights[.posixPermissions] as? NSNumber)?.intValue, is: 0o600)
        expect(try file.read().record.results, is: Self.sample.results)

        for (text, word) in [
            (#"{"version":7}"#, "another version"), ("garbage", "try-phone.json:1:1: a value"),
            (String(repeating: "x", count: 100_000), "larger than 64 KiB"),
        ] {
            try text.write(toFile: file.path, atomically: false, encoding: .utf8)
            try expect(file.look().advice.count, is: 1, "a look changes nothing")
            let content = try file.read()
            let advice = content.advice.joined(separator: "\n")
            #expect(advice.contains(word) && advice.contains(".broken"), "\(advice)")
            expect(content.record.results, is: [])
            try expect(file.read().advice, is: [], "it is reported once")
            let kept = try FileManager.default.contentsOfDirectory(atPath: folder)
                .filter { $0.contains("broken") }
                .map { try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) }
            #expect(kept.contains(text), "nothing is lost")
            try file.write(Self.sample)
        }
    }

    @Test func `of a file with wrong lines the rest is used, and the whole is kept`() throws {
        let folder = NSTemporaryDirectory() + "trial-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = TrialFile(in: folder)
        try file.write(Self.sample)
        let wrong = try String(contentsOfFile: file.path, encoding: .utf8)
            .replacing("skipped", with: "skiped").replacing("\"26.1\"", with: "26.1")
        try wrong.write(toFile: file.path, atomically: false, encoding: .utf8)
        let content = try file.read()
        expect(
            content.advice,
            is: [
                "\(file.path):1: system: must be a string, not a number",
                "\(file.path):3: results[1].findings[0].kind: there is no finding \"skiped\"; did "
                    + "you mean 'skipped'?",
                "the invalid parts are omitted",
                "the file as it was is kept as \(file.path).broken",
            ])
        expect(content.record.results.map(\.step), is: ["focus"])
        expect(content.record.model, is: "iPhone 12")
        try expect(String(contentsOfFile: file.path + ".broken", encoding: .utf8), is: wrong)
        let again = try file.read()
        expect(again.advice, is: [])
        expect(again.record.results.map(\.step), is: ["focus"])
    }

    @Test func `a second run at the same time is refused, and a look is not`() throws {
        let folder = NSTemporaryDirectory() + "trial-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let first = try TrialFile(in: folder).lock()
        #expect(first != nil)
        #expect(try TrialFile(in: folder).lock() == nil)
        try expect(TrialFile(in: folder).look().advice, is: [])
        withExtendedLifetime(first) {}
    }

    @Test func `every finding has words, and a fault is named first`() {
        for kind in TrialFinding.Kind.allCases {
            let words = TrialFinding(kind, 3).words
            #expect(words.contains(" "), "\(kind)")
            #expect(words.last != ".", "\(kind)")
        }
        #expect(Self.verdict.words.hasPrefix("the phone took 12.3 s to answer"))
        expect(Self.verdict.outcome, is: .failed)
        expect(TrialVerdict.skipped.sentence, is: "SKIPPED.")
        expect(TrialVerdict.skipped.words, is: "by the user")
        expect(
            TrialVerdict([TrialFinding(.simulated)]).sentence,
            is: "UNJUDGED: not possible with a simulated phone.")
    }
}
