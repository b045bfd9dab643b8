import Expecting
import Linux
import Notices
import Outlets
import Testing

@testable import Clients
@testable import Commands
@testable import Service

/// What people write to mute an app.
struct MuteWordsTests {
    private static let now = WallTime(
        year: 2026, month: 11, day: 30, hour: 17, minute: 59, second: 30)

    private static func time(_ day: Int, _ hour: Int, _ minute: Int = 0, month: Int = 12)
        -> WallTime?
    {
        WallTime(year: 2026, month: month, day: day, hour: hour, minute: minute, second: 0)
    }

    @Test(arguments: [
        ("", 3600, nil), ("30m", 1800, nil), ("2h", 7200, nil), ("30d", 2_592_000, nil),
        ("1s", 1, nil), ("today", nil, time(1, 0)),
        ("until 18:00", nil, time(30, 18, month: 11)), ("until 17:59", nil, time(1, 17, 59)),
        ("until 00:00", nil, time(1, 0)),
    ])
    func `a time is read`(_ text: String, _ seconds: Int?, _ until: WallTime?) throws {
        let now = try #require(Self.now)
        let words = text.split(separator: " ").map(String.init)
        let time = try #require(MuteTime(words, now: now))
        #expect(time.seconds == seconds && time.until == until, "\(text)")
        // All of it in one pair of quotation marks.
        expect(MuteTime(text.isEmpty ? [] : [text], now: now), is: time)
    }

    @Test(arguments: [
        "0", "0s", "31d", "1", "forever", "until", "until 25:00", "until 18", "18:00 today",
        "1h 30m", "until 24:00", "99999999999999999999d", "-1h",
    ])
    func `what makes no sense is no time`(_ text: String) throws {
        let now = try #require(Self.now)
        expect(MuteTime(text.split(separator: " ").map(String.init), now: now), is: nil)
    }

    private static let search = AppSearch(
        apps: [
            ("com.apple.MobileSMS", "Messages"), ("com.apple.mobilemail", "Mail"),
            ("org.example.mail", "MAIL"), ("nameless", nil),
        ].map { AppSearch.App(id: Text($0), name: $1.map { Text($0) }) })

    @Test(arguments: [
        ("messages", AppSearch.Meaning.known(search.apps[0]), "a name, in any case"),
        ("COM.APPLE.MOBILESMS", .known(search.apps[0]), "an identifier"),
        ("nameless", .known(search.apps[3]), "one without dots"),
        ("Mail", .several(["com.apple.mobilemail", "org.example.mail"]), "two have the name"),
        ("Mesages", .none(near: "Messages"), "nearly a name"),
        ("Weather", .none(near: nil), "no name"),
        (
            "com.apple.MobileSNS",
            .unheard(
                AppSearch.App(id: Text("com.apple.MobileSNS"), name: nil),
                near: "com.apple.MobileSMS"), "an identifier of which nothing was heard"
        ),
        ("", .none(near: nil), "nothing"), ("a. b", .none(near: nil), "a sentence"),
    ])
    func `an app is found by identifier or name`(
        _ word: String, _ meaning: AppSearch.Meaning, _ why: String
    ) {
        expect(Self.search.meaning(of: word), is: meaning, "\(why)")
    }
}
