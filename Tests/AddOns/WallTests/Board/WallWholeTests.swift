import Board
import ControlSupport
import Expecting
import JSON
import Linux
import Notices
import Support
import Testing
import WebSupport

@testable import Wall

/// Texts that are longer than a row: the row says that it is cut, and all of it can be had.
struct WallWholeTests {
    init() {
        LoopThread.start()
    }

    private static let long = (1...300).map { "treacle \($0)" }.joined(separator: "\n")

    private static func notice(_ number: UInt64, _ message: String, size: Int? = nil) -> BridgeEvent
    {
        // Of another name each, since those of one name are folded.
        let news = SampleNews.notice(number, "Quince \(number)")
        guard case .notice(let change, var notice, let time) = news else {
            return SampleNews.ready()
        }
        notice.message = Text(message)
        notice.messageSize = size
        return .notice(change, notice, at: time)
    }

    @Test @LoopActor func `a row that is cut says so, and its notice has all of it`() async throws {
        let bench = try WallBench()
        let secret = try bench.token()
        #expect(await bench.isReady())
        bench.bridge.publish(Self.notice(7, Self.long))
        bench.bridge.publish(Self.notice(8, "short"))
        bench.bridge.publish(Self.notice(9, "a part", size: 4_711))
        #expect(await bench.hasHeard(3))
        let board = try #require(await bench.get("/board?token=\(secret)"))
        let rows = try JSONValue(parsing: Array(board.text.utf8)).list("rows")
        let known = Dictionary(uniqueKeysWithValues: rows.map { ($0.text("id") ?? "", $0) })
        let ids = [7, 8, 9].map { NoticeID(rawValue: $0).description }
        expect(ids.map { known[$0]?["cut"] != nil }, is: [true, false, true])
        let text = try #require(known[ids[0]]?.text("text"))
        expect(text.count, is: 1_024)
        #expect(text.hasSuffix("…"))
        expect(known[ids[1]]?.text("text"), is: "short")
        expect(known[ids[2]]?.text("text"), is: "a part…")
        let whole = try #require(await bench.get("/notice?id=\(ids[0])&token=\(secret)"))
        let value = try JSONValue(parsing: Array(whole.text.utf8))
        expect(value.text("text"), is: Self.long)
        expect(value.text("who"), is: "Quince 7")
        #expect(value["cut"] == nil)
        let part = try #require(await bench.get("/notice?id=\(ids[2])&token=\(secret)"))
        #expect(part.text.contains("\"cut\":true"))
        #expect(part.text.contains("6 of 4711 bytes"), "\(part.text)")
        // The page gets the row with all of it.
        for (id, words) in [(ids[0], "treacle 300"), (ids[2], "a part…")] {
            let answer = try #require(await bench.get("/notice?as=row&id=\(id)&token=\(secret)"))
            let row = try JSONValue(parsing: Array(answer.text.utf8)).text("row") ?? ""
            #expect(row.contains("data-id=\"\(id)\"") && row.contains(words), "\(row)")
            #expect(!row.contains("data-cut"))
            expect(
                row.contains("<dt>Length</dt><dd dir=\"auto\">6 of 4711 bytes"), is: id == ids[2])
        }
        let gone = try #require(
            await bench.get("/notice?as=row&id=\(NoticeID(rawValue: 99))&token=\(secret)"))
        expect(gone.status, is: 404)
        bench.stop()
    }

    @Test @LoopActor func `whoever sees less gets no text by its id`() async throws {
        let bench = try WallBench(["open = yes"])
        #expect(await bench.isReady())
        bench.bridge.publish(Self.notice(7, Self.long))
        #expect(await bench.hasHeard(1))
        let target = "/notice?id=\(NoticeID(rawValue: 7))"
        for detail in [BoardOptions.Detail.names, .counts] {
            let answer = try #require(
                await bench.get(target + "&token=" + bench.token(detail)))
            expect(answer.status, is: 403)
            #expect(!answer.text.contains("treacle"))
        }
        try expect(await bench.get(target)?.status, is: 403, "a stranger at an open wall")
        let full = try bench.token()
        try expect(await bench.get(target + "&token=" + full)?.status, is: 200)
        let unknown = "/notice?id=\(NoticeID(rawValue: 99))&token=\(full)"
        try expect(await bench.get(unknown)?.status, is: 404)
        bench.stop()
    }
}
