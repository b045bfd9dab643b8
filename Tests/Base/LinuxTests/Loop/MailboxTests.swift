import Expecting
import Foundation
import Linux
import Support
import Testing
import Waiting

struct MailboxTests {
    init() {
        LoopThread.start()
    }

    @Test @LoopActor func `what is put in comes out in order, waited for or not`() async {
        let mailbox = Mailbox<Int>()
        mailbox.post(1)
        mailbox.post(2)
        expect(await mailbox.next(), is: 1)
        expect(await mailbox.next(within: .zero), is: 2)
        EventLoop.shared.after(.milliseconds(1)) { mailbox.post(3) }
        expect(await mailbox.next(), is: 3)
    }

    @Test @LoopActor func `a wait ends with its time`() async {
        let pace = Pace.led()
        let mailbox = Mailbox<Int>(on: pace)
        var taken: [Int?] = []
        let task = Task.immediate { @LoopActor in
            taken.append(await mailbox.next(within: .seconds(2)))
            taken.append(await mailbox.next(within: .seconds(2)))
        }
        pace.pass(.seconds(2))
        expect(await eventually { taken.count == 1 })
        // The time of the first wait is not that of the second.
        pace.pass(.seconds(1))
        mailbox.post(7)
        expect(await eventually { taken.count == 2 })
        expect(taken, is: [nil, 7])
        task.cancel()
    }

    @Test @LoopActor func `a task that is cancelled waits no more`() async {
        let mailbox = Mailbox<Int>()
        var taken: [Int?] = []
        let first = Task.immediate { @LoopActor in
            taken.append(await mailbox.next())
            // One that is cancelled already does not wait at all.
            taken.append(await mailbox.next())
        }
        first.cancel()
        expect(await eventually { taken.count == 2 })
        expect(taken, is: [nil, nil])
        // What comes later is for others.
        mailbox.post(5)
        expect(await mailbox.next(), is: 5)
    }

    @Test @LoopActor func `a cancellation that comes late is not meant for the next wait`() async {
        let mailbox = Mailbox<Int>()
        var taken: [Int?] = []
        let first = Task.immediate { @LoopActor in taken.append(await mailbox.next()) }
        // Its wait is over before the loop hears of the cancellation.
        mailbox.post(1)
        first.cancel()
        let second = Task.immediate { @LoopActor in taken.append(await mailbox.next()) }
        expect(await eventually { taken.count == 1 })
        await turn()
        expect(taken, is: [1])
        mailbox.post(2)
        expect(await eventually { taken.count == 2 })
        expect(taken, is: [1, 2])
        second.cancel()
    }

    @Test @LoopActor func `work begins at once, and ends with its owner or when that asks for it`()
        async
    {
        let work = Work()
        var steps: [String] = []
        work.begin { steps.append("at once") }
        work.begin {
            await EventLoop.pause(.seconds(3_600))
            steps.append(Task.isCancelled ? "cancelled" : "over")
        }
        expect(steps, is: ["at once"])
        work.cancel()
        expect(await eventually { steps.count == 2 })
        expect(steps, is: ["at once", "cancelled"])
        var owned: Work? = Work()
        owned?.begin {
            await EventLoop.pause(.seconds(3_600))
            steps.append("gone")
        }
        owned = nil
        expect(await eventually { steps.count == 3 })
        expect(steps.last, is: "gone")
    }

    @Test @LoopActor func `what calls back is waited for, however the task fares`() async {
        var steps: [String] = []
        let task = Task.immediate { @LoopActor in
            let value = await called { (done: @escaping @LoopActor (Int) -> Void) in
                EventLoop.shared.after(.milliseconds(1)) { done(4) }
            }
            steps.append("\(value)")
        }
        task.cancel()
        expect(await eventually { steps.count == 1 })
        expect(steps, is: ["4"])
    }

    @Test func `the loop runs until some work is done, or fails`() async {
        await #expect(processExitsWith: .exitCode(7)) {
            let value = EventLoop.run { () async -> Int in
                await EventLoop.pause(.milliseconds(1))
                return 3
            }
            do throws(Errno) {
                try EventLoop.run { () async throws(Errno) -> Void in
                    await EventLoop.pause(.milliseconds(1))
                    throw .noEntry
                }
            } catch {
                exit(error == .noEntry && value == 3 ? 7 : 1)
            }
            exit(1)
        }
    }
}
