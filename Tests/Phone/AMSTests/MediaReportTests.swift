import Expecting
import Testing

@testable import AMS

/// When the state is reported, and when it is not.
struct MediaReportTests {
    @Test func `a new track is one report, although its values come one by one`() {
        var phone = TestPlayer.playing()
        phone.update(.artist, "Miles Davis")
        phone.wait(.milliseconds(30))
        phone.update(.album, "Kind of Blue")
        phone.wait(.milliseconds(30))
        phone.update(.title, "So What")
        phone.update(.duration, "562.0")
        phone.update(.playbackInfo, "1,1.0,0.0")
        phone.wait(.milliseconds(39))
        expect(phone.reports, is: [])
        phone.wait(.milliseconds(1))
        expect(phone.takeReports(), is: ["So What 1 0 jumped"])
        phone.wait(.seconds(600))
        expect(phone.reports, is: [])
    }

    @Test func `the same values again are no news`() {
        var phone = TestPlayer.playing()
        phone.update(.title, "Blue in Green")
        phone.update(.duration, "337.5")
        phone.update(.playerName, "Music")
        phone.commands([4, 3, 2, 1, 0])
        expect(phone.session.nextDeadline, is: nil)
    }

    @Test func `a change that is taken back at once is no news`() {
        var phone = TestPlayer.playing()
        phone.update(.title, "So What")
        expect(phone.session.nextDeadline, is: phone.now + .milliseconds(100))
        phone.update(.title, "Blue in Green")
        expect(phone.session.nextDeadline, is: nil)
    }

    @Test func `music that plays causes no wake-up and no report`() {
        var phone = TestPlayer.playing()
        for second in 1...60 {
            phone.wait(.seconds(1))
            // It has played since ten seconds, and each report is a little off.
            let drift = Double(second % 3 - 1) * 1.5
            phone.update(.playbackInfo, "1,1.0,\(20 + Double(second) + drift)")
            expect(phone.session.nextDeadline, is: nil, "second \(second)")
        }
        expect(phone.wakeUps, is: 0)
        expect(phone.reports, is: [])
    }

    @Test(
        "a position is news if it is another than it would be by now",
        arguments: [
            ("1,1.0,25.0", [], "as expected"), ("1,1.0,27.0", [], "two seconds on"),
            ("1,1.0,23.0", [], "two seconds back"),
            ("1,1.0,27.1", ["Blue in Green 1 27 jumped"], "further on"),
            ("1,1.0,22.5", ["Blue in Green 1 22 jumped"], "further back"),
            ("1,1.0,0.0", ["Blue in Green 1 0 jumped"], "to the begin"),
            ("0,0,25.0", ["Blue in Green 0 25"], "paused"),
            ("0,0,60.0", ["Blue in Green 0 60 jumped"], "paused elsewhere"),
            ("1,2.0,25.0", ["Blue in Green 1 25"], "twice as fast"),
            ("1,1.0,", ["Blue in Green 1 -"], "unknown"), ("", ["Blue in Green - -"], "no player"),
        ] as [(String, [String], String)])
    func position(info: String, expected: [String], why: String) {
        var phone = TestPlayer.playing()
        phone.wait(.seconds(5))
        phone.update(.playbackInfo, info)
        phone.wait(.milliseconds(100))
        expect(phone.takeReports(), is: expected, "\(why)")
        expect(phone.session.nextDeadline, is: nil, "\(why)")
    }

    @Test func `small differences do not add up unnoticed`() {
        var phone = TestPlayer.playing()
        // One and a half seconds off, and later as much again: three in all.
        phone.update(.playbackInfo, "1,1.0,21.5")
        expect(phone.session.nextDeadline, is: nil)
        phone.update(.playbackInfo, "1,1.0,23.0")
        phone.wait(.milliseconds(100))
        expect(phone.takeReports(), is: ["Blue in Green 1 23 jumped"])
    }

    @Test func `the best known position is reported with other changes`() {
        var phone = TestPlayer.playing()
        phone.update(.playbackInfo, "1,1.0,21.5")
        phone.update(.volume, "0.5")
        phone.wait(.milliseconds(100))
        guard case .state(let state?, false) = phone.reports.last else {
            Issue.record("the volume was not reported, or as a jump")
            return
        }
        expect(state.position(at: phone.now), is: .milliseconds(21_600))
        expect(state.volume, is: 0.5)
    }

    @Test func `a position that becomes known later is a jump`() {
        var phone = TestPlayer.registered()
        phone.update(.title, "So What")
        phone.wait(.seconds(1))
        phone.update(.playbackInfo, "1,1.0,7.0")
        phone.wait(.milliseconds(100))
        expect(phone.takeReports(), is: ["So What - -", "So What 1 7 jumped"])
    }

    @Test func `the first report is no jump`() {
        var phone = TestPlayer.registered()
        phone.update(.playbackInfo, "1,1.0,7.0")
        phone.update(.title, "So What")
        phone.wait(.milliseconds(100))
        expect(phone.takeReports(), is: ["So What 1 7"])
    }

    @Test func `a negative position is unknown until the phone has sent another one`() {
        var phone = TestPlayer.registered()
        phone.update(.title, "So What")
        for (position, expected, why) in [
            ("-7.0", "So What 1 -", "the first one after connecting"),
            ("-3.0", nil, "still wrong"), ("20.0", "So What 1 20 jumped", "the first valid one"),
            ("-0.1", "So What 1 0 jumped", "a jump to the begin"),
            ("-200", nil, "the same"), ("", "So What 1 -", "no position"),
            ("-1", nil, "unknown as at first"),
        ] as [(String, String?, String)] {
            phone.update(.playbackInfo, "1,1.0," + position)
            phone.wait(.milliseconds(400))
            expect(phone.takeReports().last, is: expected, "\(why)")
        }
    }

    @Test func `a flood is reported four times a second`() {
        var phone = TestPlayer.playing()
        for number in 0..<10_000 {
            phone.update(.title, "Track \(number)")
            phone.wait(.milliseconds(1))
        }
        #expect(phone.reports.count <= 41, "\(phone.reports.count) reports in ten seconds")
        #expect(phone.reports.count >= 38, "\(phone.reports.count) reports in ten seconds")
        phone.wait(.seconds(1))
        expect(phone.takeReports().last, is: "Track 9999 1 31", "the last one is not lost")
    }

    @Test func `a flood is bounded also if the owner never wakes the session`() {
        var phone = TestPlayer.playing()
        for number in 0..<1000 {
            phone.update(.title, "Track \(number)")
            phone.now += .milliseconds(10)
        }
        #expect((35...41).contains(phone.reports.count), "\(phone.reports.count)")
    }

    @Test func `a quarter of a second lies between two reports`() {
        var phone = TestPlayer.playing()
        phone.update(.title, "So What")
        phone.wait(.milliseconds(100))
        phone.update(.title, "All Blues")
        phone.wait(.milliseconds(249))
        expect(phone.reports.count, is: 1)
        expect(phone.session.nextDeadline, is: phone.now + .milliseconds(1))
        phone.wait(.milliseconds(1))
        expect(phone.reports.count, is: 2)
    }

    @Test func `a service that comes and goes is reported as often`() {
        var phone = TestPlayer.playing()
        for _ in 0..<100 {
            phone.end()
            phone.begin()
            phone.acceptAll()
            phone.update(.title, "So What")
            phone.wait(.milliseconds(110))
        }
        let count = phone.takeReports().count { $0 != "ended" }
        expect(count, is: 34, "every third time: at the others the service is gone before")
    }

    @Test func `the end is reported once, if there was anything before`() {
        var phone = TestPlayer.registered()
        phone.end()
        expect(phone.takeReports(), is: [], "nothing was known")
        phone.begin()
        phone.acceptAll()
        phone.update(.title, "So What")
        phone.end()
        expect(phone.takeReports(), is: [], "nothing was reported")
        phone.begin()
        phone.acceptAll()
        phone.update(.title, "So What")
        phone.wait(.seconds(1))
        phone.end()
        phone.end()
        expect(phone.reports.last, is: .state(nil, hasJumped: false))
        expect(phone.takeReports(), is: ["So What - -", "ended"])
    }

    @Test func `a player that is gone is a state without one`() {
        var phone = TestPlayer.playing()
        for number in UInt8(0)...3 {
            phone.update(MediaAttribute(.player, number), "")
            phone.update(MediaAttribute(.queue, number), "")
            phone.update(MediaAttribute(.track, number), "")
        }
        phone.wait(.milliseconds(100))
        guard case .state(let state?, false) = phone.reports.last else {
            Issue.record("nothing was reported, or a jump")
            return
        }
        expect(state.isEmpty, is: true)
        expect(phone.reports.count, is: 1)
    }

    @Test func `malformed values change nothing`() {
        var phone = TestPlayer.playing()
        let state = phone.session.state
        for value in [[], [2], [2, 2], [3, 0, 0, 0x31], [2, 4, 0, 0x31]] as [[UInt8]] {
            phone.take(phone.session.received(value, from: .entityUpdate, at: phone.now))
            phone.take(phone.session.received(value, from: .entityAttribute, at: phone.now))
        }
        expect(phone.session.state, is: state)
        expect(phone.session.nextDeadline, is: nil)
    }
}
