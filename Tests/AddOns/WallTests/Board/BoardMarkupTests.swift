import ANCS
import Beacons
import Control
import Expecting
import Formats
import Foundation
import JSON
import Linux
import Notices
import RecordedLines
import Support
import Testing

@testable import Board
@testable import Wall

/// The board as pages have it: whole, and in the parts that are otherwise than before.
struct BoardMarkupTests {
    private static let midnight = LocalDay(year: 2026, month: 3, day: 2).moment()
    private static let now = at(10, 4)

    private static func at(_ hour: Int, _ minute: Int, day: Int = 0) -> WallTime {
        midnight.advanced(by: .seconds(day * 86_400 + hour * 3_600 + minute * 60))
    }

    private static func row(
        _ number: UInt64, _ time: WallTime, _ kind: CategoryID, _ who: String, text: String = "",
        app: String? = nil, phone: String? = nil, isGone: Bool = false, call: CallOutcome? = nil,
        isCut: Bool = false, older: [NoticeID] = [], day: String? = nil, place: String? = nil
    ) -> WallPicture.Row {
        var row = BoardRow(
            id: NoticeID(rawValue: number), time: time, kind: Category(kind), who: who, app: app,
            text: text, isGone: isGone, call: call)
        (row.phone, row.isCut, row.older) = (phone, isCut, older)
        return WallPicture.Row(row: row, day: day, place: place)
    }

    private static func call(
        _ number: UInt64, _ who: String, _ state: BoardCall.State, for seconds: Int,
        naming: BoardCall.Naming = .caller, app: String? = nil, phone: String? = nil
    ) -> WallPicture.Call {
        WallPicture.Call(
            call: BoardCall(
                id: NoticeID(rawValue: number), who: who, naming: naming, app: app, phone: phone,
                state: state, since: now, began: .milliseconds(10_000_000 - seconds * 1_000 - 250)))
    }

    private static func place(
        _ name: String, picture: String?, _ words: String, isHere: Bool, said: String = ""
    ) -> WallPicture.Place {
        WallPicture.Place(
            place: BeaconPlace(
                name: name, picture: picture, kind: .item, isHere: isHere,
                zone: isHere ? .near : .unknown, since: now, words: said),
            words: words)
    }

    private static func player(
        _ title: String?, _ state: PlayedMedia.State?, at seconds: Int?, of length: Int?,
        rate: Double = 1, by words: String = "Noa Levi", on phone: String = "Mara's iPhone",
        _ commands: [MediaCommand] = MediaCommand.allCases
    ) -> WallPicture.Player {
        var media = PlayedMedia()
        (media.title, media.state, media.rate) = (title.map { Text($0) }, state, rate)
        (media.position, media.duration) = (
            seconds.map { .seconds($0) }, length.map { .seconds($0) }
        )
        if title != nil {
            (media.artist, media.album, media.player) = (Text(words), Text(words), Text(words))
            media.volume = 0.4375
        }
        media.commands = commands
        // It was reported two and a half seconds ago.
        return WallPicture.Player(
            id: phone, phone: phone, media: media, reported: .milliseconds(9_997_500))
    }

    private static let hostile = [
        "<script>window.hit = 1</script>", "</script><img src=x onerror=\"window.hit = 2\">",
        "\"><svg onload='window.hit = 3'>", "&lt;b&gt; &amp;amp;", "{{board}} ${x} ]]> <!--",
        "\u{2067}نورة\u{2069} 👩‍👩‍👧‍👦", String(repeating: "<b>", count: 250),
    ]
    private static var empty: WallPicture {
        WallPicture(DayBoard(), link: .here, isNight: false, at: now)
    }
    private static let frame = WallFrame(run: "r", name: "Hall <b>", detail: .full)

    private static func markup(_ picture: WallPicture, _ frame: WallFrame = frame) -> BoardMarkup {
        BoardMarkup(picture, frame, at: now, .milliseconds(10_000_000))
    }

    /// A board with something of everything.
    private static var much: WallPicture {
        var picture = empty
        picture.radio = WallPicture.Radio(state: "off", words: "is off")
        picture.phones = [
            WallPicture.Phone(name: "Mara's iPhone", state: "ready", words: "ready"),
            WallPicture.Phone(name: hostile[1], state: "away", words: "away for 3 min"),
        ]
        picture.players = [
            player("The Harbour at Six", .playing, at: 70, of: 200),
            player("Tides", .paused, at: 754, of: 4_860, rate: 0, [.play, .pause, .skip, .back]),
            player(hostile[0], .rewinding, at: 1, of: 10, rate: -2.5, by: hostile[2], [.pause]),
            player(hostile[6], .fastForwarding, at: 4, of: 5, rate: 1.5, by: hostile[6], []),
            player(nil, .playing, at: nil, of: 30, on: hostile[1], [.play, .pause, .like]),
            player(nil, nil, at: 3, of: nil, [.toggle]),
        ]
        picture.calls = [
            call(1, hostile[0], .ringing, for: 7, app: "WhatsApp", phone: "Mara's iPhone"),
            call(2, "Signal", .ringing, for: 0, naming: .app),
            call(3, "Grandmother", .answered, for: 3_725),
            call(4, "Call", .answered, for: 61, naming: .nothing),
            call(5, String(repeating: "W", count: 450), .ringing, for: 59),
        ]
        picture.counts = BoardCounts(missed: 2, voicemail: 1, others: 30)
        picture.rows = [
            row(
                1, at(10, 1), .social, "Ada", text: "Are you home?", app: "Messages",
                phone: "Mara's iPhone", older: [NoticeID(rawValue: 90), NoticeID(rawValue: 91)]),
            row(2, at(9, 48), .missedCall, "Davidson", isGone: true, call: .missed),
            row(3, at(9, 31), .email, "Brandt", text: "Until six…", app: "Mail", isCut: true),
            row(
                4, at(19, 20, day: -1), .voicemail, String(repeating: "é", count: 200),
                text: String(repeating: "日本 ", count: 300), day: "Sun"),
        ]
        for (number, words) in hostile.enumerated() {
            picture.rows.append(
                row(
                    UInt64(10 + number), at(8, number), .news, words, text: words, app: words,
                    phone: words))
        }
        picture.places = [
            place(
                "Keys", picture: "🔑", "left 09:03", isHere: false,
                said: "Keys were left behind"),
            place(hostile[0], picture: "<i>", "here", isHere: true, said: hostile[2]),
            place("Wallet", picture: nil, "here", isHere: true),
        ]
        return picture
    }

    private static var boards: [(picture: WallPicture, detail: BoardOptions.Detail)] {
        var (gone, fleet, quiet) = (much, much, empty)
        gone.link = .gone(since: at(9, 58), words: hostile[0])
        (gone.calls, gone.isNight, gone.rows) = ([], true, [])
        gone.players = []
        fleet.bridges = [
            FollowedBridge(name: "berlin/hall", words: "ready", isTrouble: false),
            FollowedBridge(name: hostile[1], words: "SILENT 2 h", isTrouble: true),
        ]
        fleet.rows = Array(much.rows.prefix(1))
        fleet.rows[0].place = "berlin/hall Mara's iPhone"
        (fleet.calls, fleet.players) = ([], [])
        fleet.places = []
        quiet.radio = WallPicture.Radio(state: "listening", words: "waiting for phones")
        quiet.link = .gone(since: at(23, 5, day: -3), words: "The bridge is not running")
        return [
            (much, .full), (gone, .full), (fleet, .full), (quiet, .names), (empty, .counts),
        ]
    }

    private static let hits = [
        "{\"id\":\"0000000000001\",\"received\":\"2026-03-02T09:00:00.000+00:00\",\"category\":\"missed_call\","
            + "\"label\":\"MISSED\",\"title\":\"<b>Ada\",\"app\":\"Phone\",\"phone\":\"Mara's iPhone\"}",
        "{\"id\":\"0000000000002\",\"received\":\"2026-02-27T09:00:00.000+00:00\",\"sent\":"
            + "\"2026-02-26T23:59:00.000+00:00\",\"category\":\"email\",\"label\":\"MAIL\",\"title\":\"Brandt\","
            + "\"subtitle\":\"Ready\",\"message\":\"é<i>\",\"message_size\":4711,\"site\":\"berlin\","
            + "\"bridge\":\"hall\",\"phone\":\"Ann\"}",
        "{\"id\":\"0000000000003\",\"at\":\"2025-12-31T09:00:00.000+00:00\",\"category\":\"category_77\"}",
    ]

    /// The zone, which is that of the machine, becomes another.
    private static func elsewhere(_ text: String) -> String {
        text.split(separator: String(now.timestamp.suffix(6)), omittingEmptySubsequences: false)
            .joined(separator: "+00:00")
    }

    @Test func `all that is drawn is as it was recorded, for the stand-in to draw it alike`() throws
    {
        var lines: [String] = []
        for (picture, detail) in Self.boards {
            let frame = WallFrame(run: "r", name: "Hall <b>", detail: detail)
            let rights = WallRights(mayAct: detail == .full, searches: detail != .counts)
            let whole = picture.whole(frame, rights, at: Self.now, .milliseconds(10_000_000))
            let markup = Self.markup(picture, frame).text(for: rights)
            lines.append(
                String(
                    decoding: JSONWriter.object { writer in
                        writer.key("board")
                        writer.value(
                            written: Self.elsewhere(String(decoding: whole, as: UTF8.self)).utf8)
                        writer.member("markup", Self.elsewhere(markup))
                    }, as: UTF8.self))
        }
        for hit in Self.hits {
            let row = RowMarkup(hit: try JSONValue(parsing: Array(hit.utf8)), at: Self.now).markup
            lines.append(
                String(
                    decoding: JSONWriter.object { writer in
                        writer.key("hit")
                        writer.value(written: hit.utf8)
                        writer.member("markup", row)
                    }, as: UTF8.self))
        }
        try expect(lines, areRecordedIn: "Recorded/markup")
    }

    @Test(arguments: hostile)
    func `whatever a text says, no fragment has an element more`(_ words: String) throws {
        func elements(_ picture: WallPicture) throws -> [String] {
            let page = try JSONValue(
                parsing: try #require(Self.markup(picture).changes(since: Self.empty)))
            let texts =
                page.list("parts").map(\.string)
                + (page["rows"]?.list("put") ?? []).map { $0.text("row") }
            #expect(texts.count > 7)
            return texts.map { text in
                let tags = (text ?? "").split(separator: "<", omittingEmptySubsequences: false)
                return tags.map { String($0.prefix { $0.isLetter || $0 == "/" }) }.joined(
                    separator: " ")
            }
        }
        func picture(_ words: String) -> WallPicture {
            var picture = Self.much
            picture.link = .gone(since: Self.now, words: words)
            picture.phones = [WallPicture.Phone(name: words, state: "ready", words: words)]
            picture.players = [
                Self.player(words, .playing, at: 1, of: 9, by: words, on: words)
            ]
            picture.calls = [Self.call(1, words, .ringing, for: 1, app: words, phone: words)]
            picture.rows = [
                Self.row(
                    1, Self.now, .social, words, text: words, app: words, phone: words,
                    place: words)
            ]
            picture.places = [
                Self.place(words, picture: words, words, isHere: true, said: words)
            ]
            picture.bridges = [FollowedBridge(name: words, words: words, isTrouble: true)]
            return picture
        }
        // A long one has a rest that is shown later.
        let plain = String(repeating: "x", count: words.unicodeScalars.count)
        try expect(elements(picture(words)), is: elements(picture(plain)))
    }

    @Test(
        arguments: [
            ([.toggle, .play, .pause, .previous, .next], .playing, "previous toggle next"),
            ([.play, .pause], .playing, "pause"), ([.play, .pause], .paused, "play"),
            ([.pause], .paused, ""), ([.play], nil, "play"), ([], .playing, ""),
            ([.bookmark, .louder, .softer, .skip], .playing, "softer louder skip bookmark"),
        ] as [([MediaCommand], PlayedMedia.State?, String)])
    func `a player has the keys that it accepts, and no others`(
        _ commands: [MediaCommand], _ state: PlayedMedia.State?, _ expected: String
    ) {
        let player = Self.player("A", state, at: 1, of: 2, commands)
        let markup = PlayerMarkup(player, at: .zero).markup
        #expect(markup.contains("data-keys=\"\(expected)\""), "\(markup)")
    }

    @Test func `changes lead to the same board, and have only what is otherwise`() throws {
        var random = RepeatableRandom(seed: 7)
        var shown = Self.empty
        var page = try DrawnBoard(Self.markup(shown).text(for: WallRights()))
        for round in 0..<400 {
            var next = shown
            switch Int.random(in: 0..<8, using: &random) {
            case 7: next.players = Array(Self.much.players.shuffled(using: &random).prefix(2))
            case 0: next.counts = BoardCounts(missed: round % 3, voicemail: 1, others: 0)
            case 1: next.calls = round % 2 == 0 ? [] : Array(Self.much.calls.prefix(round % 5))
            case 2: next.places = Array(Self.much.places.shuffled(using: &random).prefix(2))
            case 3: next.link = round % 2 == 0 ? .here : .gone(since: Self.now, words: "x")
            case 4: next.phones = Array(Self.much.phones.prefix(round % 3))
            default:
                next.rows = Array(Self.much.rows.shuffled(using: &random).prefix(round % 9))
            }
            let changes = Self.markup(next).changes(since: shown)
            expect(changes == nil, is: next == shown)
            if let changes { try page.take(changes) }
            shown = next
            let whole = try DrawnBoard(Self.markup(shown).text(for: WallRights()))
            #expect(page == whole, "\(round)")
        }
    }
}

/// The parts of a page and its rows, by what it is told.
private struct DrawnBoard: Equatable {
    private var parts: [String: String] = [:]
    private var rows: [(id: String, row: String)] = []

    static func == (left: DrawnBoard, right: DrawnBoard) -> Bool {
        left.parts == right.parts && left.rows.map(\.row) == right.rows.map(\.row)
    }

    init(_ board: String) throws {
        // Each part ends where the next begins, which has an id as well.
        let ends = [
            "link": "</div>", "counts": "</ul>", "phones": "</ul>", "calls": "</section>",
            "alerts": "</ul>", "house": "</aside>", "media": "</section>",
        ]
        for (id, end) in ends {
            let start = try #require(
                board.range(of: "<[a-z]+ id=\"\(id)\"", options: .regularExpression))
            let stop = try #require(board.range(of: end, range: start.lowerBound..<board.endIndex))
            parts[id] = String(board[start.lowerBound..<stop.upperBound])
        }
        rows = board.split(separator: "<li class=\"row").dropFirst().map { row in
            let text = "<li class=\"row" + row.split(separator: "</ol>")[0]
            return (Self.id(of: text), text)
        }
    }

    private static func id(of markup: String) -> String {
        String(markup.split(separator: "id=\"")[1].prefix { $0 != "\"" })
    }

    mutating func take(_ changes: [UInt8]) throws {
        let news = try JSONValue(parsing: changes)
        for part in news.list("parts") {
            let text = try #require(part.string)
            #expect(parts.updateValue(text, forKey: Self.id(of: text)) != nil)
        }
        guard let rows = news["rows"] else { return }
        let gone = rows.list("gone").map(\.string)
        self.rows.removeAll { gone.contains($0.id) }
        for put in rows.list("put") {
            let (id, row) = (try #require(put.text("id")), try #require(put.text("row")))
            self.rows.removeAll { $0.id == id }
            let place = put.text("before").flatMap { before in
                self.rows.firstIndex { $0.id == before }
            }
            self.rows.insert((id, row), at: place ?? self.rows.endIndex)
        }
    }
}

extension JSONValue {
    fileprivate var string: String? {
        if case .string(let text) = content { text } else { nil }
    }
}
