import Expecting
import Testing

@testable import AMS

/// Commands of the user, and the list of those that the player supports.
struct MediaCommandTests {
    @Test func `a command is sent, and its outcome reported`() {
        var phone = TestPlayer.registered()
        phone.perform(.nextTrack)
        expect(phone.takeRequests(), is: ["write 3 to remoteCommand"])
        expect(phone.reports, is: [])
        phone.accept()
        phone.perform(.likeTrack)
        phone.refuse(.invalidCommand)
        phone.perform(.play)
        phone.refuse(.invalidState)
        expect(phone.takeReports(), is: ["next performed", "like refused 161", "play refused 160"])
        expect(phone.session.nextDeadline, is: nil)
    }

    @Test func `only listed commands are sent, once there is a list`() {
        var phone = TestPlayer.registered()
        phone.commands([0, 1, 2, 200])
        phone.perform(.nextTrack)
        expect(phone.takeReports(), is: ["next not offered"])
        phone.perform(MediaCommandID(rawValue: 200))
        expect(phone.takeRequests(), is: ["write 200 to remoteCommand"], "unknown, but listed")
        phone.accept()
        phone.commands([])
        phone.perform(.play)
        expect(phone.takeReports().last, is: "play not offered", "an empty list")
        phone.commands(Array(0...255) + Array(0...255))
        expect(phone.session.state.commands?.count, is: 256, "no more than there are numbers")
    }

    @Test func `commands precede other requests, except for the first subscription`() {
        var phone = TestPlayer()
        phone.begin()
        phone.perform(.pause)
        phone.perform(.play)
        phone.acceptAll()
        expect(
            phone.requests.prefix(4),
            is: [
                "subscribe remoteCommand", "write 1 to remoteCommand", "write 0 to remoteCommand",
                "subscribe entityUpdate",
            ])
        expect(phone.takeReports(), is: ["pause performed", "play performed"])
    }

    @Test func `sixteen commands wait, and further ones find the phone busy`() {
        var phone = TestPlayer.registered()
        for _ in 0..<20 { phone.perform(.volumeUp) }
        expect(phone.takeReports(), is: Array(repeating: "louder busy", count: 3))
        phone.acceptAll()
        expect(phone.takeReports(), is: Array(repeating: "louder performed", count: 17))
        expect(phone.requests.count, is: 17)
    }

    @Test func `a command without an answer is reported, and those behind it are not sent late`() {
        var phone = TestPlayer.registered()
        phone.perform(.play)
        phone.wait(.seconds(3))
        phone.perform(.pause)
        phone.wait(.milliseconds(6_999))
        expect(phone.takeReports(), is: [])
        phone.wait(.milliseconds(1))
        expect(phone.takeReports(), is: ["play unanswered"])
        phone.wait(.seconds(3))
        expect(phone.takeReports(), is: ["pause unanswered"])
        phone.accept()
        expect(phone.takeReports(), is: [], "an answer that comes too late")
        expect(phone.requests, is: ["write 0 to remoteCommand"])
        phone.perform(.nextTrack)
        phone.accept()
        expect(phone.takeReports(), is: ["next performed"], "the phone answers again")
    }

    @Test func `a command that is never answered does not block the session`() {
        var phone = TestPlayer.registered()
        phone.perform(.play)
        phone.wait(.milliseconds(59_999))
        expect(phone.takeReports(), is: ["play unanswered"])
        phone.perform(.pause)
        phone.open = nil
        phone.wait(.milliseconds(1))
        expect(phone.requests, is: ["write 0 to remoteCommand", "write 1 to remoteCommand"])
        phone.accept()
        expect(phone.takeReports(), is: ["pause performed"])
    }

    @Test func `commands are answered once if the phone is not there or leaves`() {
        var phone = TestPlayer()
        phone.perform(.play)
        expect(phone.takeReports(), is: ["play unanswered"], "not begun")
        phone.begin()
        phone.acceptAll()
        phone.perform(.play)
        phone.perform(.pause)
        phone.end()
        expect(phone.takeReports(), is: ["play unanswered", "pause unanswered"], "it leaves")
        phone.perform(.nextTrack)
        expect(phone.takeReports(), is: ["next unanswered"], "it is gone")
        phone.end()
        expect(phone.takeReports(), is: [])
    }
}
