package import Linux
package import Notices

/// An outlet that may fail: it is made anew after a while, and never takes anything else down.
@LoopActor
package final class SupervisedOutlet: Outlet {
    /// Why an outlet has ended by itself.
    package struct Failure: Error, Sendable {
        /// In words, without content.
        package let reason: String

        /// A reason in words, without content.
        package init(_ reason: String) {
            self.reason = reason
        }
    }

    /// Makes the outlet; the closure it is given is called once, should the outlet end by itself.
    package typealias Maker =
        @LoopActor (_ failed: @escaping @LoopActor (Failure) -> Void) throws(Failure) -> any Outlet

    /// How long to wait before the next attempt, where nothing else is said.
    package static let usualPauses: ClosedRange<Duration> = .seconds(1)...(.seconds(60))

    /// How long an outlet must have worked to be called steady.
    private static let steadiness: Duration = .seconds(60)

    private let name: String
    private let make: Maker
    private let tell: @LoopActor (String) -> Void
    private var backoff: GrowingPause
    private var outlet: (any Outlet)?
    private let pace: Pace
    private let alarm: Alarm
    private var failure: String?
    /// Whether a person was told that it fails, and not yet that it works again.
    private var isKnownToFail = false
    private var beginning = Duration.zero
    private var lost = 0
    private var restarts = 0
    /// Which of those made so far is the present one.
    private var generation = 0
    private var isFinishing = false

    /// - Parameters:
    ///   - name: what it is called in sentences and in the status.
    ///   - pace: the clock that pauses go by.
    ///   - tell: takes what a person should know, in a sentence without content.
    package init(
        _ name: String, pauses: ClosedRange<Duration> = usualPauses, pace: Pace = Pace(),
        tell: @escaping @LoopActor (String) -> Void, make: @escaping Maker
    ) {
        self.name = name
        backoff = GrowingPause(pauses)
        self.pace = pace
        alarm = Alarm(on: pace)
        self.tell = tell
        self.make = make
        begin()
    }

    /// How the outlet is doing, together with those that were there before it.
    package var status: OutletStatus {
        let current = outlet?.status
        return OutletStatus(
            failure: failure ?? current?.failure, lost: lost + (current?.lost ?? 0),
            queued: current?.queued ?? 0, restarts: restarts + (current?.restarts ?? 0),
            written: current?.written ?? 0)
    }

    /// Shows the event to the outlet; it is lost while there is none.
    package func show(_ event: BridgeEvent) {
        guard let outlet else {
            lost += 1
            return
        }
        outlet.show(event)
        // What opens well may fail with the first bytes: a full device does.
        guard isKnownToFail, self.outlet === outlet, outlet.status.written > 0 else { return }
        isKnownToFail = false
        tell("\(name) works again")
    }

    /// Ends the outlet, which is not made anew any more.
    package func finish(within limit: Duration?, _ done: @escaping @LoopActor () -> Void) {
        isFinishing = true
        alarm.cancel()
        guard let outlet else { return done() }
        outlet.finish(within: limit, done)
    }

    private func begin() {
        generation += 1
        let generation = generation
        do throws(Failure) {
            let made = try make { [weak self] failure in
                guard let self, self.generation == generation else { return }
                fail(failure)
            }
            // It may have failed while it was made.
            guard self.generation == generation, !alarm.isSet else { return }
            outlet = made
            beginning = pace.now
            if failure != nil { restarts += 1 }
            failure = nil
        } catch {
            fail(error)
        }
    }

    private func fail(_ failure: Failure) {
        if let outlet {
            lost += outlet.status.lost
            self.outlet = nil
            if pace.now - beginning > Self.steadiness { backoff.reset() }
        }
        generation += 1
        self.failure = failure.reason
        if !isKnownToFail {
            isKnownToFail = true
            tell("\(name) has failed, and is tried again: \(failure.reason)")
        }
        guard !isFinishing, !alarm.isSet else { return }
        alarm.set(after: backoff.take(), for: self) { $0.begin() }
    }
}
