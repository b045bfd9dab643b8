import DBus
import Expecting
import Notices
import Testing

@testable import Desktop

/// Properties of a player, from what its phone reports.
struct PlayerPropertiesTests {
    private typealias Change = @Sendable (inout PlayedMedia) -> Void

    private static func properties(
        mayAct: Bool = true, _ change: Change = { _ in }
    ) -> [String: BusValue?] {
        let media = SampleMedia.changed(SampleMedia.track(), change)
        return PlayerProperties(SampleMedia.player(media), mayAct: mayAct).all
    }

    @Test func `a track has all properties of the specification`() {
        let track = ObjectPath(rawValue: "/org/callboard/desktop/phone_5a0c93e1/track1")
        expect(
            Self.properties(),
            is: [
                "PlaybackStatus": .string("Playing"), "LoopStatus": .string("None"),
                "Shuffle": .bool(true), "Rate": .double(1), "MinimumRate": .double(1),
                "MaximumRate": .double(1), "Volume": .double(0.5),
                "Metadata": .dictionary([
                    "mpris:trackid": .path(track), "mpris:length": .int64(200_000_000),
                    "xesam:title": .string("Harbour"), "xesam:artist": .strings(["Noa Levi"]),
                    "xesam:album": .string("Small Boats"),
                ]),
                "CanGoNext": .bool(true), "CanGoPrevious": .bool(true), "CanPlay": .bool(true),
                "CanPause": .bool(true), "CanSeek": .bool(false), "CanControl": .bool(true),
            ])
        expect(
            PlayerProperties(SampleMedia.player(SampleMedia.track()), mayAct: true).root,
            is: [
                "CanQuit": .bool(false), "CanRaise": .bool(false), "HasTrackList": .bool(false),
                "Identity": .string("Mara's iPhone"),
                "DesktopEntry": .string("callboard-desktop"),
                "SupportedUriSchemes": .strings([]), "SupportedMimeTypes": .strings([]),
            ])
    }

    private struct Row: Sendable {
        let change: Change
        let name: String
        let value: BusValue?
        let why: Comment

        init(_ name: String, _ value: BusValue?, _ why: Comment, _ change: @escaping Change) {
            (self.change, self.name, self.value, self.why) = (change, name, value, why)
        }
    }

    private static let rows: [Row] = [
        Row("PlaybackStatus", .string("Paused"), "paused") { $0.state = .paused },
        Row("PlaybackStatus", .string("Playing"), "it moves") { $0.state = .rewinding },
        Row("PlaybackStatus", .string("Playing"), "it moves") { $0.state = .fastForwarding },
        Row("PlaybackStatus", .string("Stopped"), "unknown") { $0.state = nil },
        Row("LoopStatus", .string("Track"), "one") { $0.repeatMode = .one },
        Row("LoopStatus", .string("Playlist"), "all") { $0.repeatMode = .all },
        Row("LoopStatus", nil, "absent if the phone does not report it") { $0.repeatMode = nil },
        Row("Shuffle", .bool(false), "off") { $0.shuffleMode = .off },
        Row("Shuffle", .bool(true), "shuffled albums") { $0.shuffleMode = .one },
        Row("Shuffle", nil, "absent if the phone does not report it") { $0.shuffleMode = nil },
        Row("Rate", .double(1.5), "a fast podcast") { $0.rate = 1.5 },
        Row("MaximumRate", .double(1.5), "no less than the rate") { $0.rate = 1.5 },
        Row("MinimumRate", .double(0.5), "no more than the rate") { $0.rate = 0.5 },
        Row("Rate", .double(1), "0 is not allowed") { $0.rate = 0 },
        Row("Rate", .double(1), "no number") { $0.rate = .nan },
        Row("Rate", .double(-2), "back") { $0.rate = -2 },
        Row("Rate", .double(100), "bounded") { $0.rate = 1e300 },
        Row("Volume", .double(1), "unknown") { $0.volume = nil },
        Row("Volume", .double(1), "bounded") { $0.volume = 7 },
        Row("CanGoNext", .bool(false), "not offered") { $0.commands = [.previous, .skip] },
        Row("CanGoPrevious", .bool(false), "not offered") { $0.commands = [.next, .back] },
        Row("CanPlay", .bool(true), "by toggling") { $0.commands = [.toggle] },
        Row("CanPause", .bool(true), "by toggling") { $0.commands = [.toggle] },
        Row("CanPause", .bool(false), "not offered") { $0.commands = [.play] },
        Row("CanPlay", .bool(false), "not offered") { $0.commands = [] },
    ]

    @Test(arguments: rows.indices)
    func `a value follows from the phone's report`(_ index: Int) {
        let row = Self.rows[index]
        let value = Self.properties(row.change)[row.name] ?? nil
        expect(value, is: row.value, row.why)
    }

    @Test func `a user without the right to act sees players that cannot be controlled`() {
        let properties = Self.properties(mayAct: false)
        for name in ["CanGoNext", "CanGoPrevious", "CanPlay", "CanPause", "CanControl"] {
            expect(properties[name], is: .bool(false), "\(name)")
        }
        expect(properties["PlaybackStatus"], is: .string("Playing"))
    }

    private static func metadata(_ change: Change) -> [String: BusValue]? {
        properties(change)["Metadata"]??.asDictionary
    }

    @Test func `a player without a track has the path that stands for none`() {
        let none = Self.metadata { media in
            (media.title, media.artist, media.album) = (nil, Text(""), Text(" \n"))
        }
        expect(none, is: ["mpris:trackid": .path(MPRIS.noTrack)])
    }

    static let lengths: [(Duration?, BusValue?)] = [
        (.milliseconds(1500), .int64(1_500_000)), (.zero, nil), (.seconds(-1), nil), (nil, nil),
        (.seconds(9e15), .int64(1_000_000_000_000)),
    ]

    @Test(arguments: lengths.indices)
    func `a length is in microseconds, bounded, and absent if it says nothing`(_ index: Int) {
        let (duration, length) = Self.lengths[index]
        expect(Self.metadata { $0.duration = duration }?["mpris:length"], is: length)
    }

    static let texts: [(bytes: [UInt8], shown: String?, why: Comment)] = [
        (Array("a\u{0}b".utf8), "ab", "a NUL would end the connection to the bus"),
        ([0xFF, 0xFE, 0x41], "\u{FFFD}\u{FFFD}A", "no UTF-8"),
        ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}", "half a surrogate"),
        ([0x41, 0xE2, 0x82], "A", "half a character at the end"),
        (Array("a\nb\u{1B}[2Jc".utf8), "a b[2Jc", "an escape sequence"),
        (Array("a\u{202E}b".utf8), "ab", "a reversed direction"),
        (
            [0xEF, 0xBF, 0xBE, 0xEF, 0xB7, 0x90], "\u{FFFD}\u{FFFD}",
            "U+FFFE and U+FDD0 are no characters"
        ),
        (
            Array(String(repeating: "x", count: 100_000).utf8), String(repeating: "x", count: 512),
            "long"
        ),
        (Array("\u{200B}\u{FEFF}".utf8), nil, "nothing that can be seen"),
    ]

    @Test(arguments: texts.indices)
    func `a text is valid on the bus and bounded, whatever the phone sends`(_ index: Int) {
        let (bytes, shown, why) = Self.texts[index]
        let data = Self.metadata { $0.title = Text(bytes: bytes) }
        expect(data?["xesam:title"], is: shown.map(BusValue.string), why)
        let artists = Self.metadata { $0.artist = Text(bytes: bytes) }?["xesam:artist"]
        expect(artists, is: shown.map { .strings([$0]) }, why)
        let phone = PhoneName(String(decoding: bytes, as: UTF8.self))
        let name = MPRIS.identity(of: phone)
        #expect(!name.isEmpty && !name.utf8.contains(0))
    }

    @Test func `names are valid on the bus, whatever a phone is called`() throws {
        for phone in [SampleMedia.phone, PhoneName("😀 <&\"'> \u{0}"), PhoneName("")] {
            let word = MPRIS.word(of: phone)
            #expect(word.wholeMatch(of: /phone_[0-9a-f]{8}/) != nil, "\(word)")
        }
        expect(
            MPRIS.busName(of: SampleMedia.phone),
            is: "org.mpris.MediaPlayer2.callboard.phone_5a0c93e1")
    }
}
