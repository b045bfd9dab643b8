import Linux

/// A pause that ends with its time, or as soon as somebody wakes whoever sleeps.
@LoopActor
final class WakeableSleep {
    private let alarm = Alarm()
    private var sleeping: CheckedContinuation<Void, Never>?

    /// Sleeps for some time at most.
    func sleep(_ time: Duration) async {
        await withCheckedContinuation { continuation in
            sleeping = continuation
            alarm.set(after: time) { self.wake() }
        }
    }

    /// Ends the pause, where there is one.
    func wake() {
        alarm.cancel()
        sleeping?.resume()
        sleeping = nil
    }
}
