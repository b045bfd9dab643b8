import ANCS
import Expecting
import Formats
import Linux
import Notices
import Testing

@testable import Control

/// What a centre's feed writes is what a wall hears.
struct FeedReaderTests {
    private static let begun = #"{"v":1,"event":"begun","at":"2026-11-26T09:15:02.123+01:00"}"#
    private static let caughtUp =
        #"{"v":1,"event":"caught_up","at":"2026-11-26T09:15:02.123+01:00"}"#

    private static func notice(_ number: Int) -> Notice {
        Notice(
            id: NoticeID(rawValue: UInt64(number)), phone: "berlin/hall Ann's iPhone",
            category: Category(.social), flags: [],
            uid: NotificationUID(rawValue: UInt32(number)), appID: Text("com.example"),
            title: Text("Léa <b>\u{202E}\(number)"), message: Text("On se voit ?\n😀"),
            received: WallTime(milliseconds: 1_790_000_000_000))
    }

    private static func line(_ number: Int, _ change: NoticeChange = .added) -> String {
        let notice = notice(number)
        let event = BridgeEvent.notice(change, notice, at: notice.received)
        return String(
            decoding: JSONFormat(showsSource: false).object(for: event), as: UTF8.self)
    }

    /// What is heard, in words; what is news has an exclamation mark.
    private static func words(of news: BridgeNews) -> String {
        switch news {
        case .begun: "begun"
        case .caughtUp: "caught up"
        case .event(.notice(let change, let notice, _), let news):
            "\(change) \(notice.id.rawValue) \(notice.title.cleaned())\(news == nil ? "" : "!")"
        case .event: "event"
        case .leftOut(let count): "left out \(count)"
        case .bridges(let bridges):
            bridges.map { "\($0.name) \($0.words)\($0.isTrouble ? "!" : "")" }
                .joined(separator: ", ")
        case .centralLost(let words): "lost: \(words)"
        case .status, .lost: "of a bridge"
        }
    }

    private static func heard(
        _ reader: inout FeedReader, _ bytes: [UInt8], portion: Int
    ) throws -> [String] {
        var (heard, rest): ([String], ArraySlice<UInt8>) = ([], bytes[...])
        while !rest.isEmpty {
            reader.append(Array(rest.prefix(portion)))
            rest = rest.dropFirst(portion)
            while let news = try reader.next() { heard.append(words(of: news)) }
        }
        return heard
    }

    private static let feed = [
        begun, line(1), line(2), caughtUp,
        #"{"v":1,"event":"bridges","bridges":[{"name":"a/b","words":"SILENT for 2 h","trouble":true},{"name":"c"}]}"#,
        line(3), #"{"v":1,"event":"of a later version"}"#,
        #"{"v":1,"event":"centre","state":"gone","words":"the server is gone"}"#,
        begun, line(1), line(2), line(3), line(4), caughtUp, line(1, .removed),
    ]

    @Test func `what was told before is no news, however the lines are cut`() throws {
        let expected = [
            "begun", "added 1 Léa <b>1", "added 2 Léa <b>2", "caught up",
            "a/b SILENT for 2 h!, c ", "added 3 Léa <b>3!", "lost: the server is gone", "begun",
            "added 1 Léa <b>1", "added 2 Léa <b>2", "added 3 Léa <b>3", "added 4 Léa <b>4!",
            "caught up", "removed 1 Léa <b>1!",
        ]
        let bytes = Array((Self.feed.joined(separator: "\n") + "\n").utf8)
        for portion in [1, 7, 100, bytes.count] {
            var reader = FeedReader()
            try expect(
                Self.heard(&reader, bytes, portion: portion), is: expected, "by \(portion)")
        }
    }

    @Test func `a program that was ended in the middle of a line spoils nothing of the next`()
        throws
    {
        var reader = FeedReader()
        let half = Array(([Self.begun, Self.line(1)].joined(separator: "\n")).utf8).dropLast(9)
        try expect(Self.heard(&reader, Array(half), portion: 50), is: ["begun"])
        reader.beginAgain()
        let whole = [Self.begun, Self.line(1), Self.caughtUp].map { $0 + "\n" }.joined()
        try expect(
            Self.heard(&reader, Array(whole.utf8), portion: 50),
            is: ["begun", "added 1 Léa <b>1!", "caught up"])
    }

    @Test(arguments: ["no JSON", "[1]", "{\"v\":1}", "{\"event\":3}", "{\"event\":\"begun\"", ""])
    func `what is no feed is a fault`(_ line: String) {
        var reader = FeedReader()
        #expect(throws: FeedReader.Fault.self) {
            try Self.heard(&reader, Array((line + "\n").utf8), portion: 1_000)
        }
    }

    @Test func `a line without an end is a fault before it fills the memory`() {
        var reader = FeedReader()
        let bytes = [UInt8](repeating: UInt8(ascii: "a"), count: ControlLimits.eventLine + 2)
        #expect(throws: FeedReader.Fault.self) {
            try Self.heard(&reader, bytes, portion: 1 << 16)
        }
    }

    @Test func `of very many bridges those in trouble are shown`() throws {
        let bridges = (0..<400).map {
            #"{"name":"b\#($0)","words":"w","trouble":\#($0 >= 390)}"#
        }
        var reader = FeedReader()
        reader.append(
            Array("{\"event\":\"bridges\",\"bridges\":[\(bridges.joined(separator: ","))]}\n".utf8))
        guard case .bridges(let shown)? = try reader.next() else {
            Issue.record("no bridges were heard of")
            return
        }
        expect(shown.count, is: FeedReader.bridgeLimit)
        expect(shown.count(where: \.isTrouble), is: 10)
        expect(shown.prefix(1).map(\.name), is: ["b390"])
    }
}
