import Commands
import Control
import Expecting
import Linux
import Notices
import Testing

@testable import Wall

/// What a page asks for is a command whose options nobody's words can change.
struct CentralQueryTests {
    private static let program: CentralChild = {
        var choice = WallSettings.Central()
        (choice.sites, choice.bridges) = (["berlin", "-x"], ["hall"])
        return CentralChild(choice, file: "/etc/c.conf") { "/bin/central" }
    }()

    private static func command(
        _ query: [String: String], _ codes: CodeDisplay = .show
    ) throws -> [String]? {
        try CentralQuery(HistoryQuery(query)).command(program, codes)
    }

    private static let ending = [
        "--site=berlin", "--site=-x", "--bridge=hall", "--config=/etc/c.conf",
    ]

    @Test func `a list and a search are two commands`() throws {
        try expect(
            Self.command([:]),
            is: ["/bin/central", "history", "--format=json", "--number=51"] + Self.ending)
        try expect(
            Self.command(["search": "parcel -n 3", "limit": "7", "calls": "yes"]),
            is: ["/bin/central", "search", "--format=json", "--number=8", "--calls", "--suggest"]
                + Self.ending + ["--", "-"])
        try expect(
            Self.command(["search": "482913"], .hide)?.prefix(5),
            is: ["/bin/central", "search", "--format=json", "--number=51", "--suggest"])
        try expect(Self.command(["search": "482913"], .hide)?[5], is: "--codes=hide")
        // Words are read and never stand in a command.
        let query = try CentralQuery(HistoryQuery(["search": "--config=/etc/shadow"]))
        expect(String(decoding: query.input, as: UTF8.self), is: "--config=/etc/shadow")
        expect(query.command(Self.program, .hide)?.contains { $0.contains("shadow") }, is: false)
    }

    @Test func `a place of a list is the moment and what was there already`() throws {
        let command = try #require(
            try Self.command([
                "before": "1790000000000.4", "until": "2027-01-01", "since": "2026-01-01",
            ]))
        expect(command[3], is: "--number=55")
        let since = LocalDay(year: 2026, month: 1, day: 1).moment()
        expect(command[4], is: "--since=\(since.timestamp)")
        let end = WallTime(milliseconds: 1_790_000_000_001)
        expect(command[5], is: "--until=\(end.timestamp)")
    }

    @Test(arguments: [
        "", ".", "1", "1.", ".1", "1.0", "1.1001", "1.1.1", "-1.1", "x.1", "1.x", "1 .1",
        "253402300800000.1", "99999999999999999999.1",
    ])
    func `what is no place is refused`(_ text: String) {
        #expect(throws: HistoryQuery.Mistake.self) { try Self.command(["before": text]) }
    }

    @Test func `statistics are a picture or figures`() throws {
        let query = try HistoryQuery([:])
        expect(
            CentralQuery.statistics(query, as: .svg, Self.program)?.prefix(3),
            is: ["/bin/central", "stats", "--svg=-"])
        expect(
            CentralQuery.statistics(query, as: .json, Self.program)?.prefix(3),
            is: ["/bin/central", "stats", "--json"])
    }

    @Test func `a program that is not installed has no commands`() throws {
        let none = CentralChild(WallSettings.Central(), file: nil) { nil }
        try expect(CentralQuery(HistoryQuery([:])).command(none, .hide), is: nil)
    }
}
