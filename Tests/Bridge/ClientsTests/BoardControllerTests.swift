import ANCS
import Board
import Control
import ControlSupport
import Expecting
import Foundation
import JSON
import Linux
import Notices
import Outlets
import Screen
import Settings
import Support
import Testing

@testable import Callboard
@testable import Clients
@testable import Commands
@testable import HistoryCommands

/// The board of a person, with a real control socket and a pseudo-terminal.
struct BoardControllerTests {
    init() {
        LoopThread.start()
    }

    private static func notice(
        _ number: UInt64, _ who: String, _ message: String = "See you at eight",
        call: Call.State? = nil
    ) -> Notice {
        Notice(
            id: NoticeID(rawValue: number), phone: "Mara's iPhone",
            category: Category(call == nil ? .social : .incomingCall), flags: [],
            uid: NotificationUID(rawValue: UInt32(number)), appID: Text("com.apple.MobileSMS"),
            appName: Text("Messages"), title: Text(who), message: Text(message), received: .now,
            call: call.map { Call(state: $0) })
    }

    @Test @LoopActor func `it begins with all that holds, and goes on with what happens`()
        async throws
    {
        let bench = try BoardBench()
        bench.bridge.held = [
            .phone(.ready, PhoneName("Mara's iPhone"), at: .now),
            .notice(.added, Self.notice(1, "Quince"), at: .now),
            .notice(
                .ringing, Self.notice(2, "Rhubarb", call: .ringing),
                at: WallTime.now.advanced(by: .seconds(-3665))),
        ]
        bench.start()
        #expect(await bench.shows("Quince"))
        #expect(await bench.shows("1:01:"), "the call is as old as it is")
        expect(
            bench.bridge.requests.first as? TailRequest, is: TailRequest(board: true))
        bench.bridge.publish(.notice(.ended, Self.notice(2, "Rhubarb", call: .ended), at: .now))
        bench.bridge.publish(.notice(.added, Self.notice(3, "Tamarind"), at: .now))
        #expect(await bench.shows("Tamarind"))
        #expect(await bench.shows("stopped ringing"))
        #expect(await bench.shows("Mara's iPhone: ready"))
        #expect(!bench.text.contains("1:01:"), "nothing rings any more")
        bench.end()
        #expect(!bench.terminal.isRaw)
    }

    @Test @LoopActor func `keys ask the bridge for what they say, and its answer is shown`()
        async throws
    {
        let bench = try BoardBench()
        bench.bridge.held = [
            .notice(.added, Self.notice(1, "Quince"), at: .now),
            .notice(.ringing, Self.notice(2, "Rhubarb", call: .ringing), at: .now),
        ]
        bench.start()
        // As soon as it is there: a person would need longer.
        let isPressed = await eventually {
            guard bench.text.contains("CALL") else { return false }
            // From now on little time passes.
            bench.step = .milliseconds(1)
            bench.press("a")
            return true
        }
        #expect(isPressed)
        // The next key is taken after it.
        bench.forgetText()
        bench.press("\u{0C}")
        expect(await eventually { bench.text.contains("\u{1B}[2J") })
        await turn()
        expect(bench.bridge.acts.isEmpty, "the call was hardly seen")
        bench.step = .milliseconds(5)
        bench.pace.pass(.milliseconds(500))
        bench.press("a")
        #expect(await bench.shows("answered: Rhubarb (Mara's iPhone)"))
        bench.pace.pass(.seconds(2))
        bench.press("\r")
        expect(await eventually { bench.bridge.acts.count == 2 })
        bench.bridge.refusal = ControlRefusal(.failed, "the phone refused: 0xA2")
        bench.press("d")
        #expect(await bench.shows("Rhubarb: the phone refused: 0xA2"))
        bench.bridge.refusal = ControlRefusal(
            .notAllowed, "to do this one must be in the group phone")
        bench.press("\u{1B}[B")
        bench.press("\u{1B}[3~")
        #expect(await bench.shows("Enter clears it, any other key keeps it: Quince"))
        bench.press("\r")
        #expect(await bench.shows("Quince: to do this one must be in the group phone"))
        expect(
            bench.bridge.acts,
            is: [
                ActRequest(.answer, notice: Self.notice(2, "").id.description),
                ActRequest(.answer, notice: Self.notice(2, "").id.description),
                ActRequest(.decline, notice: Self.notice(2, "").id.description),
                ActRequest(.clear, notice: Self.notice(1, "").id.description),
            ])
        bench.press("q")
        expect(await eventually { bench.demands == ["begun", "quit"] })
        bench.end()
    }

    @Test @LoopActor func `keys for a player ask the bridge, and its answer is shown`() async throws
    {
        let bench = try BoardBench()
        let phone = PhoneName("Mara's iPhone")
        var media = PlayedMedia()
        (media.state, media.title, media.artist) = (.playing, Text("One"), Text("Zoë"))
        bench.bridge.held = [.phone(.ready, phone, at: .now), .media(media, phone, at: .now)]
        bench.start()
        // Terminals differ in the width of the sign before it.
        #expect(await bench.shows("One – Zoë"))
        bench.press("p")
        #expect(await bench.shows("toggle: done on Mara's iPhone"))
        for (right, words) in [
            (ControlRefusal(.failed, "the player does not offer this command now"), "offer this"),
            (ControlRefusal(.notAllowed, "to do this one must be in the group phone"), "group"),
        ] {
            bench.bridge.refusal = right
            bench.press("n")
            #expect(await bench.shows(words))
        }
        expect(
            bench.bridge.mediaCommands,
            is: [MediaRequest(.toggle), MediaRequest(.next), MediaRequest(.next)])
        bench.end()
    }

    @Test @LoopActor func `where names are not shown they are not said either`() async throws {
        let bench = try BoardBench(BoardOptions(detail: .counts))
        bench.bridge.held = [
            .notice(.added, Self.notice(1, "Quince"), at: .now),
            .notice(.ringing, Self.notice(2, "Rhubarb", call: .ringing), at: .now),
        ]
        bench.start()
        #expect(await bench.shows("CALL"))
        bench.pace.pass(.milliseconds(600))
        bench.press("d")
        #expect(await bench.shows("declined on Mara's iPhone"))
        bench.press("/")
        bench.press("quince\r")
        #expect(await bench.shows("with --detail counts there is no search"))
        #expect(!bench.everything.contains("Rhubarb") && !bench.everything.contains("Quince"))
        bench.end()
    }

    @Test @LoopActor func `a bridge that stops and comes back begins a new board`() async throws {
        let bench = try BoardBench()
        bench.bridge.held = [
            .notice(.added, Self.notice(1, "Quince"), at: .now),
            .notice(.ringing, Self.notice(2, "Rhubarb", call: .ringing), at: .now),
        ]
        bench.start()
        #expect(await bench.shows("Quince"))
        await bench.bridge.stop()
        #expect(await bench.shows("the board continues when it is back"))
        #expect(!bench.text.contains("CALL") && !bench.text.contains("Quince"))
        bench.pace.pass(.milliseconds(600))
        bench.press("c")
        #expect(await bench.shows("choose a notification first"))
        bench.bridge.held = [.notice(.added, Self.notice(3, "Tamarind"), at: .now)]
        try bench.bridge.start()
        #expect(await bench.shows("Tamarind"))
        #expect(!bench.text.contains("goes on") && !bench.text.contains("Quince"))
        expect(bench.demands, is: ["begun"])
        bench.end()
    }

    @Test @LoopActor func `after events were lost it asks for all that holds`() async throws {
        let bench = try BoardBench()
        bench.bridge.held = [.notice(.added, Self.notice(1, "Quince"), at: .now)]
        bench.start()
        #expect(await bench.shows("Quince"))
        bench.bridge.held = [.notice(.added, Self.notice(3, "Tamarind"), at: .now)]
        for _ in 1...20 { bench.bridge.publish(line: #"{"v":1,"event":"lost","count":7}"#) }
        #expect(await bench.shows("Tamarind"))
        #expect(!bench.text.contains("Quince"))
        expect(bench.bridge.tails, is: 2, "once for all of them")
        bench.end()
    }

    @Test @LoopActor func `lines that make no sense change nothing`() async throws {
        let bench = try BoardBench()
        bench.bridge.held = [.notice(.added, Self.notice(1, "Quince"), at: .now)]
        bench.start()
        #expect(await bench.shows("Quince"))
        for line in [
            #"{"v":1,"event":"added"}"#, #"{"v":9,"event":"added","at":"never"}"#,
            #"{"v":1,"event":"of a later version","at":1}"#, #"{"event":7}"#, "[]", "7",
            #"{"v":1,"event":"added","at":"2026-03-02T10:04:02Z","id":"\u001b[2J"}"#,
        ] {
            bench.bridge.publish(line: line)
        }
        bench.bridge.publish(
            .notice(.added, Self.notice(2, "Tama\u{1B}[2Jrind\r\n\u{202E}"), at: .now))
        #expect(await bench.shows("Tama"))
        #expect(bench.text.contains("Quince"))
        // Its own screen is emptied by the controller alone: once at the start and with each Control-L.
        expect(bench.text.components(separatedBy: "\u{1B}[2J").count, is: 2)
        #expect(!bench.everything.contains("\u{202E}"))
        bench.bridge.publish(line: "no JSON at all")
        expect(await eventually { bench.everything.contains("the program at") })
        #expect(await bench.shows("Quince"))
        expect(bench.bridge.tails, is: 2)
        bench.end()
    }

    @Test @LoopActor func `a search says that the bridge keeps no history, and what helps`()
        async throws
    {
        guard case .run(let arguments) = try CallboardProgram.table.parse(["board"]) else { return }
        let bench = try BoardBench(history: HistoryPlace(arguments))
        bench.terminal.resize(columns: 160, rows: 24)
        bench.start()
        expect(await eventually { bench.demands == ["begun"] })
        bench.press("/quince\r")
        #expect(
            await bench.shows(
                "this bridge keeps no history, so there is nothing to search; --history DIR"))
        bench.end()
    }

    @Test @LoopActor func `without a bridge or a terminal it does not begin`() async throws {
        let bench = try BoardBench()
        await bench.bridge.stop()
        bench.start()
        expect(await eventually { !bench.demands.isEmpty })
        expect(Set(bench.demands), is: ["no bridge is running"])
        #expect(bench.everything.isEmpty)
        bench.end()
        let other = try BoardBench(device: "/nowhere/tty")
        other.start()
        expect(await eventually { other.demands.count == 2 })
        expect(other.demands.last, is: "no terminal: \(Errno.noEntry)")
        other.end()
    }

    @Test @LoopActor func `a flood while a call rings is drawn ten times a second at most`()
        async throws
    {
        let bench = try BoardBench()
        bench.bridge.held = [
            .notice(.ringing, Self.notice(2, "Rhubarb", call: .ringing), at: .now)
        ]
        bench.start()
        #expect(await bench.shows("CALL"))
        let (start, before) = (bench.pace.now, bench.controller.screen.redraws)
        for number in 1...1_000 {
            bench.bridge.publish(
                .notice(.added, Self.notice(UInt64(10 + number), "Nr \(number)"), at: .now))
            if number % 20 == 0 { await turn() }
        }
        expect(await eventually { bench.controller.screen.board.counts.others == 1_000 })
        // So many tenths of a second, with the first and the last redraw.
        let most = Int((bench.pace.now - start) / .milliseconds(100)) + 2
        let redraws = bench.controller.screen.redraws - before
        #expect((1...most).contains(redraws))
        #expect(await bench.shows("Nr 1000"))
        #expect(bench.text.contains("CALL"))
        bench.end()
    }

    @Test @LoopActor func `a terminal that takes nothing holds up nobody`() async throws {
        let bench = try BoardBench()
        bench.start()
        #expect(await bench.shows("? help"))
        bench.isReading = false
        for number in 1...1_000 {
            bench.bridge.publish(
                .notice(.added, Self.notice(UInt64(number), "Nr \(number)"), at: .now))
            if number % 20 == 0 { await turn() }
        }
        expect(await eventually { bench.controller.screen.board.counts.others == 1_000 })
        #expect(bench.controller.screen.status.queued < 64 << 10)
        bench.isReading = true
        #expect(await bench.shows("Nr 1000"))
        bench.end()
    }

    @Test @LoopActor func `a search that finds no history says why`() async throws {
        let bench = try BoardBench()
        bench.bridge.held = [.notice(.added, Self.notice(1, "Quince"), at: .now)]
        bench.start()
        #expect(await bench.shows("Quince"))
        bench.press("/")
        bench.press("parcel\r")
        #expect(await bench.shows("there is no history in"))
        #expect(!bench.text.contains("Quince"))
        bench.press("\u{1B}")
        // What follows at once would be a key with Alt.
        expect(await eventually { bench.controller.screen.view.search == nil })
        #expect(await bench.shows("Quince"))
        bench.end()
    }
}
