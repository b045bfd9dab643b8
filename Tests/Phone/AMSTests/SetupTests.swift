import Expecting
import Testing

@testable import AMS

/// Subscriptions and registrations: their order, and how they are repeated.
struct SetupTests {
    private static let registrations = [
        "write 0 0 1 2 3 to entityUpdate", "write 1 0 1 2 3 to entityUpdate",
        "write 2 0 1 2 3 to entityUpdate",
    ]

    @Test func `subscriptions and registrations follow one another`() {
        var phone = TestPlayer()
        phone.begin()
        let order = ["subscribe remoteCommand", "subscribe entityUpdate"] + Self.registrations
        for count in 1...order.count {
            expect(phone.requests, is: Array(order.prefix(count)), "one request at a time")
            phone.accept()
        }
        expect(phone.requests, is: order)
        expect(phone.session.nextDeadline, is: nil, "nothing is due")
        expect(phone.session.isSettled, is: true)
        expect(phone.reports, is: [], "nothing is known of a player")
    }

    @Test func `a session that has begun does not begin again`() {
        var phone = TestPlayer()
        expect(phone.session.isSettled, is: false)
        phone.begin()
        phone.begin()
        expect(phone.requests, is: ["subscribe remoteCommand"])
        expect(phone.session.isSettled, is: false)
    }

    @Test func `answers to no request change nothing`() {
        var phone = TestPlayer()
        for isBegun in [false, true] {
            if isBegun { phone.begin() }
            let deadline = phone.session.nextDeadline
            let requests = phone.requests
            phone.take(phone.session.subscribed(to: .entityUpdate, at: phone.now))
            phone.take(phone.session.unsubscribed(from: .remoteCommand, at: phone.now))
            phone.take(phone.session.refused(.entityUpdate, .unlikelyError, at: phone.now))
            for characteristic in MediaCharacteristic.allCases {
                phone.take(phone.session.written(to: characteristic, nil, at: phone.now))
                phone.take(
                    phone.session.written(to: characteristic, .invalidState, at: phone.now))
                phone.take(
                    phone.session.read(from: characteristic, .success([0x31]), at: phone.now))
            }
            expect(phone.requests, is: requests)
            expect(phone.session.nextDeadline, is: deadline)
        }
    }

    @Test func `without Remote Command the player is shown, and it is asked for later`() {
        var phone = TestPlayer()
        phone.begin()
        phone.refuse(.attributeNotFound)
        phone.acceptAll()
        expect(phone.takeRequests().count, is: 5)
        phone.update(.title, "So What")
        phone.wait(.milliseconds(4_999))
        expect(phone.takeReports(), is: ["So What - -"])
        expect(phone.requests, is: [])
        phone.wait(.milliseconds(1))
        expect(phone.takeRequests(), is: ["subscribe remoteCommand"])
        phone.accept()
        expect(phone.session.nextDeadline, is: nil)
    }

    @Test func `pauses grow although the rest was accepted, and are short after a success`() {
        var phone = TestPlayer()
        phone.begin()
        phone.refuse(.unlikelyError)
        phone.acceptAll()
        phone.requests = []
        for delay in [5, 10, 20] {
            phone.wait(.seconds(delay) - .milliseconds(1))
            expect(phone.requests, is: [], "before \(delay) s")
            phone.wait(.milliseconds(1))
            expect(phone.takeRequests(), is: ["subscribe remoteCommand"], "after \(delay) s")
            phone.refuse(.unlikelyError)
        }
        phone.wait(.seconds(40))
        phone.accept()
        phone.update(.playerName, "Music")
        phone.update(.playerName, "Spotify")
        phone.wait(.seconds(1))
        phone.accept()
        phone.refuse(.unlikelyError)
        phone.requests = []
        phone.wait(.seconds(5))
        expect(phone.requests, is: ["subscribe remoteCommand"], "five seconds again")
    }

    @Test func `a refused subscription to Entity Update is repeated with growing pauses`() {
        var phone = TestPlayer()
        phone.begin()
        phone.accept()
        phone.refuse(.unlikelyError)
        phone.requests = []
        for delay in [5, 10, 20, 40, 80, 160, 320, 600, 600] {
            phone.wait(.seconds(delay) - .milliseconds(1))
            expect(phone.requests, is: [], "before \(delay) s")
            phone.wait(.milliseconds(1))
            expect(phone.takeRequests(), is: ["subscribe entityUpdate"], "after \(delay) s")
            phone.refuse(.unlikelyError)
        }
        phone.wait(.seconds(600))
        phone.acceptAll()
        expect(phone.takeRequests(), is: ["subscribe entityUpdate"] + Self.registrations)
        expect(phone.session.nextDeadline, is: nil)
        phone.end()
        phone.begin()
        phone.accept()
        phone.refuse(.unlikelyError)
        phone.requests = []
        phone.wait(.seconds(5))
        expect(phone.requests, is: ["subscribe entityUpdate"], "the pause is short again")
    }

    @Test func `a registration that came too early begins with the subscription again`() {
        for (accepted, why) in [(0, "player"), (1, "queue"), (2, "track")] {
            var phone = TestPlayer()
            phone.begin()
            for _ in 0..<2 + accepted { phone.accept() }
            phone.refuse(.invalidState)
            expect(phone.open, is: nil, "\(why)")
            phone.requests = []
            phone.wait(.seconds(5))
            phone.acceptAll()
            expect(
                phone.requests, is: ["subscribe entityUpdate"] + Self.registrations, "\(why)")
            expect(phone.session.nextDeadline, is: nil, "\(why)")
        }
    }

    @Test(
        "a player that refuses attributes is registered with fewer",
        arguments: [
            MediaError.absentAttribute, .invalidCommand, .unlikelyError, MediaError(rawValue: 0x81),
        ])
    func fewer(error: MediaError) {
        var phone = TestPlayer()
        phone.begin()
        phone.accept()
        phone.accept()
        phone.requests = []
        phone.refuse(error)
        phone.refuse(error)
        phone.acceptAll()
        expect(
            phone.requests,
            is: [
                "write 0 0 1 2 to entityUpdate", "write 0 1 2 to entityUpdate",
                "write 1 0 1 2 3 to entityUpdate", "write 2 0 1 2 3 to entityUpdate",
            ])
        expect(phone.session.nextDeadline, is: nil, "that is all that this phone has")
    }

    @Test func `a player that refuses everything is asked again later`() {
        var phone = TestPlayer()
        phone.begin()
        phone.accept()
        phone.accept()
        for _ in 0..<3 { phone.refuse(.absentAttribute) }
        phone.acceptAll()
        phone.requests = []
        phone.wait(.seconds(5))
        expect(phone.takeRequests(), is: ["write 0 0 1 2 3 to entityUpdate"])
        phone.accept()
        expect(phone.session.nextDeadline, is: nil)
    }

    @Test func `a refused queue or track is asked for again, without the others`() {
        var phone = TestPlayer()
        phone.begin()
        for _ in 0..<3 { phone.accept() }
        phone.refuse(.absentAttribute)
        phone.refuse(.absentAttribute)
        phone.requests = []
        phone.wait(.seconds(5))
        phone.accept()
        phone.refuse(.unlikelyError)
        phone.wait(.seconds(10))
        phone.accept()
        expect(
            phone.requests,
            is: [
                "write 1 0 1 2 3 to entityUpdate", "write 2 0 1 2 3 to entityUpdate",
                "write 2 0 1 2 3 to entityUpdate",
            ])
        expect(phone.session.nextDeadline, is: nil)
    }

    @Test func `lack of security is no reason for fewer attributes`() {
        for error in [MediaError.insufficientEncryption, .attributeNotFound, .invalidHandle] {
            var phone = TestPlayer()
            phone.begin()
            phone.accept()
            phone.accept()
            phone.refuse(error)
            phone.acceptAll()
            phone.requests = []
            phone.wait(.seconds(5))
            expect(phone.requests, is: ["write 0 0 1 2 3 to entityUpdate"], "\(error)")
        }
    }

    @Test func `a phone that does not answer is asked again, and no link is closed`() {
        var phone = TestPlayer()
        phone.begin()
        phone.wait(.milliseconds(59_999))
        expect(phone.requests, is: ["subscribe remoteCommand"])
        // The phone is treated as if it had refused.
        phone.open = nil
        phone.wait(.milliseconds(1))
        expect(phone.requests, is: ["subscribe remoteCommand", "subscribe entityUpdate"])
        phone.open = nil
        phone.wait(.seconds(60))
        expect(phone.requests.suffix(1), is: ["subscribe remoteCommand"])
        phone.acceptAll()
        phone.wait(.seconds(10))
        phone.acceptAll()
        expect(phone.requests.count, is: 7)
        expect(phone.session.nextDeadline, is: nil)
    }

    @Test func `a session that ends anywhere begins again like the first time`() {
        for steps in 0...5 {
            var phone = TestPlayer()
            phone.begin()
            for _ in 0..<steps { phone.accept() }
            phone.update(.title, "So What", isCut: true)
            phone.end()
            expect(phone.session.nextDeadline, is: nil, "after \(steps) answers")
            expect(phone.session.state, is: MediaState(), "after \(steps) answers")
            phone.requests = []
            phone.begin()
            phone.acceptAll()
            expect(phone.requests.count, is: 5, "after \(steps) answers")
        }
    }

    @Test func `values before the first answer are kept, and those after the end are not`() {
        var phone = TestPlayer()
        phone.update(.title, "Too early")
        expect(phone.session.state, is: MediaState())
        phone.begin()
        phone.commands([0, 1])
        phone.update(.title, "So What")
        phone.acceptAll()
        phone.wait(.seconds(1))
        expect(phone.takeReports(), is: ["So What - -"])
        expect(phone.session.state.commands, is: [.play, .pause])
        phone.end()
        phone.update(.title, "Too late")
        expect(phone.takeReports(), is: ["ended"])
        expect(phone.session.state, is: MediaState())
    }
}
