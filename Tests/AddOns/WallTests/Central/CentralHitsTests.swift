import Expecting
import JSON
import Linux
import Support
import Testing

@testable import Wall

/// Pages of what a centre has found are, one after the other, the whole list.
struct CentralHitsTests {
    /// A list as the program writes it: the newest first, as many as are wanted, none after a moment.
    private struct List {
        let moments: [Int64]

        init(_ random: inout RepeatableRandom) {
            let count = Int(random.next() % 60)
            moments = (0..<count).map { _ in 1_790_000_000_000 + Int64(random.next() % 12) }
                .sorted(by: >)
        }

        func output(_ place: CentralQuery.Place?, atMost limit: Int) -> [UInt8] {
            let lines = moments.enumerated().filter { _, moment in
                place.map { moment <= $0.moment.milliseconds } ?? true
            }.prefix(limit).map { number, moment in
                "{\"n\":\(number),\"received\":\"\(WallTime(milliseconds: moment).timestamp)\"}\n"
            }
            return Array(lines.joined().utf8)
        }
    }

    private static func query(_ limit: Int, _ before: String?) throws -> CentralQuery {
        var query = ["limit": "\(limit)"]
        query["before"] = before
        return try CentralQuery(HistoryQuery(query))
    }

    private static func page(_ hits: CentralHits) throws -> (numbers: [Int], next: String?) {
        let value = try JSONValue(parsing: hits.bytes)
        return (value.list("notices").compactMap { $0.number("n") }, value.text("next"))
    }

    @Test func `nothing is left out and nothing is there twice, however many have one moment`()
        throws
    {
        var random = RepeatableRandom(seed: 7)
        for _ in 0..<300 {
            let list = List(&random)
            let limit = 1 + Int(random.next() % 9)
            var (all, before, pages): ([Int], String?, Int) = ([], nil, 0)
            repeat {
                let query = try Self.query(limit, before)
                let wanted = limit + 1 + (query.before?.passed ?? 0)
                let hits = try CentralHits(
                    list.output(query.before, atMost: wanted), query, isWhole: true)
                let page = try Self.page(hits)
                #expect(page.numbers.count <= limit)
                all += page.numbers
                before = page.next
                pages += 1
            } while before != nil && pages < 100
            expect(all, is: Array(list.moments.indices), "limit \(limit)")
        }
    }

    @Test func `an answer that was cut anywhere goes on where it was`() throws {
        var random = RepeatableRandom(seed: 9)
        let list = List(&random)
        let query = try Self.query(200, nil)
        let whole = list.output(nil, atMost: 200)
        for length in stride(from: 0, to: whole.count, by: 31) {
            let hits = try CentralHits(Array(whole.prefix(length)), query, isWhole: false)
            let first = try Self.page(hits)
            expect(hits.isEmpty, is: first.next == nil)
            guard let next = first.next else { continue }
            let rest = try Self.query(200, next)
            let second = try Self.page(
                CentralHits(list.output(rest.before, atMost: 200), rest, isWhole: true))
            expect(
                first.numbers + second.numbers, is: Array(list.moments.indices), "after \(length)")
        }
    }

    @Test func `words that were probably meant are in an answer without notices`() throws {
        let output = Array("{\"meant\":\"M\u{FC}ller \\\"<b>\"}\n".utf8)
        let hits = try CentralHits(output, Self.query(5, nil), isWhole: true)
        expect(hits.isEmpty, is: true)
        let value = try JSONValue(parsing: hits.bytes)
        expect(value.text("meant"), is: "M\u{FC}ller \"<b>")
        expect(value.list("notices").count, is: 0)
        // Where a list goes on there was something.
        let rest = try CentralHits(output, Self.query(5, "1790000000000.1"), isWhole: true)
        try expect(JSONValue(parsing: rest.bytes).text("meant"), is: nil)
    }

    @Test(arguments: ["nonsense\n", "{}\n", "{\"received\":\"yesterday\"}\n"])
    func `what is no list is a fault`(_ output: String) throws {
        let query = try Self.query(5, nil)
        #expect(throws: CentralHits.Fault.self) {
            try CentralHits(Array(output.utf8), query, isWhole: true)
        }
    }
}
