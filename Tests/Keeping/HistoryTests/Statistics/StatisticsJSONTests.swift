import ANCS
import Beacons
import Expecting
import Foundation
import JSON
import Linux
import Notices
import Support
import Testing

@testable import History

/// The JSON object, and the document that promises its members.
struct StatisticsJSONTests {
    /// Figures of which every optional member is there but those of calls that were talked.
    private static var figures: StatisticsFigures { figures(of: []) }

    /// The same, with other facts.
    private static func figures(of facts: [NoticeFact]) -> StatisticsFigures {
        var statistics = Statistics()
        for fact in facts { statistics.add(fact) }
        statistics.add(
            Facts.call(
                from: Text(bytes: [0x5A, 0xFF]), at: Facts.start, ringTime: .milliseconds(5250)))
        var fact = Facts.message(at: Facts.start.advanced(by: .seconds(90_000)))
        fact.appID = Text(bytes: [0xFE])
        statistics.add(fact)
        statistics.add(
            LinkSpan(
                phone: "Mara's iPhone", began: Facts.start,
                ended: Facts.start.advanced(by: .seconds(3600))))
        let here = Facts.start.advanced(by: .seconds(60))
        statistics.add(
            BeaconNews(
                .presence, of: .person("Mara", phone: PhoneName("M"), isHome: true), zone: .near),
            at: here)
        statistics.add(
            BeaconNews(
                .near, of: .item(BeaconItem("Keys", picture: "🔑"), region: "r"), zone: .near),
            at: here)
        statistics.add(BeaconNews(.near, of: .region("Hall"), zone: .near), at: here)
        return statistics.figures()
    }

    /// The paths of all members, arrays as `[]`.
    private static func paths(_ value: JSONValue, at path: String = "") -> Set<String> {
        switch value.content {
        case .object(let members):
            members.reduce(into: []) { paths, member in
                let inner = path.isEmpty ? member.key : "\(path).\(member.key)"
                paths.formUnion([inner])
                paths.formUnion(Self.paths(member.value, at: inner))
            }
        case .array(let elements):
            elements.reduce(into: []) { $0.formUnion(paths($1, at: path + "[]")) }
        default: []
        }
    }

    @Test func `every member has its row in the document, and every row a member`() throws {
        let document = try Checkout.text("Docs/reference/history-data.md")
        let section = document.components(separatedBy: "\n## ").first {
            $0.hasPrefix("Statistics\n")
        }
        let rows = try #require(section).split(separator: "\n").filter { $0.hasPrefix("| `") }
            .compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) }
        var talked = Facts.call(from: Text("Zoe"), at: Facts.start, .answered)
        talked.call?.talkTime = .seconds(65)
        let object = try JSONValue(parsing: Self.figures(of: [talked]).json)
        expect(Set(rows), is: Self.paths(object))
        expect(rows.count, is: Set(rows).count)
    }

    @Test func `the figures are told as they are`() throws {
        let json = String(decoding: Self.figures.json, as: UTF8.self)
        for part in [
            #""v":1,"#, #""days":2,"notices":2,"notices_per_day_median":1.0,"#,
            #""busiest_day":{"date":"2026-03-02","notices":1},"#,
            #""calls":{"total":1,"answered":0,"missed":1,"declined":0,"stopped":0,"#,
            #""missed_ratio":1.0,"ring_seconds_median":5.2}"#,
            #""per_day":[{"date":"2026-03-02","notices":1,"calls":1,"missed":1},"#,
            #""title_bytes":"5aff","calls":1,"missed":1}"#, #""app_id_bytes":"fe""#,
            #""phone":"Mara's iPhone","notices":2,"connected_seconds":3600,"connected_ratio":0.04}"#,
            #""left_out":0}"#,
        ] {
            #expect(json.contains(part), "\(part)")
        }
        #expect(json.hasSuffix("}\n") && json.count { $0 == "\n" } == 1)
    }

    @Test func `nothing is an object too, with no member that is null`() throws {
        let object = try JSONValue(parsing: Statistics().figures().json)
        #expect(object["from"] == nil)
        #expect(!String(decoding: Statistics().figures().json, as: UTF8.self).contains("null"))
    }
}
