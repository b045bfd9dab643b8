import Expecting
import Linux
import Notices
import Testing

@testable import Desktop

/// Players of phones, folded from events of a bridge.
struct FollowedPlayersTests {
    private static let wall = WallTime(milliseconds: 1_780_000_000_000)
    private var players = FollowedPlayers()
    private var now = Duration.seconds(1000)

    private mutating func take(
        _ media: PlayedMedia?, of phone: PhoneName = SampleMedia.phone, age: Duration = .zero
    ) {
        let time = Self.wall.advanced(by: .zero - age)
        players.take(.media(media, phone, at: time), at: now, wall: Self.wall)
    }

    private var names: [String] { players.shown.map(\.phone.name) }

    @Test mutating func `a phone is shown from its first track until its player is gone`() {
        take(SampleMedia.track(nil, artist: nil, album: nil, state: .paused))
        expect(names, is: [], "a paused player without a track")
        take(SampleMedia.track(state: .paused))
        expect(names, is: ["Mara's iPhone"])
        take(SampleMedia.track(nil, artist: nil, album: nil, state: nil))
        expect(names, is: ["Mara's iPhone"], "between two tracks")
        take(nil)
        expect(names, is: [])
        take(SampleMedia.track(nil, artist: nil, album: nil, state: .playing))
        expect(names, is: ["Mara's iPhone"], "it plays, whatever that is")
    }

    @Test mutating func `a phone that is away is not shown, and another one stays`() {
        take(SampleMedia.track())
        take(SampleMedia.track(), of: SampleMedia.other)
        expect(names, is: ["Noa's iPhone", "Mara's iPhone"], "in the order of their identifiers")
        players.take(
            .phone(.notShared, SampleMedia.phone, at: Self.wall), at: now, wall: Self.wall)
        expect(names.count, is: 2, "it is there, without notifications")
        players.take(
            .phone(.disconnected, SampleMedia.phone, at: Self.wall), at: now, wall: Self.wall)
        expect(names, is: ["Noa's iPhone"])
    }

    @Test
    mutating func
        `a new report of the state replaces the old one, and a lost bridge shows nothing`()
    {
        take(SampleMedia.track())
        take(SampleMedia.track(), of: SampleMedia.other)
        let track = players.shown.last?.track
        players.begin()
        take(SampleMedia.track())
        expect(names.count, is: 2, "the report is not complete")
        players.catchUp()
        expect(names, is: ["Mara's iPhone"])
        expect(players.shown.last?.track, is: track, "the same track")
        players.lose()
        expect(names, is: [])
    }

    @Test(arguments: [true, false])
    mutating func `a renamed phone stays the same player`(_ hasID: Bool) {
        let old = PhoneName("Old", id: hasID ? PhoneID("5a0c93e1") : nil)
        take(SampleMedia.track(), of: old)
        players.begin()
        take(SampleMedia.track(), of: old)
        let new = old.called("New")
        players.take(.renamed(new, was: "Old", at: Self.wall), at: now, wall: Self.wall)
        players.catchUp()
        expect(names, is: ["New"])
        players.take(.renamed(new, was: "Unknown", at: Self.wall), at: now, wall: Self.wall)
        expect(names, is: ["New"])
    }

    @Test mutating func `phones beyond the limit are ignored`() {
        for number in 0..<100 {
            take(SampleMedia.track(), of: PhoneName("Phone \(number)"))
        }
        expect(names.count, is: DesktopLimits.players)
        expect(players.hasIgnored)
        take(SampleMedia.track("Other"), of: PhoneName("Phone 0"))
        expect(players.shown.contains { $0.media.title == Text("Other") }, "a known one is not")
    }

    static let ages: [(age: Duration, position: Duration, why: Comment)] = [
        (.zero, .seconds(12), "just now"), (.seconds(30), .seconds(42), "half a minute ago"),
        (.seconds(-30), .seconds(12), "in the future: a clock was set"),
        (.seconds(1_000_000_000), .seconds(200), "long ago: no further than the end"),
    ]

    @Test(arguments: ages.indices)
    mutating func `a position is computed from the age of its report`(_ index: Int) {
        let (age, position, why) = Self.ages[index]
        take(SampleMedia.track(), age: age)
        expect(players.shown.first?.position(at: now), is: position, why)
    }

    static let tracks:
        [(change: @Sendable (inout PlayedMedia) -> Void, isOther: Bool, why: Comment)] = [
            ({ $0.title = Text("Lighthouse") }, true, "another title"),
            ({ $0.artist = Text("Choir") }, true, "another artist"),
            ({ $0.appID = Text("com.apple.podcasts") }, true, "another app"),
            ({ $0.queueIndex = 3 }, false, "the number becomes known"),
            ({ $0.state = .paused }, false, "paused"), ({ $0.volume = 0.1 }, false, "softer"),
            ({ $0.duration = .seconds(3) }, false, "a corrected length"),
            ({ $0.position = .zero }, false, "it begins again"),
            ({ _ in }, false, "the same again"),
        ]

    @Test(arguments: tracks.indices)
    mutating func `the number of a track changes with the track`(_ index: Int) throws {
        let (change, isOther, why) = Self.tracks[index]
        take(SampleMedia.track())
        let first = try #require(players.shown.first?.track)
        take(SampleMedia.changed(SampleMedia.track(), change))
        let second = try #require(players.shown.first?.track)
        expect(second != first, is: isOther, why)
        take(SampleMedia.track())
        let third = try #require(players.shown.first?.track)
        if isOther { expect(third != first && third != second, "a number is never used again") }
    }

    @Test mutating func `texts that follow late belong to the same track`() throws {
        take(SampleMedia.track(artist: nil, album: nil))
        let first = try #require(players.shown.first?.track)
        take(SampleMedia.track())
        expect(players.shown.first?.track, is: first)
    }

    private struct Jump {
        let before: PlayedMedia
        let pause: Duration
        let after: PlayedMedia
        let position: Duration?
        let why: Comment
    }

    private static let jumps: [Jump] = [
        Jump(
            before: SampleMedia.track(at: .seconds(12)), pause: .seconds(5),
            after: SampleMedia.track(at: .seconds(17)), position: nil, why: "it ran on"),
        Jump(
            before: SampleMedia.track(at: .seconds(12)), pause: .seconds(5),
            after: SampleMedia.track(at: .seconds(17.9)), position: nil, why: "near enough"),
        Jump(
            before: SampleMedia.track(at: .seconds(12)), pause: .seconds(5),
            after: SampleMedia.track(at: .seconds(90)), position: .seconds(90), why: "ahead"),
        Jump(
            before: SampleMedia.track(at: .seconds(120)), pause: .seconds(5),
            after: SampleMedia.track(at: .seconds(3)), position: .seconds(3), why: "back"),
        Jump(
            before: SampleMedia.track(at: .seconds(12), state: .paused), pause: .seconds(500),
            after: SampleMedia.track(at: .seconds(12)), position: nil, why: "after a pause"),
        Jump(
            before: SampleMedia.track(at: .seconds(120)), pause: .seconds(5),
            after: SampleMedia.track("Lighthouse", at: .zero), position: nil,
            why: "a new track begins at 0"),
        Jump(
            before: SampleMedia.track(at: .seconds(120)), pause: .seconds(5),
            after: SampleMedia.track("Lighthouse", at: .seconds(60)), position: .seconds(60),
            why: "a new track begins elsewhere"),
        Jump(
            before: SampleMedia.track(at: .seconds(120)), pause: .seconds(5),
            after: SampleMedia.track(at: nil), position: nil, why: "an unknown position"),
        Jump(
            before: SampleMedia.track(at: nil), pause: .seconds(5),
            after: SampleMedia.track(at: .seconds(30)), position: .seconds(30),
            why: "a position that becomes known"),
    ]

    @Test(arguments: jumps.indices)
    mutating func `only a position that clients would not compute is a jump`(_ index: Int) throws {
        let row = Self.jumps[index]
        take(row.before)
        let old = try #require(players.shown.first)
        now += row.pause
        take(row.after)
        let new = try #require(players.shown.first)
        expect(new.jump(from: old, at: now), is: row.position, row.why)
    }
}
