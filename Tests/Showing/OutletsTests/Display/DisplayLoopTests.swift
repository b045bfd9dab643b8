import Board
import EventSupport
import Expecting
import Linux
import Notices
import Support
import Testing

@testable import Outlets

@Suite(.onLoop) struct DisplayLoopTests {
    /// A display that takes note of when it is drawn on.
    @LoopActor
    final class Sign: DisplayOutlet {
        let pace = Pace.led()
        let loop: DisplayLoop
        var isFree = true
        var isUrgent = false
        /// Whether something is other than on the last picture.
        var isOther = true
        private(set) var draws: [Duration] = []
        private(set) var attempts: [Duration] = []
        private(set) var news = 0
        var redrawPause = Duration.milliseconds(100)

        init(_ told: @escaping @LoopActor (String) -> Void = { _ in }) {
            loop = DisplayLoop(
                "the sign", BoardOptions(), pace: pace, wall: { Events.at }, tell: told)
            loop.display = self
        }

        func attempt() { attempts.append(pace.now) }
        func noteNews() { news += 1 }
        func untilLook(at wall: WallTime) -> Duration { .seconds(60) }

        func draw(at wall: WallTime) -> Bool {
            if isOther { draws.append(pace.now) }
            return isOther
        }

        func pass(_ milliseconds: Int) { pace.pass(.milliseconds(milliseconds)) }
    }

    @Test func `the first picture is drawn at once, the next after the pause`() async {
        await LoopThread.run {
            let sign = Sign()
            let start = sign.pace.now
            sign.loop.ask()
            sign.loop.ask()
            sign.pass(0)
            sign.loop.ask()
            sign.pass(99)
            expect(sign.draws, is: [start])
            sign.pass(1)
            expect(sign.draws, is: [start, start + .milliseconds(100)])
            sign.pass(5_000)
            sign.loop.ask()
            sign.pass(0)
            expect(sign.draws.count, is: 3)
        }
    }

    @Test func `a flood is drawn ten times a second, and once after its end`() async {
        await LoopThread.run {
            let sign = Sign()
            for _ in 0..<990 {
                sign.loop.ask()
                sign.pass(2)
            }
            #expect((20...21).contains(sign.draws.count))
            #expect(
                zip(sign.draws, sign.draws.dropFirst()).allSatisfy { $1 - $0 >= sign.redrawPause })
            let before = sign.draws.count
            sign.pass(100)
            expect(sign.draws.count, is: before + 1)
            sign.pass(1_000)
            expect(sign.draws.count, is: before + 1)
        }
    }

    @Test func `what is no other picture costs the next one no pause`() async {
        await LoopThread.run {
            let sign = Sign()
            sign.isOther = false
            sign.loop.ask()
            sign.pass(10)
            sign.isOther = true
            sign.loop.ask()
            sign.pass(0)
            expect(sign.draws.count, is: 1)
        }
    }

    @Test func `what is urgent does not wait for a picture that waits already`() async {
        await LoopThread.run {
            let sign = Sign()
            sign.loop.ask()
            sign.pass(0)
            sign.redrawPause = .seconds(1_800)
            sign.loop.ask()
            sign.pass(60_000)
            expect(sign.draws.count, is: 1)
            (sign.isUrgent, sign.redrawPause) = (true, .seconds(1))
            sign.loop.ask()
            sign.pass(0)
            expect(sign.draws.count, is: 2)
        }
    }

    @Test func `a picture that the display could not have is drawn once it can`() async {
        await LoopThread.run {
            let sign = Sign()
            sign.isFree = false
            sign.loop.ask()
            sign.pass(1_000)
            sign.isFree = true
            sign.loop.goOn()
            sign.pass(0)
            expect(sign.draws.count, is: 1)
            sign.loop.goOn()
            sign.pass(1_000)
            expect(sign.draws.count, is: 1)
        }
    }

    @Test func `time alone has the board looked at again`() async {
        await LoopThread.run {
            let sign = Sign()
            sign.loop.ask()
            sign.pass(59_999)
            expect(sign.draws.count, is: 1)
            sign.pass(1)
            expect(sign.draws.count, is: 2)
            sign.loop.end()
            sign.pass(600_000)
            expect(sign.draws.count, is: 2)
        }
    }

    @Test func `events change the board until the end`() async {
        await LoopThread.run {
            let sign = Sign()
            sign.show(Events.event(.added, Events.notice(uid: 1)))
            sign.pass(0)
            #expect(sign.board.rows.count == 1 && sign.news == 1 && sign.draws.count == 1)
            sign.loop.end()
            sign.show(Events.event(.added, Events.notice(uid: 2)))
            #expect(sign.board.rows.count == 1 && sign.news == 1)
        }
    }

    @Test
    func `what fails is told once and tried again ever more seldom, until it works for a while`()
        async
    {
        await LoopThread.run {
            var told: [String] = []
            let sign = Sign { told.append($0) }
            let start = sign.pace.now
            sign.open()
            for pause in [1_000, 2_000, 4_000] {
                sign.loop.fail("there is none")
                sign.loop.ask()
                sign.pass(pause)
            }
            expect(sign.attempts.map { $0 - start }, is: [0, 1, 3, 7].map { .seconds($0) })
            expect(told, is: ["the sign cannot be used, and is tried again: there is none"])
            #expect(sign.loop.failure == "there is none" && sign.draws.isEmpty)
            sign.loop.work()
            #expect(sign.loop.failure == nil && sign.loop.works && sign.loop.restarts == 1)
            sign.pass(10_000)
            expect(told.last, is: "the sign is there again")
            sign.loop.fail("there is none")
            sign.pass(1_000)
            expect(sign.attempts.count, is: 5, "the pauses begin with the shortest again")
            sign.loop.end()
            sign.loop.fail("there is none")
            sign.pass(60_000)
            expect(sign.attempts.count, is: 5)
        }
    }

    @Test func `a display that only fails to show a picture keeps its time`() async {
        await LoopThread.run {
            let sign = Sign()
            sign.loop.ask()
            sign.pass(0)
            sign.loop.ask()
            sign.loop.fail("no space", isGone: false)
            sign.pass(999)
            #expect(sign.draws.count == 1 && sign.attempts.isEmpty)
            sign.pass(1)
            expect(sign.attempts.count, is: 1)
            sign.loop.ask()
            sign.pass(0)
            expect(sign.draws.count, is: 2)
        }
    }
}
