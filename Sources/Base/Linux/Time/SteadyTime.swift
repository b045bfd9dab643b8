/// A past moment whose age stays right when the wall clock is set.
package struct SteadyTime: Hashable, Sendable {
    /// Difference of the clocks below which the wall clock counts as not set.
    private static let tolerance: Duration = .seconds(1)

    /// The moment by the wall clock of that time.
    private let then: WallTime
    /// The same moment on the clock of the event loop, which is never set.
    private let moment: Duration

    package init(_ wall: WallTime, at moment: Duration = EventLoop.now) {
        then = wall
        self.moment = moment
    }

    /// The current time.
    package static var now: SteadyTime { SteadyTime(.now) }

    /// The moment by the present wall clock.
    package var wall: WallTime { wall(at: .now) }

    /// Returns the moment by the wall clock of a later time.
    package func wall(at later: SteadyTime) -> WallTime { then.advanced(by: shift(until: later)) }

    /// Returns by how much the wall clock was set between this moment and a later one; negative if
    /// it was set back.
    package func shift(until later: SteadyTime = .now) -> Duration {
        let shift = then.distance(to: later.then) - (later.moment - moment)
        return shift.magnitude <= Self.tolerance ? .zero : shift
    }
}
