import Board
import EventSupport
import Expecting
import Linux
import Notices
import Support
import Synchronization
import Testing

@testable import Formats
@testable import LCD
@testable import Outlets

@Suite(.onLoop) struct LCDOutletTests {
    /// What came of a display.
    @LoopActor
    final class Record {
        var told: [String] = []
        var acts: [String] = []
        var time = LCDDay.noon.advanced(by: .seconds(300))
    }

    /// A display and its server.
    @LoopActor
    final class Rig {
        let pace = Pace.leaping()
        let server: FakeLCDd
        let record = Record()
        let outlet: LCDOutlet

        init(_ width: Int, _ height: Int, options: LCDOptions = LCDOptions()) {
            let record = record
            server = FakeLCDd(width, height)
            outlet = LCDOutlet(
                "The display", options: options, pace: pace, wall: { record.time },
                dial: server.dial, tell: { record.told.append($0) },
                act: { record.acts.append("\($0) \($1.rawValue)") },
                control: { record.acts.append($0.rawValue) })
        }

        /// Opens the display, and waits until it is there.
        func open() async {
            let outlet = outlet
            outlet.open()
            expect(await eventually { outlet.size != nil })
            await pass(.milliseconds(200))
        }

        func show(_ events: [BridgeEvent]) {
            for event in events { outlet.show(event) }
        }

        typealias Step = (after: Duration, does: @LoopActor () -> Void)

        /// Does one thing after another, each some time after the one before.
        ///
        /// A task that awaits comes back by way of the thread pool, and the simulation goes on
        /// meanwhile; the steps never leave the loop.
        func play(_ steps: [Step]) async {
            await withCheckedContinuation { continuation in
                play(steps[...], continuation)
            }
        }

        private func play(
            _ steps: ArraySlice<Step>, _ continuation: CheckedContinuation<Void, Never>
        ) {
            guard let step = steps.first else { return continuation.resume() }
            pace.after(step.after) { [self] in
                step.does()
                play(steps.dropFirst(), continuation)
            }
        }

        func showing(_ events: [BridgeEvent], after time: Duration) -> Step {
            (time, { self.show(events) })
        }

        /// Lets some time of the simulation pass, or more.
        func pass(_ time: Duration) async {
            await withCheckedContinuation { continuation in
                pace.after(time) { continuation.resume() }
            }
        }

        func end() {
            outlet.finish(within: nil) {}
        }
    }

    static let ringing = LCDDay.at(5, .ringing, LCDDay.call(.ringing))
    static let keys = LCDOptions(keys: [.answer: "Enter", .decline: "Escape", .clear: "Down"])

    @Test func `a day is on the display, and a call before it`() async {
        await LoopThread.run {
            let rig = Rig(20, 4)
            await rig.open()
            let server = rig.server
            await rig.play([
                (.zero, { rig.show(LCDDay.events) }),
                (
                    .milliseconds(300),
                    {
                        expect(server.looks.last?.screen, is: "board")
                        expect(
                            server.rows("board"),
                            is: [
                                "12:05  Mara's iPhone", "v1 missed >1 vm     ",
                                "Zoë Müller     12:04", "Ja, um acht - passt ",
                            ])
                        rig.show([Self.ringing])
                    }
                ),
                (
                    .milliseconds(300),
                    {
                        expect(server.looks.last?.screen, is: "call")
                        expect(server.rows("call")[0], is: "Incoming call       ")
                        expect(server.rows("call")[1], is: "Zoe Muller          ")
                        expect(server.screens["call"]?.priority, is: "alert")
                        expect(server.screens["call"]?.backlight, is: ["on", "flash"])
                        rig.show([LCDDay.at(6, .ended, LCDDay.call(.ended))])
                    }
                ),
                (
                    .milliseconds(300),
                    {
                        expect(server.looks.last?.screen, is: "board")
                        expect(server.screens["call"]?.priority, is: "hidden")
                        expect(rig.record.told, is: [])
                    }
                ),
            ])
            rig.end()
        }
    }

    @Test func `a flood is drawn at most ten times a second, and its end always`() async {
        await LoopThread.run {
            let rig = Rig(20, 4)
            await rig.open()
            let before = rig.server.looks.count
            var bursts: [Rig.Step] = []
            for burst in 0..<20 {
                let events = ((burst * 50)..<(burst * 50 + 50)).map {
                    LCDDay.at(1, .added, LCDDay.notice(UInt64($0) + 1, "Theo \($0)", "text"))
                }
                bursts.append(rig.showing(events, after: .milliseconds(50)))
            }
            bursts.append((.zero, { #expect((5...10).contains(rig.server.looks.count - before)) }))
            let last = "Theo 999       12:01"
            bursts.append((.milliseconds(300), { expect(rig.server.rows("board")[2], is: last) }))
            await rig.play(bursts)
            #expect(rig.server.longestPortion <= LCDSession.portion)
            rig.end()
        }
    }

    @Test func `a server that goes is told all again when it comes back`() async {
        await LoopThread.run {
            let rig = Rig(16, 2)
            await rig.open()
            rig.server.isOpen = false
            rig.server.hangUp()
            let outlet = rig.outlet
            expect(await eventually { outlet.status.failure != nil })
            rig.show(LCDDay.events)
            expect(await eventually { rig.server.tries > 4 })
            rig.server.isOpen = true
            expect(await eventually { rig.server.connections == 2 && outlet.size != nil })
            expect(
                await eventually {
                    rig.server.looks.contains {
                        $0.rows == ["Zoë Müller 12:04", "Ja, um acht - v1"]
                    }
                })
            await rig.pass(.seconds(11))
            expect(outlet.status.failure, is: nil)
            expect(outlet.status.restarts, is: 1)
            // Why may change from one try to the next, and each is worth a line.
            #expect(
                rig.record.told == [
                    "The display cannot be used, and is tried again: "
                        + "the display server has closed the connection",
                    "The display cannot be used, and is tried again: "
                        + "the display server cannot be reached: Connection refused",
                    "The display is there again",
                ])
            rig.end()
        }
    }

    @Test(arguments: [FakeLCDd.Manner.rude, .refusing, .silent, .deaf])
    func `a server that does not behave is left and tried again`(
        manner: FakeLCDd.Manner
    ) async {
        await LoopThread.run {
            let rig = Rig(16, 2)
            rig.server.manner = manner
            rig.show(LCDDay.events)
            let outlet = rig.outlet
            let start = rig.pace.now
            outlet.open()
            expect(await eventually { rig.server.connections >= 4 })
            // One second, two, and four.
            #expect(rig.pace.now - start >= .seconds(7))
            expect(rig.record.told.count, is: 1)
            #expect(outlet.status.failure != nil)
            #expect(outlet.status.queued <= LCDSession.portion)
            rig.server.manner = .polite
            expect(
                await eventually {
                    rig.server.looks.contains {
                        $0.rows == ["Zoë Müller 12:04", "Ja, um acht - v1"]
                    }
                })
            rig.end()
        }
    }

    @Test func `a server that falls silent is left`() async {
        await LoopThread.run {
            let rig = Rig(20, 4)
            await rig.open()
            rig.server.manner = .silent
            rig.show(LCDDay.events)
            await rig.pass(LCDSession.patience + .milliseconds(200))
            expect(rig.outlet.status.failure, is: "the display server does not answer")
            rig.server.manner = .polite
            let outlet = rig.outlet
            expect(await eventually { outlet.size != nil })
            expect(
                await eventually {
                    rig.server.looks.contains { $0.rows[2] == "Zoë Müller     12:04" }
                })
            rig.end()
        }
    }

    @Test func `garbage and endless lines do no harm`() async {
        await LoopThread.run {
            let rig = Rig(20, 4)
            rig.show(LCDDay.events)
            await rig.open()
            var random = RepeatableRandom(seed: 7)
            for _ in 0..<50 {
                let count = Int.random(in: 1...200, using: &random)
                rig.server.say((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
                await rig.pass(.milliseconds(1))
            }
            rig.server.say("\n")
            rig.show([Self.ringing])
            await rig.pass(.milliseconds(300))
            expect(rig.server.looks.last?.screen, is: "call")
            let first = rig.server.connections
            for _ in 0..<40 {
                rig.server.say([UInt8](repeating: 0x41, count: 4_000))
                await rig.pass(.milliseconds(1))
            }
            let outlet = rig.outlet
            expect(await eventually { rig.server.connections > first && outlet.size != nil })
            await rig.pass(.seconds(1))
            expect(rig.server.rows("call")[1], is: "Zoe Muller          ")
            rig.end()
        }
    }

    static let oven = LCDDay.at(1, .added, LCDDay.notice(1, "Theo", "Oven?"))

    @Test func `keys act on what is on the display`() async {
        await LoopThread.run {
            let rig = Rig(20, 4, options: Self.keys)
            await rig.open()
            let server = rig.server
            await rig.play([
                (.zero, { rig.show([LCDDay.ready, Self.oven]) }),
                (
                    .seconds(1),
                    {
                        expect(server.keys, is: ["Down"])
                        server.say("key Enter\nkey Down\n")
                    }
                ),
                (
                    .milliseconds(500),
                    {
                        expect(rig.record.acts, is: [], "it asks first")
                        expect(server.rows("board")[0], is: "Clear it? Down again")
                        server.say("key Down\n")
                    }
                ),
                (
                    .milliseconds(10),
                    {
                        expect(rig.record.acts, is: ["clear 1"])
                        rig.show([Self.ringing])
                    }
                ),
                (
                    .milliseconds(1_900),
                    {
                        expect(server.keys, is: ["Enter", "Escape"])
                        server.say("key Enter\nkey Escape\n")
                    }
                ),
                (
                    .milliseconds(600),
                    {
                        expect(rig.record.acts, is: ["clear 1"], "it has just begun to ring")
                        server.say("key Down\nkey Enter\nkey Escape call\n")
                    }
                ),
                (
                    .milliseconds(10),
                    {
                        expect(rig.record.acts, is: ["clear 1", "answer 900", "decline 900"])
                        expect(rig.outlet.ignoredInput, is: 4)
                    }
                ),
            ])
            rig.end()
        }
    }

    @Test func `a key that was pressed for something else does nothing`() async {
        await LoopThread.run {
            let keys = LCDOptions(keys: [.answer: "Enter", .clear: "Enter"])
            let rig = Rig(20, 4, options: keys)
            await rig.open()
            let server = rig.server
            await rig.play([
                (.zero, { rig.show([LCDDay.ready, Self.oven]) }),
                (.seconds(1), { rig.show([Self.ringing]) }),
                (
                    .milliseconds(200),
                    {
                        expect(server.looks.last?.screen, is: "call")
                        server.say("key Enter\n")
                    }
                ),
                (
                    .seconds(1),
                    {
                        expect(rig.record.acts, is: [])
                        // The caller gives up at the moment at which somebody answers.
                        rig.show([LCDDay.at(6, .ended, LCDDay.call(.ended))])
                        server.say("key Enter\n")
                    }
                ),
                (.milliseconds(200), { server.say("key Enter\n") }),
                (
                    .seconds(1),
                    {
                        expect(rig.record.acts, is: [])
                        expect(rig.outlet.ignoredInput, is: 3)
                        server.say("key Enter\n")
                    }
                ),
                (.milliseconds(500), { server.say("key Enter\n") }),
                (.milliseconds(10), { expect(rig.record.acts, is: ["clear 1"]) }),
            ])
            rig.end()
        }
    }

    @Test(arguments: [
        (16, 1, "Clear? Down"), (16, 2, "Clear? Down"), (40, 4, "Clear it? Down again"),
    ])
    func `a question that nobody answers goes, and nothing is cleared`(
        width: Int, height: Int, words: String
    ) async {
        await LoopThread.run {
            let rig = Rig(width, height, options: Self.keys)
            await rig.open()
            let server = rig.server
            let question = words + String(repeating: " ", count: width - words.count)
            await rig.play([
                (.zero, { rig.show([LCDDay.ready, Self.oven]) }),
                (.seconds(1), { server.say("key Down\n") }),
                (.milliseconds(500), { expect(server.rows("board")[0], is: question) }),
                (.milliseconds(4_000), { expect(server.rows("board")[0], is: question) }),
                (
                    .milliseconds(1_000),
                    {
                        #expect(server.rows("board")[0] != question)
                        server.say("key Down\n")
                    }
                ),
                (
                    .milliseconds(500),
                    {
                        expect(rig.record.acts, is: [])
                        // Something else has the display by then.
                        rig.show([LCDDay.at(7, .added, LCDDay.notice(2, "Nina", "Here?"))])
                    }
                ),
                (.seconds(1), { server.say("key Down\n") }),
                (.milliseconds(10), { expect(rig.record.acts, is: [], "it asks for each") }),
            ])
            rig.end()
        }
    }

    @Test func `notices take turns while they are to be seen`() async {
        await LoopThread.run {
            let rig = Rig(20, 4)
            await rig.open()
            let server = rig.server
            func look(_ after: Duration, _ number: Int) -> Rig.Step {
                (
                    after,
                    { expect(server.rows("board")[2], is: "Theo \(number)         12:0\(number)") }
                )
            }
            let notices = (1...3).map {
                LCDDay.at($0, .added, LCDDay.notice(UInt64($0), "Theo \($0)"))
            }
            let newest = LCDDay.at(4, .added, LCDDay.notice(4, "Theo 4"))
            await rig.play([
                (.zero, { rig.show([LCDDay.ready] + notices) }), look(.milliseconds(500), 3),
                look(.seconds(6), 2), look(.seconds(6), 1), look(.seconds(6), 3),
                (.zero, { server.say("ignore board\n") }), look(.seconds(60), 3),
                (.zero, { server.say("listen board\n") }), look(.milliseconds(300), 2),
                (.zero, { rig.show([newest]) }), look(.milliseconds(300), 4),
            ])
            rig.end()
        }
    }

    @Test func `the light goes out some time after the news`() async {
        await LoopThread.run {
            let rig = Rig(20, 4, options: LCDOptions(backlight: .news))
            await rig.open()
            func look(_ after: Duration, _ light: String) -> Rig.Step {
                (after, { expect(rig.server.screens["board"]?.backlight, is: [light]) })
            }
            await rig.play([
                look(.seconds(1), "off"), (.zero, { rig.show([Self.oven]) }),
                look(.milliseconds(300), "on"), look(.seconds(29), "on"), look(.seconds(2), "off"),
            ])
            rig.end()
        }
    }

    @Test func `the clock goes on, and quiet hours end with it`() async {
        await LoopThread.run {
            let quiet = Hours(from: 12 * 60, to: 12 * 60 + 10)
            let rig = Rig(20, 4, options: LCDOptions(board: BoardOptions(quietHours: quiet)))
            rig.show([LCDDay.ready])
            await rig.open()
            rig.show([LCDDay.at(5, .added, LCDDay.notice(1, "Theo"))])
            await rig.pass(.seconds(1))
            expect(rig.server.rows("board")[2], is: String(repeating: " ", count: 20))
            rig.record.time = LCDDay.noon.advanced(by: .seconds(600))
            await rig.pass(.seconds(60))
            expect(rig.server.rows("board")[0], is: "12:10  Mara's iPhone")
            expect(rig.server.rows("board")[2], is: "Theo           12:05")
            rig.end()
        }
    }

    @Test func `whoever finishes is gone at once`() async {
        await LoopThread.run {
            let rig = Rig(20, 4)
            await rig.open()
            let isDone = Mutex(false)
            rig.outlet.finish(within: .seconds(5)) { isDone.withLock { $0 = true } }
            #expect(isDone.withLock { $0 })
            expect(await eventually { rig.server.screens.isEmpty })
            rig.show(LCDDay.events)
            rig.outlet.open()
            await rig.pass(.seconds(60))
            expect(rig.server.connections, is: 1)
        }
    }
}
