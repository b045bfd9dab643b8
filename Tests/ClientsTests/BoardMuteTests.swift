import Control
import Expecting
import JSON
import Linux
import Outlets
import Screen
import Testing

@testable import Clients

struct BoardMuteTests {
    @Test func `what a person chose becomes a request`() {
        let now = WallTime.now
        expect(
            BoardMutes.request("org.example", .hours(8), now: now),
            is: .mute(app: "org.example", until: nil, seconds: 28_800))
        expect(BoardMutes.request("org.example", .ended, now: now), is: .unmute(app: "org.example"))
        guard case .mute(_, let until?, nil) = BoardMutes.request("org.example", .today, now: now)
        else {
            Issue.record("no moment")
            return
        }
        #expect(until.contains("T00:00:00.000"))
    }

    @Test(
        arguments: [
            (#"{"unmuted": []}"#, "it was not muted"),
            (#"{"unmuted": [{"app": "Chat"}]}"#, "Chat is no longer muted"),
        ])
    func `what became of it is a sentence`(answer: String, sentence: String) throws {
        let value = try JSONValue(parsing: Array(answer.utf8))
        expect(BoardMutes.sentence(value, now: .now), is: sentence)
    }
}
