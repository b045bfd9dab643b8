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

/// Waits until something holds, or says that it never did.
@LoopActor
func eventually(_ holds: @LoopActor () -> Bool) async -> Bool {
    for _ in 0..<2000 {
        if holds() { return true }
        await pause(.milliseconds(5))
    }
    return holds()
}
