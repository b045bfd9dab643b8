import Expecting
import Linux
import RecordedLines
import Support
import Testing
import WebSupport

@testable import Wall

/// What the wall hands to pages and programs, against what was recorded of it.
struct RecordedPageTests {
    init() {
        LoopThread.start()
    }

    @Test @LoopActor func `what a program is handed is as it was recorded`() async throws {
        let house = try await ProgramTests.House(["name = Hall"])
        let page = try house.watch("/events?of=board&token=\(ProgramTests.House.token)")
        let isThere = await eventually { page.events.contains { $0.data.contains("Rhubarb") } }
        expect(isThere, "\(house.errors)")
        let late = try house.watch("/events?of=board&token=\(ProgramTests.House.token)")
        #expect(await late.has(1))
        var lines = late.data("board").prefix(1).map { "/events: \($0)" }
        for target in ["/board", "/health", "/history", "/notice?id=zzzzzzzzzzzzz", "/nothing"] {
            let answer = try #require(await house.get(target, ProgramTests.bearer))
            lines.append("\(target): \(answer.status) \(answer.text)")
        }
        for act in ["{\"act\":\"answer\"}", "{\"act\":\"eat\"}", "{\"act\":\"answer\"}"] {
            let connection = try house.connect()
            connection.post(
                "/act", act,
                ["X-Callboard: 1", "Content-Type: application/json"] + ProgramTests.bearer)
            let answer = try #require(await connection.answer())
            lines.append("/act \(act): \(answer.status) \(answer.text)")
        }
        expect(
            await eventually {
                page.events.contains { $0.data.contains("\"state\":\"answered\"") }
            })
        let answered = try #require(await house.get("/board", ProgramTests.bearer))
        lines.append("/board: \(answered.text)")
        try expect(
            lines.map {
                withoutWhatVaries(String($0.split(separator: "\n").joined(separator: " ")))
            },
            areRecordedIn: "Recorded/pages")
    }
}
