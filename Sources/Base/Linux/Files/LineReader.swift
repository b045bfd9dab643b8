internal import CLinux

/// Reads lines from a descriptor as they come, without holding up the loop.
@LoopActor
package final class LineReader {
    /// What goes beyond that of a line is dropped.
    package nonisolated static let longestLine = 4096
    /// The most that is dropped at once of what came too early; past that it is read as usual.
    private static let longestPast = 1 << 20
    private static let portion = 512

    private let descriptor: Int32
    private let took: @LoopActor (String?) -> Void
    private var watch: EventLoop.WatchID?
    private var line: [UInt8] = []
    private var hasEnded = false

    /// - Parameters:
    ///   - descriptor: what to read, which stays open and as it is.
    ///   - took: takes each line without its end, and nil once there are no more.
    package init(
        _ descriptor: Int32 = StandardStream.input.rawValue,
        _ took: @escaping @LoopActor (String?) -> Void
    ) {
        self.descriptor = descriptor
        self.took = took
        do throws(Errno) {
            watch = try EventLoop.shared.watch(descriptor, for: .readable, of: self) { reader, _ in
                reader.read()
            }
        } catch .notPermitted {
            // Files are always ready and cannot be watched.
            readOn()
        } catch {
            EventLoop.shared.after(.zero, for: self) { $0.end() }
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

    /// Drops what has come so far, read or not, up to a limit; a line that has only begun loses its
    /// beginning.
    package func dropPast() {
        line = []
        if Terminal.isTerminal(descriptor) { return Terminal.dropInput(of: descriptor) }
        var left = Self.longestPast
        while !hasEnded, left > 0, isReadable(descriptor) {
            guard let bytes = portion() else { return }
            if bytes.isEmpty { return end() }
            left -= bytes.count
        }
    }

    /// Reads a portion at each turn of the loop, so that a file without end holds up nobody.
    private func readOn() {
        EventLoop.shared.after(.zero, for: self) { reader in
            guard !reader.hasEnded else { return }
            reader.read()
            reader.readOn()
        }
    }

    private func read() {
        guard let bytes = portion() else { return }
        if bytes.isEmpty { return end() }
        for byte in bytes where !hasEnded {
            if byte == UInt8(ascii: "\n") {
                give()
            } else if line.count < Self.longestLine {
                line.append(byte)
            }
        }
    }

    /// What can be read now, nothing at the end, and nil where nothing can be read yet.
    private func portion() -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: Self.portion)
        do throws(Errno) {
            let count = try retryingInterrupts {
                unsafe CLinux.read(descriptor, &bytes, bytes.count)
            }
            return Array(bytes.prefix(count))
        } catch .wouldBlock {
            return nil
        } catch {
            return []
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

/// Whether a read would not wait: there is something, or the end.
private func isReadable(_ descriptor: Int32) -> Bool {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&polled, 1, 0) > 0
}
