import ANCS
import Beacons
import Board
import ControlSupport
import Expecting
import Formats
import JSON
import Linux
import Notices
import Support
import Testing
import Web

@testable import Wall

/// A board as pages have it.
struct WallPictureTests {
    private static let noon = WallTime.now.midnight.advanced(by: .seconds(12 * 3_600))
    private static let frame = WallFrame(run: "r", name: "Hall", detail: .full)
    private static let phone = PhoneName("Mara's iPhone", id: PhoneID("5a0c93e1"))
    private static let second = PhoneName("Theo's iPhone", id: PhoneID("5a0c93e2"))

    private static func notice(
        _ number: UInt64, _ category: CategoryID = .social, _ title: String = "Ada",
        _ message: String = "Are you home?", call: Call.State? = nil, on phone: PhoneName = phone
    ) -> Notice {
        Notice(
            id: NoticeID(rawValue: number), phone: phone.name, category: Category(category),
            flags: .negativeAction, uid: NotificationUID(rawValue: UInt32(number)),
            appID: Text("org.example"), appName: Text("Signal"), title: Text(title),
            message: Text(message), received: noon, call: call.map { Call(state: $0) })
    }

    private static func picture(
        _ events: [BridgeEvent], _ detail: BoardOptions.Detail = .full, namesPhones: Bool = false,
        link: WallPicture.Link = .here
    ) -> WallPicture {
        var board = DayBoard(BoardOptions(detail: detail, namesPhones: namesPhones))
        for event in events { _ = board.take(event, at: .seconds(100)) }
        return WallPicture(board, link: link, isNight: false, at: noon)
    }

    private static func json(
        _ picture: WallPicture, _ detail: BoardOptions.Detail = .full
    ) throws -> (text: String, value: JSONValue) {
        let bytes = picture.whole(
            WallFrame(run: "r", name: "Hall", detail: detail), WallRights(), at: noon, .seconds(103)
        )
        return (String(decoding: bytes, as: UTF8.self), try JSONValue(parsing: bytes))
    }

    private static let day: [BridgeEvent] = [
        .radio(.listening, at: noon),
        .phone(.ready, phone, at: noon),
        .notice(.added, notice(1), at: noon),
        .notice(.ringing, notice(2, .incomingCall, "Davidson", call: .ringing), at: noon),
        .beacon(
            BeaconNews(
                .left, of: .item(BeaconItem("Keys", picture: "🔑"), region: "keys"), zone: .near),
            at: noon),
    ]

    @Test func `a board has the members that pages know`() throws {
        let (text, value) = try Self.json(Self.picture(Self.day))
        let moment = Self.noon.timestamp
        let expected =
            "{\"version\":1,\"run\":\"r\",\"time\":\"\(moment)\",\"name\":\"Hall\",\"detail\":\"full\","
            + "\"may_act\":false,\"searches\":false,\"link\":{\"state\":\"here\"},"
            + "\"radio\":{\"state\":\"listening\",\"words\":\"waiting for phones\"},"
            + "\"phones\":[{\"phone\":\"Mara's iPhone\",\"state\":\"ready\",\"words\":\"ready\"}],"
            + "\"media\":[],\"calls\":[{\"id\":\"\(NoticeID(rawValue: 2))\",\"who\":\"Davidson\",\"app\":\"Signal\","
            + "\"state\":\"ringing\",\"since\":\"\(moment)\",\"seconds\":3.0}],"
            + "\"counts\":{\"missed\":0,\"voicemail\":0,\"others\":1},\"night\":false,"
            + "\"rows\":[{\"id\":\"\(NoticeID(rawValue: 1))\",\"time\":\"\(moment)\","
            + "\"label\":\"\(Category(.social).label)\",\"look\":\"social\",\"who\":\"Ada\","
            + "\"app\":\"Signal\",\"text\":\"Are you home?\",\"gone\":false}],"
        #expect(text.hasPrefix(expected), "\(text)")
        expect(value.list("places").map { $0.text("name") }, is: ["Keys"])
        expect(value.list("places").first?.isTrue("missing"), is: true)
        #expect(value["bridges"] == nil)
    }

    @Test(
        arguments: [
            (.full, .full, "all words"), (.names, .names, "who, and which app"),
            (.counts, nil, "no words"),
        ] as [(BoardOptions.Detail, TellingNotice.Detail?, String)])
    func `no field of a notice is told that its detail does not have`(
        _ detail: BoardOptions.Detail, _ level: TellingNotice.Detail?, _ why: String
    ) throws {
        let events: [BridgeEvent] = [
            .notice(.added, TellingNotice.notice(), at: Self.noon),
            .notice(.ringing, TellingNotice.notice(78, call: Call(state: .ringing)), at: Self.noon),
        ]
        let board = try Self.json(Self.picture(events, detail), detail).text
        let news = events.compactMap { $0.reduced(to: detail) }.map {
            String(decoding: JSONFormat(showsSource: false).object(for: $0), as: UTF8.self)
        }
        for text in news + [board] {
            let told = TellingNotice.told(in: text)
            #expect(TellingNotice.tellable(level).isSuperset(of: told), "\(why): \(told)")
            #expect(told.isEmpty == (level == nil), "\(why)")
        }
    }

    @Test func `a bridge that is gone is told, and no call rings on`() throws {
        let picture = Self.picture(Self.day, link: .gone(since: Self.noon, words: "why"))
        let value = try Self.json(picture).value
        expect(value["link"]?.text("state"), is: "gone")
        expect(value["link"]?.text("since"), is: Self.noon.timestamp)
        expect(value["link"]?.text("words"), is: "why")
        expect(value.list("calls").count, is: 0)
        expect(value.list("rows").count, is: 1)
    }

    @Test func `whoever may see counts alone reads no name and no word of any phone`() throws {
        let events =
            Self.day + [
                .phone(.ready, Self.second, at: Self.noon),
                .notice(
                    .ringing,
                    Self.notice(3, .incomingCall, "Zoe", call: .ringing, on: Self.second),
                    at: Self.noon),
            ]
        let (text, value) = try Self.json(
            Self.picture(events, .counts, namesPhones: true), .counts)
        for word in ["Mara", "Theo", "Ada", "home", "Davidson", "Zoe", "Keys", "Signal", "example"]
        {
            #expect(!text.contains(word), "\(word)")
        }
        expect(value.list("rows").count, is: 0)
        expect(value.list("phones").map { $0.text("phone") }, is: ["Phone", "Phone 2"])
        expect(value.list("calls").map { $0.text("phone") }, is: ["Phone 2", "Phone"])
        expect(value.list("calls").map { $0.text("who") }, is: [nil, nil])
        expect(value["counts"]?.number("others"), is: 1)
        let names = try Self.json(Self.picture(events, .names, namesPhones: true), .names).text
        #expect(names.contains("Ada") && !names.contains("home?"))
    }

    @Test(arguments: [("Signal", "Signal"), (nil, nil)])
    func `a call without a caller has the name of its app, where that is known`(
        app: String?, expected: String?
    ) throws {
        var call = Self.notice(2, .incomingCall, "", call: .ringing)
        call.appName = app.map { Text($0) }
        let value = try Self.json(Self.picture([.notice(.ringing, call, at: Self.noon)])).value
        expect(value.list("calls").map { $0.text("who") }, is: [nil])
        expect(value.list("calls").map { $0.text("app") }, is: [expected])
    }

    private static let hostile = [
        "<script>alert(1)</script>", "</script><img src=x onerror=alert(1)>", "<!--", "]]>",
        "\"},\"rows\":[{\"id\":\"", "\\\"\\u0000", "a\u{202E}b\u{2066}c\u{200F}d",
        "\u{0}\u{1}\u{7F}\u{9B}",
        "line\nbreak\r\ndata: x\n\nevent: board\n", "\u{2028}\u{2029}", "{{data}}{{board}}",
        "a" + String(repeating: "\u{301}", count: 30_000), String(repeating: "<", count: 65_536),
        String(repeating: "👨‍👩‍👧‍👦", count: 3_000), "\u{FEFF}", "שלום <b>", "&lt;b&gt;&#0;",
    ]

    @Test(arguments: hostile)
    func `whatever a title says, it is a text and nothing else`(_ words: String) throws {
        let events: [BridgeEvent] = [
            .phone(
                .ready, PhoneName(String(words.prefix(60)), id: PhoneID("5a0c93e1")), at: Self.noon),
            .notice(.added, Self.notice(1, .social, words, words), at: Self.noon),
            .notice(
                .ringing, Self.notice(2, .incomingCall, words, call: .ringing), at: Self.noon),
        ]
        let picture = Self.picture(events)
        let (text, value) = try Self.json(picture)
        expect(value.list("rows").count, is: 1)
        expect(value.list("calls").count, is: 1)
        #expect(text.utf8.count < 60_000, "\(text.utf8.count)")
        for scalar in text.unicodeScalars {
            #expect(scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value))
            #expect(!(0x202A...0x202E).contains(scalar.value))
            #expect(!(0x2066...0x2069).contains(scalar.value))
        }
        let page = WallPages().wall(picture, Self.frame, WallRights(), theme: nil)
        let html = String(decoding: page.body, as: UTF8.self)
        #expect(!html.contains("<img src=x") && !html.contains("<script>alert"))
        expect(
            html.split(separator: "</script", omittingEmptySubsequences: false).count,
            is: Self.plainScripts)
        expect(
            html.split(separator: "<img", omittingEmptySubsequences: false).count,
            is: Self.plainImages)
    }

    private static let plainPage: String = {
        let picture = Self.picture([])
        let page = WallPages().wall(picture, frame, WallRights(), theme: nil)
        return String(decoding: page.body, as: UTF8.self)
    }()
    private static let plainScripts =
        plainPage.split(separator: "</script", omittingEmptySubsequences: false).count
    private static let plainImages =
        plainPage.split(separator: "<img", omittingEmptySubsequences: false).count

    @Test func `changes name what is otherwise, and lead to the same board`() throws {
        var random = RepeatableRandom(seed: 5)
        var board = DayBoard()
        func picture() -> WallPicture {
            WallPicture(board, link: .here, isNight: false, at: Self.noon)
        }
        var page = PageBoard()
        var shown = picture()
        try page.take("board", Self.json(shown).text)
        for round in 0..<1_500 {
            let id = UInt64.random(in: 1...40, using: &random)
            let event: BridgeEvent =
                switch Int.random(in: 0..<7, using: &random) {
                case 0...2:
                    .notice(
                        .added, Self.notice(id, .social, "t\(id % 5)", "m\(round)"), at: Self.noon)
                case 3: .notice(.removed, Self.notice(id), at: Self.noon)
                case 4:
                    .notice(
                        .ringing, Self.notice(id + 50, .incomingCall, call: .ringing), at: Self.noon
                    )
                case 5:
                    .notice(
                        .ended, Self.notice(id + 50, .incomingCall, call: .ended), at: Self.noon)
                default:
                    .phone(
                        Bool.random(using: &random) ? .ready : .unresponsive, Self.phone,
                        at: Self.noon)
                }
            _ = board.take(event, at: .seconds(103))
            let new = picture()
            let changes = new.changes(since: shown, at: Self.noon, .seconds(103))
            expect(changes == nil, is: new == shown)
            if let changes { try page.take("change", String(decoding: changes, as: UTF8.self)) }
            shown = new
            guard round % 25 == 0 else { continue }
            var whole = PageBoard()
            try whole.take("board", Self.json(new).text)
            #expect(page.rows.map(\.id) == whole.rows.map(\.id), "\(round)")
            #expect(page == whole, "\(round)")
        }
    }
}
