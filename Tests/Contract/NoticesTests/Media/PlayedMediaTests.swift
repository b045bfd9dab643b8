import AMS
import Expecting
import Notices
import Testing

/// What a phone plays, as events carry it.
struct PlayedMediaTests {
    private static func media(_ rate: Double, _ duration: Duration? = .seconds(100)) -> PlayedMedia
    {
        var media = PlayedMedia()
        media.position = .seconds(10)
        (media.rate, media.duration) = (rate, duration)
        return media
    }

    @Test func `a position runs on within its track`() {
        for (media, time, expected, why) in [
            (Self.media(1), .seconds(5), .seconds(15), "it plays"),
            (Self.media(0), .seconds(5), .seconds(10), "it is paused"),
            (Self.media(2), .seconds(5), .seconds(20), "at double speed"),
            (Self.media(-4), .seconds(5), .zero, "it rewinds to the start"),
            (Self.media(1), .seconds(500), .seconds(100), "to the end"),
            (Self.media(1, nil), .seconds(500), .seconds(510), "a track of unknown length"),
            (Self.media(1), .seconds(-5), .seconds(10), "a clock that was set back"),
            (Self.media(1e308), .seconds(Int64.max / 1000), .seconds(100), "absurd numbers"),
            (Self.media(-.infinity), .seconds(1), .zero, "no number"),
            (PlayedMedia(), .seconds(5), nil, "unknown"),
        ] as [(PlayedMedia, Duration, Duration?, String)] {
            expect(media.position(after: time), is: expected, "\(why)")
        }
    }

    @Test func `it is described by title and artist, else by its player`() {
        for (title, artist, player, expected, why) in [
            ("One", "Ann", "Music", "One – Ann", "both"), ("One", nil, "Music", "One", "a title"),
            ("", "Ann", "Music", "Ann", "an empty title"), (nil, nil, "Music", "Music", "a player"),
            (nil, nil, nil, nil, "nothing"), ("a\u{1B}[31m\nb", nil, nil, "a[31m b", "cleaned"),
        ] as [(String?, String?, String?, String?, String)] {
            var media = PlayedMedia()
            (media.title, media.artist) = (title.map { Text($0) }, artist.map { Text($0) })
            media.player = player.map { Text($0) }
            expect(media.words, is: expected, "\(why)")
            expect(media.withoutTexts.words, is: nil)
        }
    }

    @Test(arguments: PlayedMedia.State.allCases)
    func `everything but a pause is playing`(state: PlayedMedia.State) {
        var media = PlayedMedia()
        expect(media.isPlaying, is: false, "unknown")
        media.state = state
        expect(media.isPlaying, is: state != .paused)
        #expect(!state.words.contains("_"))
    }

    @Test func `a command that was performed is a sentence`() {
        for (phone, expected) in [
            ("Ann", "pause: done on Ann"), ("", "pause: done"), (nil, "pause: done"),
        ] as [(String?, String)] {
            expect(MediaCommand.pause.done(on: phone), is: expected)
        }
    }

    @Test func `the state of a session becomes what events carry`() {
        var state = MediaState()
        (state.playerName, state.title) = (Array("Music".utf8), [0xFF])
        state.playback = .playing
        state.rate = 2
        state.position = MediaPosition(.seconds(10), received: .seconds(1000))
        state.shuffleMode = MediaMode(rawValue: 9)
        state.commands = [.pause, MediaCommandID(rawValue: 200)]
        let media = PlayedMedia(state, at: .seconds(1005))
        expect(media.position, is: .seconds(20))
        expect(media.rate, is: 2)
        expect(media.title, is: Text(bytes: [0xFF]))
        expect(media.shuffleMode, is: nil, "a mode that a later version adds")
        expect(media.commands, is: [.pause])
        expect(
            MediaCommand.allCases.map { MediaCommandID(word: $0.rawValue)?.rawValue },
            is: (0..<14).map { UInt8($0) }, "the same words in both")
    }
}
