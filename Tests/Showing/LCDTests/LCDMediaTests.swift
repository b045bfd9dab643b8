import ANCS
import Board
import EventSupport
import Expecting
import Linux
import Notices
import Support
import Testing

@testable import LCD
@testable import Outlets

/// What a phone plays on a display, its battery, and the keys for its player.
@Suite(.onLoop) struct LCDMediaTests {
    private static let options = LCDOptions(
        keys: [.answer: "Enter", .decline: "Escape", .clear: "Down"],
        mediaKeys: [.toggle: "Up", .next: "Right", .bookmark: "Left", .previous: "Enter"])

    private static func rows(
        _ size: (Int, Int), _ events: [BridgeEvent], turn: Int = 0,
        _ options: LCDOptions = LCDOptions()
    ) -> [String] {
        let page = LCDLayoutTests.page(
            size, [LCDDay.ready] + events, turn: turn, options: options)
        return LCDLayoutTests.rows(page.picture.board, size)
    }

    private static let empty = String(repeating: " ", count: 20)

    @Test func `what plays has a turn after the notifications`() {
        let theo = LCDDay.at(1, .added, LCDDay.notice(1, "Theo", "Tea?"))
        for (size, events, turn, expected, why) in [
            (
                (16, 2), [Events.played("One", by: "Zoë")], 0,
                ["One             ", "playing: Zoë    "], "two rows"
            ),
            (
                (16, 2), [Events.played("Lampenlicht über dem Fluß", by: "Chor")], 0,
                ["Lampenlicht über", "dem Fluß        "], "a long title first"
            ),
            (
                (16, 2), [Events.played("Lampenlicht über dem Fluß", by: "Chor am Hafen")], 1,
                ["Lampenlicht~    ", "playing: Chor am"], "then the artist"
            ),
            (
                (16, 2), [theo, Events.played("One", by: "Zoë")], 1,
                ["One             ", "playing: Zoë    "], "after a notification"
            ),
            (
                (16, 1), [Events.played("One", by: "Zoë")], 1, ["playing: Zoë    "], "one row"
            ),
            (
                (20, 4), [Events.played("", by: "Zoë")], 0,
                [
                    "12:05  Mara's iPhone", "nothing new         ", "Zoë                 ",
                    "playing             ",
                ], "no title"
            ),
            (
                (16, 2), [Events.played(nil, player: "Radio", .rewinding)], 0,
                ["Radio           ", "rewinding       "], "only a player"
            ),
            (
                (16, 2), [Events.played("山田太郎", by: "Дмитрий")], 0,
                ["?               ", "playing: Dmitriy"], "characters that no display has"
            ),
            (
                (16, 2), [Events.played("\u{1B}[2J\r\n\u{202E}\"x\\", by: "{}")], 0,
                ["[2J \"x\\         ", "playing: {}     "], "hostile texts"
            ),
            (
                (41, 4), [theo, Events.played("One", by: "Zoë")], 0,
                [
                    "12:05                       Mara's iPhone",
                    "1 on the phone                           ",
                    "12:01 Theo: Tea?                         ",
                    "One: playing: Zoë                        ",
                ], "a wide display"
            ),
            (
                (16, 2), [Events.played("One", .paused)], 0,
                ["12:05      ready", "nothing new     "],
                "a pause is not shown"
            ),
            (
                (16, 2), [Events.played("", player: "")], 0,
                ["12:05      ready", "nothing new     "],
                "nothing to show"
            ),
            (
                (16, 2),
                [Events.played("One"), .media(nil, PhoneName("Mara's iPhone"), at: LCDDay.noon)],
                0, ["12:05      ready", "nothing new     "], "a player that ended"
            ),
            (
                (16, 2),
                [
                    Events.played("One"),
                    .phone(.disconnected, PhoneName("Mara's iPhone"), at: LCDDay.noon),
                ], 0, ["12:05       away", "nothing new     "], "a phone that left"
            ),
        ] as [((Int, Int), [BridgeEvent], Int, [String], String)] {
            expect(Self.rows(size, events, turn: turn), is: expected, "\(why)")
        }
    }

    @Test func `a pause is shown where a key can end it`() {
        let paused = Events.played("One", by: "Zoë", .paused)
        expect(
            Self.rows((16, 2), [paused], Self.options),
            is: ["One             ", "paused: Zoë     "])
    }

    @Test func `a display that hides texts shows no title`() {
        for board in [
            BoardOptions(detail: .names), BoardOptions(detail: .counts),
            BoardOptions(categories: [Category(.incomingCall)]),
        ] {
            let page = LCDLayoutTests.page(
                (16, 2), [LCDDay.ready, Events.played("Secret", by: "Zoë")],
                options: LCDOptions(mediaKeys: [.toggle: "Up"], board: board))
            expect(page.count, is: 1, "\(board)")
            expect(page.picture.keys, is: ["Up"], "the key works nevertheless")
        }
    }

    @Test func `the battery is beside the phone, in words that have room`() {
        func battery(_ level: Int) -> BridgeEvent {
            .battery(level, PhoneName("Mara's iPhone"), at: LCDDay.noon)
        }
        for (width, level, expected) in [
            (24, 83, "12:05 Mara's iPhone 83 %"), (23, 83, "12:05        ready 83 %"),
            (20, 83, "12:05     ready 83 %"), (16, 83, "12:05 ready 83 %"),
            (16, 100, "12:05      100 %"), (10, 9, "12:05  9 %"),
        ] {
            expect(Self.rows((width, 3), [battery(level)])[0], is: expected)
        }
    }

    @Test func `keys are taken while the player accepts their commands and no call rings`() {
        let ringing = LCDDay.at(5, .ringing, LCDDay.call(.ringing))
        let theo = LCDDay.at(1, .added, LCDDay.notice(1, "Theo", "Tea?"))
        for (events, expected, why) in [
            ([], [], "no player"),
            ([Events.played("One")], ["Up", "Right", "Enter"], "no bookmarks"),
            ([Events.played("One", .paused)], ["Up", "Right", "Enter"], "a pause can end"),
            ([Events.played("One", commands: [])], [], "it accepts nothing"),
            ([theo, Events.played("One")], ["Up", "Right", "Enter", "Down"], "beside clear"),
            ([Events.played("One"), ringing], ["Enter", "Escape"], "keys of a call alone"),
        ] as [([BridgeEvent], Set<String>, String)] {
            let page = LCDLayoutTests.page(
                (20, 4), [LCDDay.ready] + events, options: Self.options)
            expect(page.picture.keys, is: expected, "\(why)")
        }
    }

    @Test func `keys reach the player, except while a call rings or has just ended`() async {
        await LoopThread.run {
            let rig = LCDOutletTests.Rig(20, 4, options: Self.options)
            await rig.open()
            let (server, record) = (rig.server, rig.record)
            await rig.play([
                (.zero, { rig.show([LCDDay.ready, Events.played("One", by: "Zoë")]) }),
                (
                    .seconds(1),
                    {
                        expect(server.rows("board")[2], is: "One                 ")
                        expect(server.rows("board")[3], is: "playing: Zoë        ")
                        server.say("key Up\nkey Right\nkey Left\nkey Down\nkey Enter\n")
                    }
                ),
                (
                    .milliseconds(100),
                    {
                        expect(record.acts, is: ["toggle", "next", "previous"])
                        expect(rig.outlet.ignoredInput, is: 2, "no bookmarks, nothing to clear")
                        rig.show([LCDOutletTests.ringing])
                    }
                ),
                (.milliseconds(200), { server.say("key Up\nkey Enter\n") }),
                (
                    .seconds(3),
                    {
                        expect(record.acts.count, is: 3, "it rings")
                        server.say("key Up\nkey Enter\n")
                    }
                ),
                (
                    .milliseconds(100),
                    { rig.show([LCDDay.at(6, .ended, LCDDay.call(.ended))]) }
                ),
                (
                    .milliseconds(200),
                    {
                        expect(record.acts.last, is: "answer 900", "a key with two meanings")
                        server.say("key Enter\n")
                    }
                ),
                (
                    .seconds(1),
                    {
                        expect(record.acts.count, is: 4, "it was meant for the call")
                        server.say("key Enter\n")
                    }
                ),
                (
                    .milliseconds(10),
                    {
                        expect(record.acts.last, is: "previous")
                        rig.show([.media(nil, PhoneName("Mara's iPhone"), at: LCDDay.noon)])
                    }
                ),
                (
                    .seconds(1),
                    {
                        expect(server.keys, is: [], "the player is gone")
                        expect(server.rows("board")[2], is: Self.empty)
                        server.say("key Enter\n")
                    }
                ),
                (.milliseconds(10), { expect(record.acts.count, is: 5) }),
            ])
            rig.end()
        }
    }

    @Test func `tracks neither light the display nor begin its turns again`() async {
        await LoopThread.run {
            let rig = LCDOutletTests.Rig(20, 4, options: LCDOptions(backlight: .news))
            await rig.open()
            let notices = (1...2).map {
                LCDDay.at($0, .added, LCDDay.notice(UInt64($0), "Theo \($0)"))
            }
            func look(_ after: Duration, _ row: String, _ light: String = "off")
                -> LCDOutletTests.Rig.Step
            {
                (
                    after,
                    {
                        expect(rig.server.rows("board")[2], is: row)
                        expect(rig.server.screens["board"]?.backlight, is: [light])
                        rig.show([Events.played("Track", by: row)])
                    }
                )
            }
            let theo = (1...2).map { "Theo \($0)         12:0\($0)" }
            let track = "Track               "
            await rig.play([
                (.zero, { rig.show([LCDDay.ready] + notices) }),
                look(.milliseconds(500), theo[1], "on"), look(.seconds(6), theo[0], "on"),
                look(.seconds(6), track, "on"), look(.seconds(60), theo[1]),
            ])
            rig.end()
        }
    }
}
