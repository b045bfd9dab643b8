package import Linux
package import Notices

/// Output that may fail: it is created again after a pause, and its failure affects nothing else.
@LoopActor
package final class SupervisedOutlet: Outlet {
    /// Reason why an output has ended by itself.
    package struct Failure: Error, Sendable {
        /// Reason as text, without content.
        package let reason: String

        package init(_ reason: String) {
            self.reason = reason
        }
    }

    /// Creates the output; calls the given closure once if the output ends by itself.
    package typealias Maker =
        @LoopActor (_ failed: @escaping @LoopActor (Failure) -> Void) throws(Failure) -> any Outlet

    /// Default pauses between attempts.
    package static let usualPauses: ClosedRange<Duration> = .seconds(1)...(.seconds(60))

    /// Time without a failure after which the pauses are reset.
    private static let steadiness: Duration = .seconds(60)

    private let name: String
    private let make: Maker
    private let tell: @LoopActor (String) -> Void
    private var backoff: GrowingPause
    private var outlet: (any Outlet)?
    private let pace: Pace
    private let alarm: Alarm
    private var failure: String?
    /// Whether the failure was reported, and the recovery not yet.
    private var isKnownToFail = false
    private var beginning = Duration.zero
    private var lost = 0
    private var restarts = 0
    /// Number of the present output, counted over all that were created.
    private var generation = 0
    private var isFinishing = false

    /// - Parameters:
    ///   - name: the name in messages and in the status.
    ///   - pace: the clock of the pauses.
    ///   - tell: logs a message without content.
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

    /// Status of the present output; lost events and restarts include those of its predecessors.
    package var status: OutletStatus {
        let current = outlet?.status
        return OutletStatus(
            failure: failure ?? current?.failure, lost: lost + (current?.lost ?? 0),
            queued: current?.queued ?? 0, restarts: restarts + (current?.restarts ?? 0),
            written: current?.written ?? 0)
    }

    /// Passes the event to the output; it is lost while there is none.
    package func show(_ event: BridgeEvent) {
        guard let outlet else {
            lost += 1
            return
        }
        outlet.show(event)
        // A device may open and then fail with the first bytes, as a full disk does.
        guard isKnownToFail, self.outlet === outlet, outlet.status.written > 0 else { return }
        isKnownToFail = false
        tell("\(name) works again")
    }

    /// Ends the output for good.
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
            // The output may have failed while it was created.
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
