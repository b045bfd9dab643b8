import ANCS
import Board
import EventSupport
import Expecting
import Linux
import Notices
import Outlets
import Support
import Testing

@testable import Screen

@Suite(.onLoop) struct ScreenPersonTests {
    /// A person at an outlet, on a clock that leaps.
    @LoopActor
    private final class Bench {
        let pace = Pace.leaping()
        let watched: WatchedTerminal
        let outlet: ScreenOutlet
        var lost: [Errno?] = []

        init(blankAfter: Duration? = nil, codes: CodeDisplay = .hide) throws {
            watched = try WatchedTerminal()
            try watched.start()
            let (pace, start) = (pace, pace.now)
            outlet = ScreenOutlet(
                watched.pseudo.path,
                options: ScreenOptions(
                    board: BoardOptions(codes: codes), blankAfter: blankAfter), pace: pace,
                wallClock: { PicturedDay.noon.advanced(by: pace.now - start) }, tell: { _ in })
            outlet.lost = { [unowned self] in lost.append($0) }
        }

        func show(_ change: NoticeChange, _ notice: Notice) {
            outlet.show(.notice(change, notice, at: PicturedDay.noon))
        }

        /// Does something at moments of the clock, in milliseconds, and returns when all is done.
        func play(_ steps: [(at: Int, @LoopActor (ScreenOutlet) -> Void)]) async {
            var count = 0
            for step in steps {
                pace.after(.milliseconds(step.at)) { [outlet] in
                    step.1(outlet)
                    count += 1
                }
            }
            expect(await eventually { count == steps.count })
        }
    }

    private static let call = PicturedDay.notice(
        1, .incomingCall, "Zoe", call: .ringing, appID: "com.apple.mobilephone")
    private static let other = PicturedDay.notice(
        2, .incomingCall, "Davidson Ro", call: .ringing, appID: "com.apple.mobilephone")

    @Test func `a key means the call that was seen, half a second after it was`() async throws {
        try await LoopThread.run {
            let bench = try Bench()
            bench.outlet.open()
            bench.show(.ringing, Self.call)
            expect(bench.outlet.press(.character("a")), is: nil, "it was not shown yet")
            await bench.play([
                (400, { expect($0.press(.character("a")), is: nil) }),
                (600, { expect($0.press(.character("a")), is: .answer(Self.call.id)) }),
                (700, { _ in bench.show(.ringing, Self.other) }),
                (701, { expect($0.press(.character("a")), is: nil, "another call rings by now") }),
                (1_150, { expect($0.press(.character("a")), is: nil) }),
                (1_350, { expect($0.press(.character("a")), is: .answer(Self.other.id)) }),
                (1_400, { _ in bench.show(.ended, Self.other) }),
                (1_850, { expect($0.press(.character("d")), is: nil) }),
                (2_050, { expect($0.press(.character("d")), is: .decline(Self.call.id)) }),
            ])
            bench.outlet.finish(within: nil) {}
        }
    }

    @Test func `Enter answers no call that has been shown for less than two seconds`() async throws
    {
        try await LoopThread.run {
            let bench = try Bench()
            bench.outlet.open()
            await bench.play([
                (1_000, { _ in bench.show(.ringing, Self.call) }),
                (1_900, { expect($0.press(.enter), is: nil) }),
                (2_950, { expect($0.press(.enter), is: nil) }),
                (3_200, { expect($0.press(.enter), is: .answer(Self.call.id)) }),
                (3_300, { _ in bench.show(.ringing, Self.other) }),
                (5_250, { expect($0.press(.enter), is: nil, "another call rings by now") }),
                (5_500, { expect($0.press(.enter), is: .answer(Self.other.id)) }),
            ])
            bench.outlet.finish(within: nil) {}
        }
    }

    @Test func `a call that begins while it is asked whether to clear takes no answer for it`()
        async throws
    {
        try await LoopThread.run {
            let bench = try Bench()
            bench.show(.added, PicturedDay.notice(10, .social, "Nr 10"))
            bench.outlet.open()
            await bench.play([
                (1_000, { _ = $0.press(.home) }),
                (1_000, { expect($0.press(.delete), is: nil) }),
                (1_001, { _ in bench.show(.ringing, Self.call) }),
                (1_002, { expect($0.press(.enter), is: nil) }),
                (1_300, { expect($0.press(.enter), is: nil) }),
                (2_000, { expect($0.press(.enter), is: .clear(NoticeID(rawValue: 10))) }),
            ])
            bench.outlet.finish(within: nil) {}
        }
    }

    @Test func `y on the list copies the newest code, and says whose it is`() async throws {
        try await LoopThread.run {
            let bench = try Bench(codes: .show)
            bench.outlet.open()
            expect(bench.outlet.press(.character("y")), is: nil)
            expect(bench.outlet.view.message, is: "no code was received in the last two minutes")
            for (number, code) in [(21, "482913"), (22, "731946")] {
                let notice = PicturedDay.notice(
                    number, .social, "Bank \(number)", "Your verification code is \(code).")
                let time = PicturedDay.noon.advanced(by: .seconds(number - 30))
                bench.outlet.show(.notice(.added, notice, at: time))
            }
            expect(bench.outlet.press(.character("y")), is: nil)
            expect(bench.outlet.view.message, is: "code copied to the clipboard: Bank 22")
            let sequence = TerminalClipboard.sequence(copying: "731946")
            let shown = String(decoding: sequence.dropFirst(), as: UTF8.self)
            expect(await eventually { bench.watched.hasShown(shown) })
            await bench.play([
                (121_000, { expect($0.press(.character("y")), is: nil) }),
                (
                    121_001,
                    { expect($0.view.message, is: "no code was received in the last two minutes") }
                ),
            ])
            bench.outlet.finish(within: nil) {}
        }
    }

    @Test func `a screen that hides codes has none in its list, on its page or to copy`()
        async throws
    {
        try await LoopThread.run {
            let bench = try Bench()
            let text = "Your verification code is 482913."
            bench.show(.added, PicturedDay.notice(21, .social, "Bank", text))
            bench.outlet.open()
            await bench.play([
                (1_000, { #expect($0.press(.home) == nil && $0.press(.enter) == nil) }),
                (
                    1_000,
                    { expect($0.view.open?.page.lines, is: ["Your verification code is ••••••."]) }
                ),
                (1_000, { #expect($0.press(.escape) == nil && $0.press(.character("y")) == nil) }),
                (
                    1_000,
                    { expect($0.view.message, is: "no code was received in the last two minutes") }
                ),
            ])
            #expect(!bench.watched.text.contains("482913"))
            bench.outlet.finish(within: nil) {}
        }
    }

    @Test func `who moves on in a list may clear at once, and not what came in its place`()
        async throws
    {
        try await LoopThread.run {
            let bench = try Bench()
            for number in 10...12 {
                bench.show(.added, PicturedDay.notice(number, .social, "Nr \(number)"))
            }
            bench.outlet.open()
            await bench.play([
                (1_000, { for _ in 0..<2 { expect($0.press(.down), is: nil) } }),
                (1_000, { expect($0.press(.delete), is: nil) }),
                (1_000, { expect($0.press(.enter), is: .clear(NoticeID(rawValue: 11))) }),
                // A list that is narrowed has another row in this place.
                (1_100, { _ = $0.press(.character("f")) }),
                (1_100, { _ = $0.press(.character("2")) }),
                (1_100, { _ = $0.press(.enter) }),
                (1_500, { expect($0.press(.delete), is: nil) }),
                (1_800, { expect($0.press(.delete), is: nil) }),
                (1_800, { expect($0.press(.enter), is: .clear(NoticeID(rawValue: 12))) }),
            ])
            bench.outlet.finish(within: nil) {}
        }
    }

    @Test func `a notice is read with all its words, and given to the clipboard`() async throws {
        try await LoopThread.run {
            let bench = try Bench()
            let text = String(repeating: "word ", count: 400) + "end"
            bench.show(.added, PicturedDay.notice(10, .social, "Nr 10", text))
            bench.outlet.open()
            await bench.play([
                (1_000, { #expect($0.press(.home) == nil && $0.press(.enter) == nil) }),
                (1_000, { expect($0.view.open?.page.lines, is: [text]) }),
                (2_000, { expect($0.press(.character("c")), is: nil) }),
                (2_000, { expect($0.press(.enter), is: .clear(NoticeID(rawValue: 10))) }),
                (
                    2_100,
                    {
                        expect($0.press(.character("y")), is: nil)
                        expect($0.view.message, is: "copied to the clipboard: 2009 characters")
                    }
                ),
            ])
            let sequence = TerminalClipboard.sequence(copying: "Nr 10\n\(text)")
            let shown = String(decoding: sequence.dropFirst(), as: UTF8.self)
            expect(await eventually { bench.watched.hasShown(shown) })
            bench.outlet.finish(within: nil) {}
        }
    }

    @Test func `a notice that has just come is not cleared unseen`() async throws {
        try await LoopThread.run {
            let bench = try Bench()
            bench.show(.added, PicturedDay.notice(10, .social, "Nr 10"))
            bench.outlet.open()
            await bench.play([
                (1_000, { _ in bench.show(.added, PicturedDay.notice(11, .social, "Nr 11")) }),
                (1_001, { expect($0.press(.home), is: nil) }),
                (1_001, { expect($0.press(.delete), is: nil, "nobody has seen it") }),
                (1_300, { expect($0.press(.delete), is: nil) }),
                (1_300, { expect($0.view.clearQuestion, is: nil) }),
                (1_800, { expect($0.press(.delete), is: nil) }),
                (1_800, { expect($0.press(.enter), is: .clear(NoticeID(rawValue: 11))) }),
            ])
            bench.outlet.finish(within: nil) {}
        }
    }

    @Test func `keys of a blank screen mean nothing until it has shown something`() async throws {
        try await LoopThread.run {
            let bench = try Bench(blankAfter: .seconds(60))
            bench.show(.added, PicturedDay.notice(10, .social, "Nr 10"))
            bench.outlet.open()
            await bench.play([
                (1_000, { expect($0.press(.home), is: nil) }),
                (2_000, { expect($0.press(.delete), is: nil) }),
                (2_000, { expect($0.press(.enter), is: .clear(NoticeID(rawValue: 10))) }),
                (70_000, { #expect($0.isBlank) }),
                (70_000, { expect($0.press(.delete), is: nil) }),
                (70_000, { expect($0.view.clearQuestion, is: nil) }),
            ])
            bench.outlet.finish(within: nil) {}
        }
    }

    @Test func `a terminal is given back for a while, and drawn whole when it is there again`()
        async throws
    {
        try await LoopThread.run {
            let bench = try Bench()
            bench.show(.added, PicturedDay.notice(5, .social, "Davidson Ro"))
            bench.outlet.open()
            expect(await eventually { bench.watched.text.contains("Davidson") })
            bench.outlet.release()
            expect(await eventually { bench.watched.screen.isCursorShown })
            #expect(!bench.watched.pseudo.isRaw)
            bench.show(.added, PicturedDay.notice(6, .social, "Nina"))
            bench.watched.stop()
            bench.outlet.open()
            try bench.watched.start()
            expect(await eventually { bench.watched.text.contains("Nina") })
            #expect(bench.watched.text.contains("Davidson") && bench.watched.pseudo.isRaw)
            bench.outlet.beginAnew()
            expect(await eventually { !bench.watched.text.contains("Davidson") })
            #expect(bench.lost.isEmpty)
            bench.outlet.finish(within: nil) {}
        }
    }

    @Test func `who hears that the terminal is lost decides what becomes of it`() async {
        await LoopThread.run {
            let pace = Pace.leaping()
            var lost: [Errno?] = []
            var told: [String] = []
            let outlet = ScreenOutlet("/nowhere/tty", pace: pace) { told.append($0) }
            outlet.lost = { lost.append($0) }
            outlet.open()
            expect(lost, is: [.noEntry])
            #expect(told.isEmpty)
            outlet.finish(within: nil) {}
        }
    }
}
