import Expecting
import Foundation
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
        let read = try TrialRecord(parsing: Self.sample.bytes)
        expect(read.model, is: "iPhone 12")
        expect(read.system, is: "26.1")
        expect(read.restartBegunIn, is: "boot")
        expect(read.results, is: Self.sample.results)
        expect(read.next?.name, is: "always-unlocked", "the first step without a result")
    }

    @Test(
        "what is no record is refused",
        arguments: [
            ("", TrialRecord.Failure.garbage, "an empty file"),
            ("\u{0}\u{1}nonsense", .garbage, "garbage"),
            ("[]", .garbage, "JSON, but no object"),
            (#"{"results":[]}"#, .garbage, "no version"),
            (#"{"version":"1"}"#, .garbage, "a version that is no number"),
            (#"{"version":2,"results":[]}"#, .otherVersion, "a later version"),
        ] as [(String, TrialRecord.Failure, Comment)])
    func refused(text: String, failure: TrialRecord.Failure, why: Comment) {
        #expect(throws: failure, why) { try TrialRecord(parsing: Array(text.utf8)) }
    }

    @Test func `a record that is cut anywhere is refused, and changed bytes crash nothing`() {
        let bytes = Self.sample.bytes
        for length in 0..<(bytes.count - 2) {
            #expect(throws: TrialRecord.Failure.self, "\(length)") {
                try TrialRecord(parsing: Array(bytes.prefix(length)))
            }
        }
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 0x15
            _ = try? TrialRecord(parsing: changed)
        }
    }

    @Test func `a file is for its owner alone, and one that is not understood is kept`() throws {
        let folder = NSTemporaryDirectory() + "trial-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = TrialFile(in: folder)
        #expect(try file.read().advice == nil)
        try file.write(Self.sample)
        let rights = try FileManager.default.attributesOfItem(atPath: file.path)
        expect((rights[.posixPermissions] as? NSNumber)?.intValue, is: 0o600)
        expect(try file.read().record.results, is: Self.sample.results)

        for (text, word) in [
            (#"{"version":7}"#, "another version"), ("garbage", "cannot be understood"),
            (String(repeating: "x", count: 100_000), "cannot be understood"),
        ] {
            try text.write(toFile: file.path, atomically: false, encoding: .utf8)
            let content = try file.read()
            #expect(content.advice?.contains(word) == true, "\(content.advice ?? "nothing")")
            expect(content.record.results, is: [])
            let kept = try FileManager.default.contentsOfDirectory(atPath: folder)
                .filter { $0.contains("broken") }
                .map { try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) }
            #expect(kept.contains(text), "nothing is lost")
            try file.write(Self.sample)
        }
    }

    @Test func `a second run at the same time is refused`() throws {
        let folder = NSTemporaryDirectory() + "trial-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let first = try TrialFile(in: folder).lock()
        #expect(first != nil)
        #expect(try TrialFile(in: folder).lock() == nil)
        withExtendedLifetime(first) {}
    }

    @Test func `every finding has words, and a fault is named first`() {
        for kind in TrialFinding.Kind.allCases {
            let words = TrialFinding(kind, 3).words
            // Only these two are their own words.
            if ![.skipped].contains(kind) { #expect(words.contains(" "), "\(kind)") }
            #expect(words.last != ".", "\(kind)")
        }
        #expect(Self.verdict.words.hasPrefix("the phone took 12.3 s to answer"))
        expect(Self.verdict.outcome, is: .failed)
    }
}
