import Expecting
import History
import Linux
import Notices
import Settings
import Testing

@testable import Callboard
@testable import HistoryCommands

struct FilterOptionsTests {
    /// Sunday, 22 November 2026, 14:20 in the middle of Europe.
    private static let words = TimeWords(
        now: WallTime(2026, 11, 22, 13, 20), calendar: TestZone.middleEurope.calendar)

    private func filter(_ options: String...) throws -> HistoryFilter {
        let parsed = try CallboardProgram.table.parse(["history"] + options)
        guard case .run(let arguments) = parsed else { return HistoryFilter() }
        return try FilterOptions(arguments).filter(Self.words)
    }

    @Test(arguments: [
        ("yesterday", "2026-11-20 23:00:00", "2026-11-21 23:00:00"),
        ("2026-11-03", "2026-11-02 23:00:00", "2026-11-03 23:00:00"),
        ("last month", "2026-09-30 22:00:00", "2026-10-31 23:00:00"),
    ])
    func `since and until the same day mean that day as a whole`(
        _ day: String, _ since: String, _ until: String
    ) throws {
        let filter = try filter("--since", day, "--until", day)
        expect(filter.since?.text, is: since)
        expect(filter.until?.text, is: until)
    }

    @Test func `options become a filter`() throws {
        let filter = try filter(
            "-c", "call", "-c", "MISSED", "-a", "Mail", "-p", "Mara", "--missed", "--calls")
        expect(filter.categories.map(\.label).sorted(), is: ["CALL", "MISSED"])
        expect(filter.apps, is: ["Mail"])
        expect(filter.phones, is: ["Mara"])
        #expect(filter.onlyMissed && filter.onlyCalls)
        #expect(filter.since == nil && filter.until == nil && filter.limit == nil)
    }

    @Test(arguments: [
        (["--since", "x"], "--since must be a time such as today"),
        (["--until", "mondya"], "not 'mondya'; did you mean monday?"),
        (["--since", "today", "--until", "yesterday"], "must be before --until,"),
        (["--since", "14:00", "--until", "14:00"], "must be before --until,"),
        (["-c", "calls"], "--category must be one of"),
        (["--since", "\u{1B}[31m"], "not '\u{FFFD}[31m'"),
    ])
    func `what makes no sense is told`(_ options: [String], _ sentence: String) throws {
        let parsed = try CallboardProgram.table.parse(["history"] + options)
        guard case .run(let arguments) = parsed else { return }
        let error = #expect(throws: FilterOptions.Problem.self) {
            try FilterOptions(arguments).filter(Self.words)
        }
        expect(error?.description.contains(sentence), is: true, "\(error?.description ?? "")")
    }

    @Test(arguments: [
        (SearchReport(shown: 0, total: nil, isCut: false), "nothing was found"),
        (SearchReport(shown: 3, total: nil, isCut: false), "found 3"),
        (SearchReport(shown: 3, total: 3, isCut: false), "found 3"),
        (SearchReport(shown: 3, total: 12, isCut: false), "found 12, shown the newest 3"),
        (
            SearchReport(shown: 3, total: 12, isCut: true),
            "found at least 12, shown the newest 3; --since, or one more word, finds the rest"
        ),
        (
            SearchReport(shown: 0, total: nil, isCut: true),
            "nothing was found before the time limit of a search; --since, or one more word, "
                + "finds the rest"
        ),
    ])
    func `a search says how many it has found`(_ report: SearchReport, _ sentence: String) {
        expect(report.description, is: sentence)
    }
}
