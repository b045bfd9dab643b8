/// Reads standard input line by line without holding up the loop.
@LoopActor
package final class LineReader {
    /// What goes beyond that of a line is dropped.
    private static let longestLine = 4096
    private static let portion = 512

    private let took: @LoopActor (String?) -> Void
    private var watch: EventLoop.WatchID?
    private var line: [UInt8] = []
    private var hasEnded = false

    /// - Parameter took: takes each line without its end, and nil once there are no more.
    package init(_ took: @escaping @LoopActor (String?) -> Void) {
        self.took = took
        do throws(Errno) {
            watch = try EventLoop.shared.watch(
                StandardStream.input.rawValue, for: .readable
            ) { [weak self] _ in self?.read() }
        } catch {
            // Files are always ready and cannot be watched.
            EventLoop.shared.after(.zero) { [weak self] in self?.readAll() }
        }
    }

    isolated deinit {
        stop()
    }

    /// Reads no more.
    package func stop() {
        if let watch { EventLoop.shared.unwatch(watch) }
        watch = nil
        hasEnded = true
    }

    private func readAll() {
        while !hasEnded { read() }
    }

    private func read() {
        guard let bytes = try? StandardStream.input.read(upTo: Self.portion), !bytes.isEmpty
        else { return end() }
        for byte in bytes where !hasEnded {
            if byte == 0x0A {
                give()
            } else if line.count < Self.longestLine {
                line.append(byte)
            }
        }
    }

    private func give() {
        let text = String(decoding: line, as: UTF8.self)
        line = []
        took(text)
    }

    private func end() {
        guard !hasEnded else { return }
        stop()
        if !line.isEmpty { give() }
        took(nil)
    }
}
