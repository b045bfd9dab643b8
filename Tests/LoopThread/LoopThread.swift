internal import Foundation
internal import Linux

/// The one thread that runs the event loop for all tests of a process; without it, code of
/// `LoopActor` waits for ever.
package enum LoopThread {
    private static let thread: Void = Thread.detachNewThread { EventLoop.run() }

    /// Starts the thread, unless it runs already.
    package static func start() {
        thread
    }
}
