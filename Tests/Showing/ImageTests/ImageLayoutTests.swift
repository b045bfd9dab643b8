import ANCS
import Board
import EventSupport
import Expecting
import Foundation
import Linux
import Notices
import Scenes
import Support
import Testing

@testable import Image
@testable import Outlets

/// Scenes as they ought to be; the tests of the room that draws have the pictures of them.
struct ImageLayoutTests {
    /// Displays that people have: tiny OLEDs, e-ink, a 7 inch screen, a television, and some on end.
    static let sizes = [
        "64x32", "128x32", "128x64", "122x250", "250x122", "296x128", "400x300", "640x384",
        "480x800",
        "800x480", "1024x600", "1920x1080",
    ].compactMap { SceneSize($0) }

    private static let longName =
        "Donaudampfschifffahrtsgesellschaftskapitän Maximilian von Hohenfels"

    private static let boards: [(name: String, board: DayBoard)] = [
        ("day", PicturedDay.board()), ("call", PicturedDay.board(ringing: ["Zoë Müller"])),
        ("calls", PicturedDay.board(ringing: ["山田太郎", longName])), ("empty", DayBoard()),
        ("talk", talk()), ("things", PicturedDay.boardOfThings()),
        ("counts", PicturedDay.board(BoardOptions(detail: .counts))), ("media", media()),
    ]

    /// A day with music.
    private static func media() -> DayBoard {
        var board = PicturedDay.board()
        let phone = PhoneName("Anna's iPhone")
        let events = [
            BridgeEvent.battery(83, phone, at: PicturedDay.noon),
            Events.played(
                "Lampenlicht über dem Fluß", by: "Chor am Hafen", on: phone.name,
                at: PicturedDay.noon),
        ]
        for event in events { _ = board.take(event, at: .zero) }
        return board
    }

    /// A call that was taken.
    private static func talk() -> DayBoard {
        var board = PicturedDay.board(ringing: ["Zoë Müller"])
        let taken = PicturedDay.notice(100, .activeCall, "Zoë Müller", call: .answered)
        _ = board.take(.notice(.answered, taken, at: PicturedDay.noon), at: .seconds(4_080))
        return board
    }

    private static func scene(
        _ board: DayBoard, _ size: SceneSize, hasClock: Bool = true, look: SceneTheme = .light
    ) -> Scene {
        let since = Duration.seconds(67 * 60 + 12)
        return ImageLayout(size: size, hasClock: hasClock)
            .scene(of: board, at: PicturedDay.noon.advanced(by: since), look: look)
    }

    private static let folder = Checkout.root
        .appending(path: "Tests/Showing/DrawingTests/Scenes")

    @Test(arguments: sizes)
    func `scenes are as somebody found them good`(_ size: SceneSize) throws {
        for (name, board) in Self.boards {
            let scene = Self.scene(board, size, look: size.height <= 64 ? .dark : .light)
            let line = scene.line(number: 1)
            let file = Self.folder.appending(path: "\(name)-\(size).json")
            if Environment.value("CALLBOARD_DRAW_PICTURES") != nil {
                try Data(line).write(to: file)
            }
            try expect(Array(Data(contentsOf: file)), is: line, "\(name) \(size)")
        }
    }

    @Test func `what plays is beside the phone as far as there is room`() {
        let phone = PhoneName("Ann")
        func states(_ events: [BridgeEvent], _ letters: Int) -> [String] {
            var board = DayBoard()
            for event in [.phone(.ready, phone, at: PicturedDay.noon)] + events {
                _ = board.take(event, at: .zero)
            }
            return ImageHeader.states(of: board, letters: letters)
        }
        let battery = BridgeEvent.battery(83, phone, at: PicturedDay.noon)
        let one = Events.played("One", by: "Zoë", on: "Ann")
        for (events, letters, expected, why) in [
            ([battery], 20, ["Ann: ready 83 %"], "nothing plays"),
            ([battery], 8, ["ready 83 %"], "without a name"),
            (
                [battery, one], 20,
                [
                    "Ann: ready 83 % · ♪ One – Zoë", "ready 83 % · ♪ One – Zoë",
                    "83 % · ♪ One – Zoë",
                ], "the name goes first, then the state"
            ),
            ([one], 8, ["ready · ♪ One – Zoë"], "a small picture"),
            ([one], 5, ["ready"], "no room for a title"),
            ([Events.played("One", .paused, on: "Ann")], 8, ["ready"], "a pause"),
            (
                [one, .phone(.unresponsive, phone, at: PicturedDay.noon)], 8,
                ["no answer · ♪ One – Zoë"], "a problem goes first"
            ),
            ([one, .radio(.off, at: PicturedDay.noon)], 8, ["Bluetooth is off"], "nor this"),
            (
                [one, .phone(.ready, PhoneName("Bob"), at: PicturedDay.noon)], 8,
                ["Ann: ready · Bob: ready · ♪ One – Zoë"], "two phones"
            ),
        ] as [([BridgeEvent], Int, [String], String)] {
            expect(states(events, letters), is: expected, "\(why)")
        }
    }

    @Test(arguments: sizes.filter { $0.width >= 250 && $0.width > $0.height })
    func `columns are straight, whatever names and numbers are in them`(_ size: SceneSize) {
        var board = DayBoard(BoardOptions(grouping: .thread))
        let names = ["Zoë Müller", "+49 170 1234567", "MyBank", Self.longName, "山田太郎", "Mum"]
        for (index, name) in (names + Array(repeating: "MyBank", count: 11)).enumerated() {
            let notice = PicturedDay.notice(index + 1, .social, name, "text \(index)")
            _ = board.take(.notice(.added, notice, at: PicturedDay.noon), at: .zero)
        }
        let scene = Self.scene(board, size)
        let texts = scene.items.compactMap { item -> SceneText? in
            if case .text(let text) = item { text } else { nil }
        }
        let starts = Set(texts.filter { $0.string.hasPrefix("text ") }.map(\.box.x))
        expect(starts.count, is: 1, "\(starts)")
        let counts = texts.filter { $0.string == "×12" }
        expect(counts.count, is: 1)
        for name in texts where name.string.hasPrefix("MyBank") {
            #expect(counts.allSatisfy { name.box.right < $0.box.x }, "a number stands apart")
        }
    }

    @Test(arguments: sizes)
    func `a row of another day says which, where rows say when`(_ size: SceneSize) {
        func texts(sentDaysAgo days: Int) -> [String] {
            var board = DayBoard()
            var old = PicturedDay.notice(1, .social, "Zoe", "At eight")
            old.flags = .preExisting
            old.sent = PicturedDay.noon.advanced(by: .seconds(-days * 86_400 - 3_600))
            _ = board.take(.notice(.added, old, at: PicturedDay.noon), at: .zero)
            return Self.scene(board, size, hasClock: false).items.flatMap { item -> [String] in
                guard case .text(let text) = item else { return [] }
                return [text.string]
            }
        }
        let today = texts(sentDaysAgo: 0)
        let saysWhen = today.contains { $0.contains("11:00") }
        for (days, words) in [(1, "Sun"), (30, "31 Jan"), (300, "2025")] {
            let texts = texts(sentDaysAgo: days)
            expect(texts.contains { $0.contains(words) }, is: saysWhen, "\(size): \(texts)")
            #expect(!texts.contains { $0.contains("11:00") }, "\(size): \(texts)")
        }
    }

    /// A day for the documents' pictures.
    private static func documentedDay(ringing caller: String?) -> DayBoard {
        var board = DayBoard()
        var minute: Int64 = 0
        func take(_ event: (WallTime) -> BridgeEvent) {
            let wall = PicturedDay.noon.advanced(by: .seconds(60 * minute))
            _ = board.take(event(wall), at: .seconds(60 * minute))
            minute += 7
        }
        func add(
            _ change: NoticeChange, _ number: Int, _ category: CategoryID, _ who: String,
            _ message: String = "", call: Call.State? = nil
        ) {
            let notice = PicturedDay.notice(
                number, category, who, message, call: call,
                appID: call == nil ? "com.apple.MobileSMS" : "com.apple.mobilephone")
            take { .notice(change, notice, at: $0) }
        }
        take { .phone(.ready, PhoneName("Mara's iPhone"), at: $0) }
        add(.added, 1, .email, "Choir office", "Tuesday's rehearsal — half an hour later.")
        add(.added, 2, .social, "Theo", "Did we leave the oven on?")
        add(.missed, 3, .missedCall, "Davidson Ro", call: .missed)
        add(.added, 4, .voicemail, "Davidson Ro", "Voicemail (0:23)")
        add(.added, 5, .social, "Ada Okafor", "I can hear your phone ring through the wall.")
        add(.added, 6, .schedule, "Dentist", "in 30 minutes — Dr. Amsel, Gartenstraße 12")
        add(.added, 7, .social, "山田さん", "明日の朝、駅で会いましょう 🚲")
        add(
            .added, 8, .social, "Jonas 🚲",
            "It's a girl!!! 🎉👶🏽💛 Everyone is well. Grandpa is already knitting.")
        if let caller { add(.ringing, 9, .incomingCall, caller, call: .ringing) }
        minute = 67
        return board
    }

    @Test func `the documents' pictures are those of this layout`() throws {
        let pictures: [(String, String, String?, SceneTheme)] = [
            ("day", "800x480", nil, .light), ("call", "800x480", "Ada Okafor", .light),
            ("epaper", "250x122", nil, .light), ("oled", "128x64", "Ada Okafor", .dark),
            ("things", "800x480", nil, .light), ("things-epaper", "250x122", nil, .light),
        ]
        for (name, words, caller, look) in pictures {
            let size = try #require(SceneSize(words))
            let day = Self.documentedDay(ringing: caller)
            let scene = Self.scene(
                name.hasPrefix("things") ? PicturedDay.boardOfThings(on: day) : day, size,
                look: look)
            let line = scene.line(number: 1)
            let file = Self.folder.appending(path: "document-\(name).json")
            if Environment.value("CALLBOARD_DRAW_PICTURES") != nil {
                try Data(line).write(to: file)
            }
            try expect(Array(Data(contentsOf: file)), is: line, "\(name)")
        }
    }

    @Test(arguments: sizes)
    func `nothing is left out for lying outside, and no two texts overlap`(
        _ size: SceneSize
    ) throws {
        for (name, board) in Self.boards {
            for hasClock in [true, false] {
                let scene = Self.scene(board, size, hasClock: hasClock)
                expect(scene.refused, is: 0, "\(name) \(size)")
                let texts = scene.items.compactMap { item -> SceneText? in
                    if case .text(let text) = item { text } else { nil }
                }
                #expect(!texts.isEmpty, "\(name) \(size)")
                for (index, text) in texts.enumerated() {
                    for other in texts[(index + 1)...] where text.box.overlaps(other.box) {
                        Issue.record("\(name) \(size): \(text) and \(other)")
                    }
                }
            }
        }
    }

    @Test(arguments: sizes)
    func `a call that rings is the largest text`(_ size: SceneSize) throws {
        let scene = Self.scene(PicturedDay.board(ringing: ["Zoë Müller"]), size)
        let texts = scene.items.compactMap { item -> SceneText? in
            if case .text(let text) = item { text } else { nil }
        }
        let largest = try #require(texts.max { $0.sizes.upperBound < $1.sizes.upperBound })
        expect(largest.string, is: "Zoë Müller")
        #expect(largest.box.width >= size.width * 9 / 10)
        #expect(largest.box.height * 3 >= size.height)
    }

    @Test func `every size that a picture may have is laid out`() throws {
        for width in [16, 17, 31, 50, 64, 99, 100, 333, 4_096] {
            for height in [16, 17, 31, 32, 50, 99, 100, 333, 4_096] {
                let size = try #require(SceneSize(width: width, height: height))
                for (name, board) in Self.boards {
                    let scene = Self.scene(board, size)
                    #expect(!scene.items.isEmpty, "\(name) \(size)")
                    expect(scene.refused, is: 0, "\(name) \(size)")
                    if name == "call", width >= 64, height >= 32 {
                        #expect(scene.has("Zoë Müller"), "\(size)")
                    }
                    // What is written can be read.
                    let line = Array(scene.line(number: 7).dropLast())
                    try expect(Scene.read(line).scene.items, is: scene.items)
                }
            }
        }
    }

    @Test func `what was written without end is cut to what can be seen of it`() throws {
        let letter = "e" + String(repeating: "\u{301}", count: 100)
        for words in [String(repeating: "mm ", count: 3_000), String(repeating: letter, count: 40)]
        {
            var board = DayBoard()
            for number in 1...20 {
                let notice = PicturedDay.notice(number, .social, words, words)
                _ = board.take(.notice(.added, notice, at: PicturedDay.noon), at: .zero)
            }
            for size in Self.sizes {
                let scene = Self.scene(board, size)
                expect(scene.refused, is: 0, "\(size)")
                #expect(scene.line(number: 1).count < 100_000, "\(size)")
            }
        }
    }

    @Test func `without a clock a minute changes nothing`() throws {
        let size = try #require(SceneSize("296x128"))
        let layout = ImageLayout(size: size, hasClock: false)
        for (name, board) in Self.boards {
            let scenes = [0, 60, 3_600].map {
                layout.scene(
                    of: board, at: PicturedDay.noon.advanced(by: .seconds($0)), look: .light)
            }
            expect(Set(scenes).count, is: 1, "\(name)")
        }
    }
}

extension Scene {
    /// Whether a text is on it.
    fileprivate func has(_ words: String) -> Bool {
        items.contains { if case .text(let text) = $0 { text.string == words } else { false } }
    }
}
