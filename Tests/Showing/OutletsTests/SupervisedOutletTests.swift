import EventSupport
import Expecting
import Linux
import Notices
import Support
import Testing

@testable import Outlets

/// An outlet that fails is made again, and its owner hears of it once.
struct SupervisedOutletTests {
    /// An outlet that fails when a test says so.
    @LoopActor
    private final class Fragile: Outlet {
        var status = OutletStatus()
        private(set) var shown = 0
        private let failed: @LoopActor (SupervisedOutlet.Failure) -> Void

        init(_ failed: @escaping @LoopActor (SupervisedOutlet.Failure) -> Void) {
            self.failed = failed
        }

        func show(_ event: BridgeEvent) {
            shown += 1
            status.written += 1
        }

        func finish(within limit: Duration?, _ done: @escaping @LoopActor () -> Void) { done() }

        func fail(_ reason: String) {
            failed(SupervisedOutlet.Failure(reason))
        }
    }

    /// Where outlets are made, and what is told of them.
    @LoopActor
    private final class Works {
        private(set) var made: [Fragile] = []
        private(set) var told: [String] = []
        /// Why none can be made.
        var refusal: String?
        private(set) var attempts = 0
        let pace = Pace.led()

        func supervised() -> SupervisedOutlet {
            SupervisedOutlet(
                "line", pauses: .seconds(1)...(.seconds(4)), pace: pace,
                tell: { [weak self] in self?.told.append($0) },
                make: { (failed) throws(SupervisedOutlet.Failure) -> any Outlet in
                    self.attempts += 1
                    if let refusal = self.refusal { throw SupervisedOutlet.Failure(refusal) }
                    let outlet = Fragile(failed)
                    self.made.append(outlet)
                    return outlet
                })
        }
    }

    private static let event = Events.event(.added, Events.notice(uid: 1))

    @Test func `what failed is made again, and what came meanwhile is counted as lost`()
        async throws
    {
        await LoopThread.run {
            let works = Works()
            let outlet = works.supervised()
            outlet.show(Self.event)
            works.made.first?.fail("pulled out")
            outlet.show(Self.event)
            expect(outlet.status.failure, is: "pulled out")
            expect(outlet.status.lost, is: 1)
            works.pace.pass(.milliseconds(999))
            expect(works.made.count, is: 1)
            works.pace.pass(.milliseconds(1))
            expect(works.made.count, is: 2)
            outlet.show(Self.event)
            expect(outlet.status.failure, is: nil)
            expect(outlet.status.restarts, is: 1)
            expect(works.made.map(\.shown), is: [1, 1])
            #expect(
                works.told == [
                    "line has failed, and is tried again: pulled out", "line works again",
                ])
        }
    }

    @Test func `what cannot be made is tried again and told once`() async throws {
        await LoopThread.run {
            let works = Works()
            works.refusal = "away"
            let outlet = works.supervised()
            // After one second, two, four and four.
            works.pace.pass(.seconds(11))
            expect(works.attempts, is: 5)
            works.refusal = nil
            works.pace.pass(.seconds(4))
            expect(outlet.status.failure, is: nil)
            #expect(works.told == ["line has failed, and is tried again: away"])
        }
    }

    @Test func `an outlet of before has no say any more`() async throws {
        await LoopThread.run {
            let works = Works()
            let outlet = works.supervised()
            works.made.first?.fail("once")
            works.pace.pass(.seconds(1))
            works.made.first?.fail("again")
            expect(outlet.status.failure, is: nil)
            expect(works.made.count, is: 2)
        }
    }

    @Test func `nothing is made after the end`() async throws {
        await LoopThread.run {
            let works = Works()
            let outlet = works.supervised()
            works.made.first?.fail("at the end")
            await withCheckedContinuation { done in
                outlet.finish(within: nil) { done.resume() }
            }
            works.pace.pass(.seconds(3_600))
            expect(works.made.count, is: 1)
        }
    }

    @Test func `pauses grow to their limit, and begin anew`() {
        var backoff = GrowingPause(.seconds(1)...(.seconds(5)))
        expect((0..<5).map { _ in backoff.take() }, is: [1, 2, 4, 5, 5].map { .seconds($0) })
        backoff.reset()
        expect(backoff.take(), is: .seconds(1))
    }
}
