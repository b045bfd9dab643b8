import Expecting
import Testing

@testable import AMS

/// The state of a player: what values make of it, and the position at a time.
struct MediaStateTests {
    @Test(
        "a position runs on with the rate, within the track",
        arguments: [
            ("1,1.0,10", 5, 15, "playing"), ("1,2.0,10", 5, 20, "twice as fast"),
            ("1,0.5,10", 4, 12, "half as fast"), ("1,,10", 5, 15, "playing at an unknown rate"),
            ("1,0,10", 5, 10, "playing, but waiting for data"), ("0,0,10", 5, 10, "paused"),
            ("0,1.0,10", 5, 10, "paused, but with a rate"), ("2,-4.0,10", 2, 2, "rewinding"),
            ("2,-4.0,10", 5, 0, "back to the begin"), ("2,,10", 5, 10, "rewinding, unknown rate"),
            ("3,30,10", 2, 70, "fast forwarding"), ("1,1.0,10", 500, 100, "to the end"),
            ("1,1.0,200", 5, 100, "a wrong position behind the end"),
            ("1,1.0,-200", 5, nil, "a negative first position"),
            ("1,100,0", 1_000_000_000, 100, "far"),
            ("2,-100,99", 1_000_000_000, 0, "far back"), ("1,1.0,10", -5, 10, "before its time"),
            (",,10", 5, 10, "no state"), (",1,10", 5, 15, "no state, but a rate"),
            ("1,1.0,", 5, nil, "unknown"), ("", 5, nil, "no player"),
        ] as [(String, Int, Int?, String)])
    func position(info: String, seconds: Int, expected: Int?, why: String) {
        var reports = StateReports()
        reports.state.duration = .seconds(100)
        reports.take(PlaybackInfo(parsing: Array(info.utf8)), at: .seconds(1000))
        let position = reports.state.position(at: .seconds(1000 + seconds))
        expect(position, is: expected.map { .seconds($0) }, "\(why)")
    }

    @Test func `without a length a position is bounded by the limit`() {
        var reports = StateReports()
        reports.take(PlaybackInfo(parsing: Array("1,100,5".utf8)), at: .zero)
        expect(reports.state.position(at: .seconds(10)), is: .seconds(1005))
        expect(reports.state.position(at: .seconds(1_000_000_000)), is: MediaLimits.time)
    }

    @Test(
        "values are read, clamped, or unknown",
        arguments: [
            (.volume, "0.5", "0.5", "half"), (.volume, "0,25", "0.25", "a comma"),
            (.volume, "-1", "0.0", "less than silence"), (.volume, "7", "1.0", "too loud"),
            (.volume, "", "-", "empty"), (.volume, "nan", "-", "no number"),
            (.queueIndex, "3", "3", "a track"), (.queueIndex, "-1", "-", "none"),
            (.queueCount, "12", "12", "tracks"), (.queueCount, "1000000", "1000000", "the most"),
            (.queueCount, "1000001", "-", "more"), (.queueCount, "1.5", "-", "a fraction"),
            (.shuffleMode, "0", "0", "off"), (.shuffleMode, "2", "2", "all"),
            (.repeatMode, "1", "1", "one"), (.repeatMode, "9", "9", "an unknown mode"),
            (.repeatMode, "256", "-", "beyond a byte"), (.repeatMode, "", "-", "empty"),
            (.duration, "337.5", "337.5", "a track"), (.duration, "0", "-", "a live stream"),
            (.duration, "-1", "-", "negative"), (.duration, "1e9", "-", "too long"),
            (.title, "Blue in Green", "Blue in Green", "a title"), (.title, "", "-", "empty"),
            (.artist, "Miles Davis", "Miles Davis", "an artist"),
            (.album, "Kind of Blue", "Kind of Blue", "an album"),
            (.playerName, "Music", "Music", "a player"),
            (.bundleIdentifier, "com.apple.Music", "com.apple.Music", "its app"),
        ] as [(MediaAttribute, String, String, String)])
    func value(attribute: MediaAttribute, value: String, expected: String, why: String) {
        var state = MediaState()
        state.set(attribute, to: Array(value.utf8), isCut: false)
        expect(Self.words(state, attribute), is: expected, "\(why)")
        expect(state.isEmpty, is: expected == "-", "\(why)")
    }

    @Test func `a text is kept as it came, up to 512 bytes`() {
        var state = MediaState()
        state.set(.title, to: [0xFF, 0x00, 0xC3], isCut: false)
        expect(state.title, is: [0xFF, 0x00, 0xC3], "no UTF-8")
        state.set(.title, to: [UInt8](repeating: 0x41, count: 70_000), isCut: false)
        expect(state.title?.count, is: 512)
    }

    @Test func `an unknown attribute changes nothing`() {
        for entity in UInt8.min...UInt8.max {
            for number in UInt8(4)...20 {
                var state = MediaState()
                let attribute = MediaAttribute(MediaEntity(rawValue: entity), number)
                state.set(attribute, to: [0x31], isCut: false)
                expect(state, is: MediaState())
            }
        }
    }

    @Test func `commands alone are no player`() {
        var state = MediaState()
        expect(state.isEmpty, is: true)
        state.commands = [.play]
        expect(state.isEmpty, is: true)
        state.rate = 1
        expect(state.isEmpty, is: false)
    }

    private static func words(_ state: MediaState, _ attribute: MediaAttribute) -> String {
        func text(_ bytes: [UInt8]?) -> String? {
            bytes.map { String(decoding: $0, as: UTF8.self) }
        }
        let words: String? =
            switch attribute {
            case .volume: state.volume.map { "\($0)" }
            case .queueIndex: state.queueIndex.map { "\($0)" }
            case .queueCount: state.queueCount.map { "\($0)" }
            case .shuffleMode: state.shuffleMode.map { "\($0.rawValue)" }
            case .repeatMode: state.repeatMode.map { "\($0.rawValue)" }
            case .duration: state.duration.map { "\($0.inSeconds)" }
            case .title: text(state.title)
            case .artist: text(state.artist)
            case .album: text(state.album)
            case .playerName: text(state.playerName)
            case .bundleIdentifier: text(state.bundleIdentifier)
            default: nil
            }
        return words ?? "-"
    }
}
