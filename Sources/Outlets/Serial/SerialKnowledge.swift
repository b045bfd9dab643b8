package import Linux
package import Notices

/// What holds at the moment, kept for serial ports that are yet to come.
@LoopActor
package final class SerialKnowledge: Outlet {
    private(set) var memory = SerialMemory()
    private let pace: Pace

    package init(pace: Pace) {
        self.pace = pace
    }

    package func show(_ event: BoardEvent) {
        _ = memory.take(event, isSaid: true, at: pace.now)
    }

    package func finish(within limit: Duration?, _ done: @escaping @LoopActor () -> Void) {
        done()
    }
}
