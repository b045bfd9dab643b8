import ANCS
import Beacons
import Board
import EventSupport
import Expecting
import Linux
import Notices
import Testing

@testable import LCD
@testable import Outlets
@testable import Serial

struct LCDLayoutTests {
    static func page(
        _ size: (Int, Int), _ events: [BridgeEvent] = LCDDay.events, turn: Int = 0,
        options: LCDOptions = LCDOptions(), isLit: Bool = false
    ) -> LCDLayout.Page {
        var board = DayBoard(options.board)
        for event in events { _ = board.take(event, at: .zero) }
        let layout = LCDLayout(
            size: LCDSize(width: size.0, height: size.1), options: options)
        return layout.page(
            board, turn: turn, isLit: isLit, now: .seconds(180),
            wall: LCDDay.noon.advanced(by: .seconds(300)))
    }

    /// What a screen looks like.
    static func rows(_ screen: LCDScreen, _ size: (Int, Int)) -> [String] {
        var cells = [[Character]](
            repeating: [Character](repeating: " ", count: size.0), count: size.1)
        for widget in screen.widgets.values {
            switch widget {
            case .text(let text, let column, let row, let width):
                for (index, byte) in text.prefix(width).enumerated() {
                    cells[row - 1][column - 1 + index] = Character(Unicode.Scalar(byte))
                }
            case .icon(let icon, let column, let row):
                cells[row - 1][column - 1] = icon == .missed ? "v" : ">"
            }
        }
        return cells.map { String($0) }
    }

    @Test(
        arguments: [
            ((16, 2), 1, ["Zoe    Sun 11:00", "At eight"]),
            ((20, 4), 1, ["Zoe        Sun 11:00", "At eight"]),
            ((20, 4), 30, ["Zoe     31 Jan 11:00", "At eight"]),
            ((16, 2), 30, ["Zoe 31 Jan 11:00", "At eight"]),
            ((16, 2), 90, ["Zoe   2 Dec 2025", "At eight"]),
            ((41, 4), 1, ["Sun   Zoe: At eight"]),
            ((41, 4), 30, ["31Jan Zoe: At eight"]),
        ] as [((Int, Int), Int, [String])])
    func `a row of another day says which`(_ size: (Int, Int), _ daysAgo: Int, _ rows: [String]) {
        var old = LCDDay.notice(1, "Zoe", "At eight")
        old.flags = .preExisting
        old.sent = LCDDay.noon.advanced(by: .seconds(-daysAgo * 86_400 - 3_600))
        let page = Self.page(size, [LCDDay.ready, LCDDay.at(1, .added, old)])
        let shown = Self.rows(page.picture.board, size).map {
            String($0.reversed().drop { $0 == " " }.reversed())
        }
        #expect(Array(shown.dropFirst(size.1 < 4 ? 0 : 2).prefix(rows.count)) == rows)
    }

    @Test(
        arguments: [
            ("Tea is ready", 0, ["Tea is ready    ", "                "]),
            ("The washing machine is done", 0, ["The washing     ", "machine is done "]),
            ("Dinner\nCome down, it gets cold", 0, ["Dinner     12:01", "Come down, it   "]),
            ("Dinner\nCome down, it gets cold", 1, ["Dinner     12:01", "gets cold       "]),
            (
                String(repeating: "far too long ", count: 6), 0,
                ["Callboard  12:01", "far too long far"]
            ),
        ] as [(String, Int, [String])])
    func `a text of the host's own is read on two rows`(
        _ text: String, _ turn: Int, _ rows: [String]
    ) {
        let notice = Notice(
            showing: text, id: NoticeID(rawValue: 9), on: "hall", flags: [], at: LCDDay.noon)
        let events = [LCDDay.ready, LCDDay.at(1, .added, notice)]
        let page = Self.page((16, 2), events, turn: turn)
        #expect(Self.rows(page.picture.board, (16, 2)) == rows, "\(text)")
        let after = Self.page((16, 2), events + [LCDDay.at(2, .removed, notice)])
        #expect(Self.rows(after.picture.board, (16, 2)).first == "12:05      ready")
    }

    static let boards: [(size: (Int, Int), turn: Int, rows: [String])] = [
        ((16, 2), 0, ["Zoë Müller 12:04", "Ja, um acht - v1"]),
        ((16, 2), 1, ["Zoë Müller 12:04", "passt das?    v1"]),
        ((16, 2), 2, ["Davidson Ro     ", "missed     12:02"]),
        ((16, 2), 3, ["Voicemail  12:03", "1 new         v1"]),
        ((16, 2), 6, ["12:05      ready", "v1 missed >1 vm "]),
        ((16, 2), 7, ["Zoë Müller 12:04", "Ja, um acht - v1"]),
        (
            (20, 4), 0,
            [
                "12:05  Mara's iPhone", "v1 missed >1 vm     ", "Zoë Müller     12:04",
                "Ja, um acht - passt ",
            ]
        ),
        (
            (20, 4), 4,
            [
                "12:05  Mara's iPhone", "v1 missed >1 vm     ", "Theo           12:01",
                "Did we leave the    ",
            ]
        ),
        (
            (41, 4), 0,
            [
                "12:05                       Mara's iPhone",
                "v1 missed >1 voicemail                   ",
                "12:02 Davidson Ro: missed                ",
                "12:04 Zoë Müller: Ja, um acht - passt    ",
            ]
        ),
        ((8, 1), 0, ["Zoë   v1"]),
        ((8, 1), 1, ["Mülle v1"]),
        ((8, 1), -2, ["v1 >1   "]),
        (
            (20, 3), 6,
            ["12:05  Mara's iPhone", "v1 missed >1 vm     ", String(repeating: " ", count: 20)]
        ),
    ]

    @Test(arguments: boards.indices)
    func `a day looks as it should`(index: Int) {
        let board = Self.boards[index]
        let count = Self.page(board.size).count
        let page = Self.page(board.size, turn: board.turn < 0 ? count + board.turn : board.turn)
        #expect(Self.rows(page.picture.board, board.size) == board.rows)
        #expect(page.picture.call.priority == .hidden)
    }

    private static func beacon(
        _ change: BeaconChange, _ subject: BeaconSubject, _ zone: Zone = .near
    ) -> BridgeEvent {
        .beacon(
            BeaconNews(change, of: subject, zone: zone),
            at: LCDDay.noon.advanced(by: .seconds(240)))
    }

    private static let things: [BridgeEvent] = [
        LCDDay.ready,
        beacon(.left, .item(BeaconItem("Keys", picture: "🔑"), region: "keys"), .unknown),
        beacon(.near, .item(BeaconItem("Wallet"), region: "wallet")),
        beacon(.presence, .person("Mara", phone: PhoneName("M"), isHome: true)),
        beacon(.presence, .person("Theo", phone: PhoneName("T"), isHome: false)),
    ]

    @Test(
        arguments: [
            ((16, 2), 0, ["ITEM Keys  12:04", "Are you         "]),
            ((16, 2), 3, ["HOME Mara       ", "AWAY Theo 12:04 "]),
            ((16, 2), 4, ["ITEM Wallet near", "                "]),
            (
                (20, 4), 0,
                [
                    "12:05  Mara's iPhone", "nothing new         ", "ITEM Keys      12:04",
                    "Are you forgetting  ",
                ]
            ),
        ] as [((Int, Int), Int, [String])])
    func `things and persons take turns`(_ size: (Int, Int), _ turn: Int, _ rows: [String]) {
        let page = Self.page(size, Self.things, turn: turn)
        #expect(Self.rows(page.picture.board, size) == rows)
    }

    static let calls: [(size: (Int, Int), who: String, rows: [String])] = [
        ((16, 2), "Zoe Muller", ["Incoming call   ", "Zoe Muller      "]),
        ((16, 2), "Maximiliane von Hohenstein", ["Incoming call   ", "Maximiliane von "]),
        (
            (20, 4), "Zoe Muller",
            [
                "Incoming call       ", "Zoe Muller          ", String(repeating: " ", count: 20),
                "Enter=yes Escape=no ",
            ]
        ),
        (
            (20, 4), "Maximiliane von Hohenstein",
            [
                "Incoming call       ", "Maximiliane von     ", "Hohenstein          ",
                "Enter=yes Escape=no ",
            ]
        ),
        ((16, 1), "Zoe Muller", ["Zoe Muller calls"]),
        ((16, 1), "Davidson Roe", ["Davidson Roe    "]),
    ]

    @Test(arguments: calls.indices)
    func `a call goes before everything, and flashes`(index: Int) {
        let call = Self.calls[index]
        let event = LCDDay.at(5, .ringing, LCDDay.call(.ringing, call.who))
        let options = LCDOptions(keys: [.answer: "Enter", .decline: "Escape", .clear: "Down"])
        let page = Self.page(call.size, LCDDay.events + [event], options: options)
        #expect(Self.rows(page.picture.call, call.size) == call.rows)
        #expect(page.picture.call.priority == .alert)
        #expect(page.picture.call.light == .flash)
        #expect(page.picture.keys == ["Enter", "Escape"])
        #expect(page.call == NoticeID(rawValue: 900))
    }

    @Test func `a call that goes on has its turn first, and hides no count`() {
        let event = LCDDay.at(5, .answered, LCDDay.call(.answered))
        let page = Self.page((20, 4), LCDDay.events + [event])
        #expect(page.picture.call.priority == .hidden && page.notice == nil)
        #expect(
            Self.rows(page.picture.board, (20, 4)).suffix(3) == [
                "v1 missed >1 vm     ", "Zoe Muller          ", "on call 3 min       ",
            ])
    }

    @Test func `a name without room in its row has turns, and so has who calls`() {
        let event = LCDDay.at(5, .ringing, LCDDay.call(.ringing, "Maximiliane von Hohenstein"))
        let first = Self.page((16, 2), [event])
        #expect(first.count == 2 && first.time == .seconds(3))
        let second = Self.page((16, 2), [event], turn: 1)
        #expect(
            Self.rows(second.picture.call, (16, 2)) == ["Incoming call   ", "Hohenstein      "])
        let notice = LCDDay.notice(1, "Maximiliane von Hohenstein", "Come at eight!")
        let events = [LCDDay.at(5, .added, notice)]
        let faces = (0..<2).map {
            Self.rows(Self.page((16, 2), events, turn: $0).picture.board, (16, 2))
        }
        #expect(
            faces == [
                ["Maximiliane von ", "Hohenstein      "], ["Maximiliane von~", "Come at eight!  "],
            ])
    }

    static let states: [(width: Int, events: [BridgeEvent], row: String)] = [
        (
            16, [.phone(.disconnected, PhoneName("Mara's iPhone"), at: LCDDay.noon)],
            "12:05       away"
        ),
        (
            40, [.phone(.disconnected, PhoneName("Mara's iPhone"), at: LCDDay.noon)],
            "12:05                away: Mara's iPhone"
        ),
        (16, [.radio(.off, at: LCDDay.noon)], "Bluetooth is off"),
        (22, [.radio(.off, at: LCDDay.noon)], "12:05 Bluetooth is off"),
        (16, [.radio(.listening, at: LCDDay.noon)], "12:05    waiting"),
        (
            16, [LCDDay.ready, .phone(.disconnected, PhoneName("Theo's"), at: LCDDay.noon)],
            "12:05     1 of 2"
        ),
    ]

    @Test(arguments: states.indices)
    func `how phones are doing is said in words that have room`(index: Int) {
        let (width, events, row) = Self.states[index]
        let rows = Self.rows(Self.page((width, 3), events).picture.board, (width, 3))
        #expect(rows[0] == row)
    }

    @Test func `keys are taken only while they mean something`() {
        let options = LCDOptions(keys: [.answer: "Enter", .clear: "Down"])
        #expect(Self.page((20, 4), [LCDDay.ready], options: options).picture.keys.isEmpty)
        #expect(Self.page((20, 4), options: options).picture.keys == ["Down"])
        #expect(Self.page((20, 4), options: LCDOptions()).picture.keys.isEmpty)
    }

    @Test func `the light is as it is wanted`() {
        func light(_ backlight: LCDOptions.Backlight, isLit: Bool) -> LCDScreen.Light {
            let options = LCDOptions(backlight: backlight)
            return Self.page((20, 4), options: options, isLit: isLit).picture.board.light
        }
        #expect(light(.server, isLit: true) == .open)
        #expect(light(.on, isLit: false) == .on)
        #expect(light(.off, isLit: true) == .off)
        #expect(light(.news, isLit: true) == .on)
        #expect(light(.news, isLit: false) == .off)
        let ringing = LCDDay.at(5, .ringing, LCDDay.call(.ringing))
        let dark = Self.page((20, 4), [ringing], options: LCDOptions(backlight: .off))
        #expect(dark.picture.call.light == .off)
    }

    @Test func `a notice that is gone from its phone is not shown`() {
        let gone = LCDDay.at(5, .removed, LCDDay.notice(4, "Zoë Müller"))
        let page = Self.page((20, 4), LCDDay.events + [gone])
        #expect(page.notice == NoticeID(rawValue: 3))
    }

    @Test func `messages of one sender are one, with a number`() {
        let events = (1...4).map {
            LCDDay.at($0, .added, LCDDay.notice(UInt64($0), "Theo", "Line \($0)"))
        }
        let page = Self.page((20, 4), events)
        #expect(page.count == 1 && page.notice == NoticeID(rawValue: 4))
        #expect(
            Self.rows(page.picture.board, (20, 4)).suffix(2) == [
                "Theo (4)       12:04", "Line 4              ",
            ])
        let apart = LCDOptions(board: BoardOptions(grouping: .none))
        #expect(Self.page((20, 4), events, options: apart).count == 4)
        // Where the number has no room behind the name it is before the words.
        let long = (1...3).map {
            LCDDay.at($0, .added, LCDDay.notice(UInt64($0), "Maximiliane vH", "Line \($0)"))
        }
        #expect(
            Self.rows(Self.page((16, 2), long).picture.board, (16, 2)) == [
                "Maximiliane vH  ", "(3) Line 3 12:03",
            ])
    }

    @Test func `what is hidden is not shown`() {
        let names = LCDOptions(board: BoardOptions(detail: .names))
        #expect(
            Self.rows(Self.page((20, 4), options: names).picture.board, (20, 4)).suffix(2) == [
                "Zoë Müller     12:04", "Message             ",
            ])
        let counts = LCDOptions(board: BoardOptions(detail: .counts))
        let page = Self.page((20, 4), options: counts)
        #expect(page.notice == nil)
        #expect(page.count == 1)
    }

    @Test func `a long text is shown line by line, for as long as it takes to read`() {
        let text = String(repeating: "long ", count: 12)
        let event = LCDDay.at(6, .added, LCDDay.notice(5, "Theo", text))
        let pages = (0..<3).map { Self.page((20, 4), [event], turn: $0) }
        #expect(pages.map(\.time) == [.seconds(5), .seconds(3), .seconds(3)])
        #expect(pages[0].count == 3)
        #expect(Self.page((20, 4), [LCDDay.events[4]]).time == LCDLayout.pageTime)
        let endless = String(repeating: "x", count: 5_000)
        let other = LCDDay.at(6, .added, LCDDay.notice(5, "Theo", endless))
        let last = Self.page((20, 4), [other], turn: 5)
        #expect(last.count == LCDFaces.limit)
        #expect(
            Self.rows(last.picture.board, (20, 4))[3] == String(repeating: "x", count: 19) + "~")
    }

    @Test func `every size has a picture, and nothing stands beyond its edge`() {
        let ringing = LCDDay.at(5, .ringing, LCDDay.call(.ringing, "Zoë\u{202E}\"\\\n{}"))
        let hostile = LCDDay.at(6, .added, LCDDay.notice(7, "\"\\\u{0}\n", "{}\u{1B}[2J\r\nbye"))
        let sizes = [1, 2, 3, 5, 8, 16, 20, 40, 80, 256].flatMap { width in
            [1, 2, 3, 4, 5, 6, 8, 16, 64].map { (width, $0) }
        }
        let keys: [NoticeAction: String] = [.answer: "Enter", .decline: "Escape", .clear: "Down"]
        for size in sizes {
            for turn in 0..<10 {
                let page = Self.page(
                    size, LCDDay.events + [hostile, ringing], turn: turn,
                    options: LCDOptions(keys: keys))
                for screen in [page.picture.board, page.picture.call] {
                    for widget in screen.widgets.values { expect(widget, fits: size) }
                }
            }
        }
    }

    private func expect(_ widget: LCDWidget, fits size: (Int, Int)) {
        switch widget {
        case .text(let text, let column, let row, let width):
            #expect((1...size.1).contains(row) && column >= 1 && width >= 0)
            #expect(column + width - 1 <= size.0)
            #expect(text.count <= LCDLayout.longestText || text.count <= size.0)
            #expect(!text.contains { $0 < 0x20 || (0x7F..<0xA0).contains($0) })
        case .icon(_, let column, let row):
            #expect((1...size.1).contains(row) && (1...size.0).contains(column))
        }
    }
}
