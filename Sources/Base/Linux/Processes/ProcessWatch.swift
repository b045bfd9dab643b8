internal import CLinux

/// Watch for the end of any process.
@LoopActor
package final class ProcessWatch {
    private let descriptor: FileDescriptor
    private var watch: EventLoop.WatchID?

    /// - Parameter ended: called once, not from within the initialiser.
    package init(_ process: Int32, ended: @escaping @LoopActor () -> Void) throws(Errno) {
        descriptor = try FileDescriptor(checking: pidfd_open(process, 0))
        watch = try EventLoop.shared.watch(descriptor.rawValue, for: .readable, of: self) {
            watch, _ in
            watch.stop()
            ended()
        }
    }

    isolated deinit {
        stop()
    }

    private func stop() {
        if let watch { EventLoop.shared.unwatch(watch) }
        watch = nil
    }
}
