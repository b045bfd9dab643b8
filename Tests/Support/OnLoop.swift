import Linux
import Waiting

extension LoopThread {
    /// Runs a test's body on the loop.
    package static func run(_ body: @LoopActor @Sendable () async throws -> Void) async rethrows {
        start()
        try await body()
    }
}

/// Lets the loop go on with other things for some time.
@LoopActor
package func pause(_ time: Duration = .milliseconds(20)) async {
    await withCheckedContinuation { continuation in
        EventLoop.shared.after(time) { continuation.resume() }
    }
}

/// Comes back once the loop has done all that there is to do: no descriptor is ready, and no timer due.
///
/// What the kernel reports at once has been taken by then: bytes in a pipe or a unix socket, the end of one, a change of a
/// watched folder. Bytes through a network or a terminal may take longer.
@LoopActor
package func turn() async {
    await withCheckedContinuation { continuation in
        EventLoop.shared.whenIdle { continuation.resume() }
    }
}

/// Waits until something holds; false when it did not for as long as tests wait at all.
///
/// It is looked at from timers: a task that awaits each look would come back by way of the thread
/// pool, which tests of other rooms can keep busy. Looks are counted, so that the time of a machine
/// that stands still is nobody's.
@LoopActor
package func eventually(_ holds: @escaping @LoopActor () -> Bool) async -> Bool {
    await withCheckedContinuation { continuation in
        look(for: holds, tries: Patience.seconds * 1_000) { continuation.resume(returning: $0) }
    }
}

@LoopActor
private func look(
    for holds: @escaping @LoopActor () -> Bool, tries: Int,
    _ done: @escaping @LoopActor (Bool) -> Void
) {
    if holds() { return done(true) }
    guard tries > 0 else { return done(false) }
    EventLoop.shared.after(.milliseconds(1)) { look(for: holds, tries: tries - 1, done) }
}

/// Asks again and again until something holds that is known only after a wait, such as what a server
/// answers; false when it did not for as long as tests wait at all.
@LoopActor
package func answersEventually(_ holds: @LoopActor () async throws -> Bool) async rethrows -> Bool {
    for _ in 0..<Patience.seconds * 100 {
        if try await holds() { return true }
        await pause(.milliseconds(10))
    }
    return try await holds()
}
