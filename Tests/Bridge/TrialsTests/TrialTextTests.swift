import Expecting
import Linux
import Testing
import Trials

/// The texts of the trials on terminals of any width.
struct TrialTextTests {
    private static let widths = [40, 60, 75, 76, 80, 96, 200]

    private static var report: TrialReport {
        var record = TrialRecord()
        let verdict = TrialVerdict([
            TrialFinding(.announcedOnly), TrialFinding(.lostLink), TrialFinding(.flags, 16),
        ])
        for step in TrialStep.all.dropLast(3) {
            record.keep(
                TrialRecord.Result(
                    step: step.name, verdict: verdict, time: WallTime(milliseconds: 0)))
        }
        return TrialReport(record, host: [])
    }

    /// The words of a text.
    private static func words(_ text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace).map(String.init)
    }

    @Test(arguments: widths)
    func `a step fits and no word is broken`(columns: Int) {
        let text = TrialText(columns: columns)
        for step in TrialStep.all {
            for line in step.instructions {
                let lines = text.lines("1. " + line, indent: 2, hanging: 3)
                #expect(lines.allSatisfy { $0.count <= columns }, "\(lines)")
                #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("     ") }, "\(lines)")
                expect(Self.words(lines.joined(separator: " ")), is: Self.words("1. " + line))
            }
        }
    }

    @Test(arguments: widths)
    func `a question fits with room for an answer`(columns: Int) {
        let question = "Does Mara's quite long iPhone show 000007? Nobody may say so unseen. [y/N]"
        let shown = TrialText(columns: columns).question(question)
        expect(Self.words(shown), is: Self.words(question))
        #expect(shown.split(separator: "\n").allSatisfy { $0.count <= columns - 3 }, "\(shown)")
        expect(shown.last, is: " ")
    }

    @Test(arguments: widths)
    func `results fit, each finding in whole words`(columns: Int) {
        let report = Self.report
        let lines = TrialText(columns: columns).results(report)
        #expect(lines.allSatisfy { $0.count <= columns }, "\(lines)")
        let text = " " + Self.words(lines.joined(separator: " ")).joined(separator: " ") + " "
        for row in report.rows {
            #expect(text.contains(" " + row.words + (row.words.isEmpty ? "" : " ")), "\(row)")
            #expect(text.contains(" " + row.step), "\(row)")
        }
    }

    @Test(
        "the last line is the longest that fits, so that it can be written over",
        arguments: [
            (42, "a last line that is longer than the other"), (41, "a shorter one, of 28 letters"),
            (29, "a shorter one, of 28 letters"), (28, "a shorter one, of 28 lette…"),
        ])
    func lastLine(columns: Int, line: String) {
        let choices = ["a last line that is longer than the other", "a shorter one, of 28 letters"]
        expect(TrialText(columns: columns).lastLine(choices), is: line)
    }
}
