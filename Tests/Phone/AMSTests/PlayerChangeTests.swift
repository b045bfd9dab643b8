import Expecting
import Testing

@testable import AMS

/// Another player: its list of commands comes only with a new subscription.
struct PlayerChangeTests {
    private static let renewal = ["unsubscribe remoteCommand", "subscribe remoteCommand"]

    @Test func `for another player the list is requested again, once`() {
        var phone = TestPlayer.playing()
        phone.update(.playerName, "Spotify")
        phone.update(.bundleIdentifier, "com.spotify.client")
        expect(phone.requests, is: [], "name and identifier come one after the other")
        phone.wait(.milliseconds(100))
        phone.accept()
        phone.accept()
        expect(phone.takeRequests(), is: Self.renewal)
        phone.commands([0, 1])
        phone.wait(.seconds(60))
        expect(phone.requests, is: [])
        expect(phone.session.state.commands, is: [.play, .pause])
        expect(phone.session.nextDeadline, is: nil)
    }

    @Test(
        "only another player has another list",
        arguments: [
            (.playerName, "Music", false, "the same name"),
            (.bundleIdentifier, "com.apple.Music", false, "the same identifier"),
            (.playerName, "", false, "no player"), (.bundleIdentifier, "", false, "no player"),
            (.title, "So What", false, "another track"), (.queueCount, "9", false, "another queue"),
            (.playerName, "Podcasts", true, "another name"),
            (.bundleIdentifier, "com.apple.podcasts", true, "another identifier"),
        ] as [(MediaAttribute, String, Bool, String)])
    func change(attribute: MediaAttribute, value: String, isAnother: Bool, why: String) {
        var phone = TestPlayer.playing()
        phone.update(attribute, value)
        phone.wait(.seconds(1))
        expect(phone.requests, is: isAnother ? ["unsubscribe remoteCommand"] : [], "\(why)")
    }

    @Test func `the first player after none has its own list`() {
        var phone = TestPlayer.registered()
        phone.update(.playerName, "")
        phone.update(.bundleIdentifier, "")
        phone.wait(.seconds(1))
        expect(phone.requests, is: [])
        phone.update(.playerName, "Spotify")
        phone.wait(.seconds(1))
        expect(phone.requests, is: ["unsubscribe remoteCommand"])
    }

    @Test func `a player that leaves and comes back has the same list`() {
        var phone = TestPlayer.playing()
        phone.update(.playerName, "")
        phone.wait(.seconds(1))
        phone.update(.playerName, "Music")
        phone.wait(.seconds(1))
        expect(phone.requests, is: [])
    }

    @Test func `a player that is back at once needs no new list`() {
        var phone = TestPlayer.playing()
        phone.update(.playerName, "Spotify")
        phone.wait(.milliseconds(99))
        phone.update(.playerName, "Music")
        phone.wait(.seconds(1))
        expect(phone.requests, is: [])
    }

    @Test func `a name that was cut is the same name`() {
        var phone = TestPlayer.playing()
        phone.update(.playerName, "Mus", isCut: true)
        phone.accept()
        phone.accept("Music")
        phone.wait(.seconds(1))
        expect(phone.takeRequests(), is: ["write 0 0 to entityAttribute", "read entityAttribute"])
        phone.update(.playerName, "Mus", isCut: true)
        phone.refuse(.attributeNotFound)
        phone.wait(.seconds(1))
        expect(phone.takeRequests(), is: ["write 0 0 to entityAttribute"])
        phone.update(.playerName, "Pod", isCut: true)
        phone.wait(.seconds(1))
        expect(phone.requests, is: ["unsubscribe remoteCommand"])
    }

    @Test func `a name that was cut at first is compared as a whole later`() {
        var phone = TestPlayer.registered()
        phone.update(.playerName, "Mus", isCut: true)
        phone.accept()
        phone.accept("Music")
        phone.requests = []
        phone.update(.playerName, "Musicolet")
        phone.wait(.seconds(1))
        expect(phone.requests, is: ["unsubscribe remoteCommand"])
    }

    @Test func `a name that was cut at first is another name if its begin is another`() {
        var phone = TestPlayer.registered()
        phone.update(.playerName, "Mus", isCut: true)
        phone.refuse(.attributeNotFound)
        phone.requests = []
        phone.update(.playerName, "Podcasts")
        phone.wait(.seconds(1))
        expect(phone.requests, is: ["unsubscribe remoteCommand"])
    }

    @Test func `a thousand players a minute cause a new subscription in five seconds`() {
        var phone = TestPlayer.playing()
        for number in 0..<1000 {
            phone.update(.playerName, "Player \(number)")
            phone.update(.bundleIdentifier, "org.example.player\(number)")
            phone.wait(.milliseconds(60))
            phone.acceptAll()
        }
        let count = phone.takeRequests().count { $0 == "subscribe remoteCommand" }
        #expect((11...13).contains(count), "\(count) in a minute")
        phone.wait(.seconds(10))
        phone.acceptAll()
        expect(phone.requests.count, is: 2, "one for the last player")
        expect(phone.session.nextDeadline, is: nil)
    }

    @Test func `the limit outlasts the service, which may come and go as fast`() {
        var phone = TestPlayer.playing()
        for number in 0..<100 {
            phone.update(.playerName, "Player \(number)")
            phone.wait(.milliseconds(200))
            phone.acceptAll()
            phone.end()
            phone.begin()
            phone.acceptAll()
            phone.update(.playerName, "Music")
        }
        let count = phone.requests.count { $0 == "unsubscribe remoteCommand" }
        expect(count, is: 4, "in twenty seconds")
    }

    @Test func `until the new list has arrived every command is sent`() {
        var phone = TestPlayer.playing()
        phone.update(.playerName, "Spotify")
        phone.perform(.likeTrack)
        phone.accept()
        expect(phone.takeReports(), is: ["like performed"], "the list is outdated")
        phone.wait(.milliseconds(100))
        phone.accept()
        phone.accept()
        phone.perform(.likeTrack)
        phone.accept()
        expect(phone.takeReports().last, is: "like performed", "the new list is awaited")
        phone.commands([0])
        phone.perform(.likeTrack)
        expect(phone.takeReports().last, is: "like not offered")
    }

    @Test func `a refused renewal is repeated like a first subscription`() {
        var phone = TestPlayer.playing()
        phone.update(.playerName, "Spotify")
        phone.wait(.milliseconds(100))
        phone.refuse(.unlikelyError)
        expect(phone.takeRequests(), is: Self.renewal, "nothing remains to be ended")
        phone.refuse(.unlikelyError)
        phone.update(.playerName, "Podcasts")
        phone.wait(.milliseconds(4_999))
        expect(phone.requests, is: [])
        phone.wait(.milliseconds(1))
        expect(phone.takeRequests(), is: ["subscribe remoteCommand"])
        phone.accept()
        phone.wait(.seconds(60))
        expect(phone.requests, is: [])
        expect(phone.session.nextDeadline, is: nil)
    }

    @Test func `a player that changes during the renewal is included in it`() {
        var phone = TestPlayer.playing()
        phone.update(.playerName, "Spotify")
        phone.wait(.milliseconds(100))
        phone.update(.playerName, "Podcasts")
        phone.accept()
        phone.update(.playerName, "Audible")
        phone.wait(.seconds(8))
        phone.accept()
        phone.wait(.seconds(8))
        expect(phone.takeRequests(), is: Self.renewal)
        expect(phone.session.nextDeadline, is: nil)
        phone.update(.playerName, "Spotify")
        phone.wait(.milliseconds(100))
        phone.accept()
        phone.update(.playerName, "Podcasts")
        phone.accept()
        phone.wait(.seconds(60))
        expect(phone.requests, is: Self.renewal, "also if it was answered at once")
    }
}
