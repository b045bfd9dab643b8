import Linux
import Support

extension LoopThread {
    /// Runs a test's body on the loop.
    static func run(_ body: @LoopActor @Sendable () async throws -> Void) async rethrows {
        start()
        try await body()
    }
}

/// Lets the loop go on with other things for some time.
@LoopActor
func pause(_ time: Duration = .milliseconds(20)) async {
    await withCheckedContinuation { continuation in
        EventLoop.shared.after(time) { continuation.resume() }
    }
}
