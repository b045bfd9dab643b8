import Expecting
import Formats
import Foundation
import JSON
import Notices
import Outlets
import Radio
import RecordedLines
import Support
import Testing

@testable import Commands
@testable import Doctor

/// What is printed, and what `Docs/reference/doctor.md` promises about it.
struct DoctorReportTests {
    private static let report = DoctorReport([
        Finding(id: "bus", verdict: .ok("it answers")),
        Finding(id: "bluetoothd", verdict: .fail("it is dead", fix: "start it")),
        Finding(id: "adapter", verdict: .warn("it is \u{1B}[2Jold", fix: "buy one")),
        Finding(id: "clock", verdict: .skipped("nobody knows")),
    ])

    @Test func `people get a line for each, and below it what mends it`() {
        #expect(
            Self.report.page(inColor: false) == """
                OK    bus         it answers
                FAIL  bluetoothd  it is dead
                                  -> start it
                WARN  adapter     it is [2Jold
                                  -> buy one
                SKIP  clock       nobody knows

                Notifications cannot arrive; failures: 1, warnings: 1.

                """)
    }

    @Test func `colour changes nothing but the colour`() {
        var page = Self.report.page(inColor: true)
        #expect(page.contains("\u{1B}[1;31mFAIL\u{1B}[0m"))
        for code in ["0", "2", "32", "33", "1;31"] {
            page = page.replacingOccurrences(of: "\u{1B}[\(code)m", with: "")
        }
        expect(page, is: Self.report.page(inColor: false))
    }

    /// A terminal shows its end in a picture of the documents.
    @Test func `a whole report in colour is as it was recorded`() throws {
        let facts = MachineFacts.healthy.with { facts in
            facts.host.switches = [.init(name: "hci0", isSoftBlocked: true, isHardBlocked: false)]
            facts.changeBridge {
                $0.phones = [.init(address: MachineFacts.ann.address, state: .notShared)]
            }
        }
        let page = DoctorReport(facts).page(inColor: true, columns: 120)
        let lines = page.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        try expect(lines.map(String.init), areRecordedIn: "Recorded/report.ansi")
    }

    @Test func `programs get one object`() throws {
        #expect(
            Self.report.line == #"{"ok":false,"checks":[{"id":"bus","status":"ok","says":"#
                + #""it answers"},{"id":"bluetoothd","status":"fail","says":"it is dead","fix":"#
                + #""start it"},{"id":"adapter","status":"warn","says":"it is \u001b[2Jold","#
                + #""fix":"buy one"},{"id":"clock","status":"skipped","says":"nobody knows"}]}"#
                + "\n")
        #expect(DoctorReport(MachineFacts.healthy).line.hasPrefix(#"{"ok":true,"#))
    }

    @Test(
        arguments: [
            ([.ok, .skipped], true), ([.warn], true), ([.ok, .fail], false), ([], true),
        ] as [([Verdict.Status], Bool)])
    func `only a failure is one`(statuses: [Verdict.Status], isHealthy: Bool) {
        let report = DoctorReport(
            statuses.map { Finding(id: "x", verdict: Verdict(status: $0, says: "", fix: nil)) })
        expect(report.isHealthy, is: isHealthy)
    }

    @Test(
        arguments: [
            ("Bob", "Bob", true), ("Ann's iPhone", #"'Ann'\''s iPhone'"#, true),
            ("Zoë’s iPhone", "'Zoë’s iPhone'", true), ("", "''", false),
            ("$(reboot)", "'$(reboot)'", false), ("a;b", "'a;b'", false), ("`x`", "'`x`'", false),
            ("-rf", "-rf", false), ("a\u{1B}b", "'a\u{1B}b'", false), ("a\nb", "'a\nb'", false),
            ("\u{202E}abc", "'\u{202E}abc'", false), ("🐈", "'🐈'", false), ("'", #"''\'''"#, true),
        ])
    func `a name cannot become a command`(name: String, quoted: String, isHarmless: Bool) {
        expect(ShellWord(name).quoted, is: quoted)
        expect(ShellWord(name).isHarmless, is: isHarmless)
    }

    @Test func `every check has its row, in order, and no row has none`() throws {
        let document = try Checkout.text("Docs/reference/doctor.md")
        let rows = document.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        expect(rows.map { $0.first ?? "" }, is: Check.all.map { "`\($0.id)`" })
        for row in rows { #expect(row.count == 3 && row.allSatisfy { !$0.isEmpty }, "\(row)") }
        for dropIn in [SoundDropIn.old, .new] {
            #expect(document.contains(dropIn.path) && document.contains("\n\(dropIn.line)\n"))
        }
    }
}
