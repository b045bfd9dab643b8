import Foundation
import Linux

/// The thread on which the event loop runs while tests do.
package enum LoopThread {
    private static let started: Bool = {
        SignalWatcher.ignoreBrokenPipes()
        Thread.detachNewThread { EventLoop.run() }
        return true
    }()

    /// Sees to it that code marked `@LoopActor` can run.
    package static func start() {
        precondition(started)
    }
}
