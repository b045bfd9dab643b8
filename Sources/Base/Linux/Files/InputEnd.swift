internal import CLinux

/// Watch for the end of an input whose bytes are ignored; a pipe ends when the process at its other
/// end does.
///
/// A regular file and `/dev/null` have no end in this sense.
@LoopActor
package final class InputEnd {
    private static let portion = 4096

    private var watch: EventLoop.WatchID?

    /// - Parameters:
    ///   - descriptor: the input, which stays open.
    ///   - ended: called once.
    package init(
        of descriptor: Int32 = StandardStream.input.rawValue,
        _ ended: @escaping @LoopActor () -> Void
    ) {
        watch = try? EventLoop.shared.watch(descriptor, for: .readable, of: self) { input, _ in
            guard Self.isAtEnd(descriptor) else { return }
            input.stop()
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

    private static func isAtEnd(_ descriptor: Int32) -> Bool {
        var bytes = [UInt8](repeating: 0, count: portion)
        let count = try? retryingInterrupts { unsafe CLinux.read(descriptor, &bytes, bytes.count) }
        return count == 0
    }
}
