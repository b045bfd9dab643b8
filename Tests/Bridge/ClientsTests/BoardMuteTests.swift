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
        func request(_ time: BoardAction.MuteTime) -> MuteRequest? {
            BoardMutes.request("org.example", time, now: now)
        }
        expect(request(.hours(8)), is: MuteRequest(app: "org.example", seconds: 28_800))
        expect(request(.ended), is: nil)
        let today = request(.today)
        expect(today?.seconds, is: nil)
        let until = today?.until ?? ""
        #expect(until.contains("T00:00:00.000"))
    }

    @Test(
        arguments: [
            (#"{"unmuted": []}"#, "it was not muted"),
            (#"{"unmuted": [{"app": "Chat"}]}"#, "Chat is no longer muted"),
        ])
    func `what became of it is a sentence`(answer: String, sentence: String) throws {
        let value = try JSONValue(parsing: Array(answer.utf8))
        expect(BoardMutes.sentence(UnmuteAnswer(gently: value)), is: sentence)
    }
}
