import Linux

/// A pause that ends after a time, or when `wake` is called.
@LoopActor
final class WakeableSleep {
    private let alarm = Alarm()
    private var sleeping: CheckedContinuation<Void, Never>?

    /// Sleeps for this time at most.
    func sleep(_ time: Duration) async {
        await withCheckedContinuation { continuation in
            sleeping = continuation
            alarm.set(after: time) { self.wake() }
        }
    }

    /// Ends the current pause, if any.
    func wake() {
        alarm.cancel()
        sleeping?.resume()
        sleeping = nil
    }
}
