import Expecting
import Foundation
import JSON
import Linux
import PostgreSQL
import Support
import Testing

/// The dashboard for Grafana, with a real server in place of Grafana.
@Suite(.onLoop) struct DashboardTests {
    private static let hour: Int64 = 3_600_000

    /// What each panel shows of what was handed in below: its columns, and its rows as text.
    private static let panels: [(title: String, columns: String, rows: [String])] = [
        ("Missed now", "missed", ["1"]),
        ("Bridges that are silent", "silent", ["0"]),
        ("Waiting at bridges", "waiting", ["7"]),
        ("Lost, or not taken", "lost", ["3"]),
        (
            "Calls by outcome", "time metric calls",
            ["1731922200|answered|1", "1731922200|missed|1", "1731924000|declined|1"]
        ),
        (
            "Missed calls", "time site bridge phone caller ring_seconds",
            ["2024-11-18 09:35:00+00|berlin|hall|Mara|Ida|"]
        ),
        ("Notifications by app", "app notices", ["Chat|4", "Phone|3"]),
        (
            "Notifications by hour of the day", "hour notices",
            (0..<24).map { "\($0 < 10 ? "0" : "")\($0)|\([9: 3, 10: 4][$0] ?? 0)" }
        ),
        (
            "Notifications by bridge", "time metric notices",
            ["1731922200|berlin/hall|3", "1731924000|berlin/hall|4"]
        ),
        (
            "Bridges", "site bridge is_connected state waiting lost set_aside silent version",
            ["berlin|hall|f|hands in|7|2|1|…|1.0"]
        ),
    ]

    private static func dashboard() throws -> JSONValue {
        try JSONValue(parsing: Array(Checkout.text("Docs/examples/grafana/centre.json").utf8))
    }

    /// What Grafana makes of a query before the server has it.
    private static func filled(_ sql: String, from: Int64, to: Int64) throws -> String {
        var sql = sql
        for (word, value) in [
            ("$__interval", "30m"), ("$__from", "\(from)"), ("$__to", "\(to)"),
            ("$site", "'berlin','nowhere'"),
        ] { sql = sql.replacingOccurrences(of: word, with: value) }
        sql = sql.replacing(/\$__timeGroupAlias\((\w+), '30m'\)/) { match in
            "floor(extract(epoch from \(match.1))/1800)*1800 AS \"time\""
        }
        #expect(!sql.contains("$"), "nobody fills this in: \(sql)")
        return sql
    }

    /// A day of a bridge, and one of another site, which the reader must not see.
    @LoopActor
    private static func database() async throws -> TestDatabase {
        let database = try await TestDatabases.database()
        let start: Int64 = 1_731_922_500_000  // 09:35 of a day in November
        let berlin = try await database.client("berlin_bridge")
        try await berlin.run([.meet()])
        func call(_ at: Int64, _ state: String, _ change: (inout SampleNotice) -> Void = { _ in })
            -> SampleNotice
        {
            SampleNotice(at: at) {
                ($0.category, $0.state, $0.title) = (1, state, "Ida")
                ($0.appID, $0.app) = ("com.apple.mobilephone", "Phone")
                change(&$0)
            }
        }
        let calls = [
            call(start, "missed"), call(start + 1, "ended") { $0.talk = 5_000 },
            call(start + Self.hour / 2, "ended") { $0.isDeclined = true },
        ]
        let others = [2, 1_800_001, 1_800_002, 1_800_003].map { SampleNotice(at: start + $0) }
        // Of a day before, which is not asked for.
        let before = SampleNotice(at: start - 40 * Self.hour)
        try await berlin.run([.take(1, calls + others + [before])])
        try await berlin.run("SELECT callboard.report(7, 2, 1, 'hands in')")
        try await berlin.run("SELECT callboard.leave()")
        let paris = try await database.client("paris_bridge")
        try await paris.run([.meet(2, site: "paris")])
        try await paris.run([.take(1, [SampleNotice(at: start + 5)])])
        return database
    }

    @Test @LoopActor func `each of its queries finds what its panel shows`() async throws {
        let dashboard = try Self.dashboard()
        let database = try await Self.database()
        let reader = try await database.client("berlin_reader")
        try await reader.run("SET TimeZone = 'UTC'")
        let (from, to): (Int64, Int64) = (1_731_888_000_000, 1_731_974_399_999)
        var panels = Self.panels
        for panel in dashboard.list("panels") {
            let title = try #require(panel.text("title"))
            let index = try #require(
                panels.firstIndex { $0.title == title }, "nothing is expected of \(title)")
            let expected = panels.remove(at: index)
            let target = try #require(panel.list("targets").first)
            let sql = try Self.filled(
                try #require(target.text("rawSql")), from: from, to: to)
            let rows = try await reader.run(sql)
            let columns = rows.first?.columns ?? []
            expect(columns.joined(separator: " "), is: expected.columns, "\(title)")
            expect(
                rows.map { $0.words(hiding: title == "Bridges" ? "silent" : nil) },
                is: expected.rows, "\(title)")
            if target.text("format") == "time_series" {
                expect(columns.first, is: "time", "\(title): what a line is drawn by")
            }
        }
        expect(panels.map(\.title), is: [], "each has its panel")
    }

    @Test @LoopActor func `it can be imported, and asks for its source`() async throws {
        let dashboard = try Self.dashboard()
        let input = try #require(dashboard.list("__inputs").first)
        let kind = try #require(input.text("pluginId"))
        let reference = "${\(try #require(input.text("name")))}"
        let panels = dashboard.list("panels")
        let variables = try #require(dashboard["templating"]).list("list")
        for user in panels + panels.flatMap({ $0.list("targets") }) + variables {
            expect(user["datasource"]?.text("uid"), is: reference)
            expect(user["datasource"]?.text("type"), is: kind)
        }
        let required = dashboard.list("__requires").compactMap { $0.text("id") }
        for kind in panels.compactMap({ $0.text("type") }) + [kind] {
            #expect(required.contains(kind), "\(kind)")
        }
        expect(Set(panels.compactMap { $0.number("id") }).count, is: panels.count)
        #expect((dashboard.number("schemaVersion") ?? 0) >= 36 && dashboard.number("id") == nil)
        // No panel covers another one.
        var cells: Set<[Int]> = []
        for place in panels.compactMap({ $0["gridPos"] }) {
            let (x, y) = (place.number("x") ?? -1, place.number("y") ?? -1)
            for column in x..<x + (place.number("w") ?? 0) {
                for row in y..<y + (place.number("h") ?? 0) {
                    #expect((0..<24).contains(column))
                    #expect(cells.insert([column, row]).inserted)
                }
            }
        }
        let database = try await Self.database()
        let reader = try await database.client("berlin_reader")
        let query = try #require(variables.first?.text("query"))
        try await expect(reader.texts(query), is: ["berlin"])
    }
}

extension ResultRow {
    /// What is in it, as the server wrote it, but for a column that the clock makes.
    fileprivate func words(hiding name: String?) -> String {
        (0..<count).map { column in
            columns[column] == name ? "…" : String(decoding: raw(column) ?? [], as: UTF8.self)
        }.joined(separator: "|")
    }
}
