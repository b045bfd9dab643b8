internal import CLinux

/// Reader of lines from a descriptor, without blocking the loop.
@LoopActor
package final class LineReader {
    /// Maximum length of a line in bytes; the rest of the line is dropped.
    package nonisolated static let longestLine = 4096
    /// Number of bytes after which `dropPast` stops; later input is read normally.
    private static let longestPast = 1 << 20
    private static let portion = 512

    private let descriptor: Int32
    private let took: @LoopActor (String?) -> Void
    private var watch: EventLoop.WatchID?
    private var line: [UInt8] = []
    private var hasEnded = false

    /// - Parameters:
    ///   - descriptor: the input; it stays open and its flags are not changed.
    ///   - took: receives each line without its end, and nil at the end of the input.
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
            // Regular files are always ready and cannot be watched by epoll.
            readOn()
        } catch {
            EventLoop.shared.after(.zero, for: self) { $0.end() }
        }
    }

    isolated deinit {
        stop()
    }

    /// Ends the reading.
    package func stop() {
        if let watch { EventLoop.shared.unwatch(watch) }
        watch = nil
        hasEnded = true
    }

    /// Drops all input received so far, up to a limit; a line that has only begun loses its
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

    /// Reads a portion at each turn of the loop, so that an endless file does not block other work.
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

    /// Returns the available bytes, an empty array at the end, or nil if nothing is available yet.
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

/// Returns whether a read would not block: there is data, or the end.
private func isReadable(_ descriptor: Int32) -> Bool {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&polled, 1, 0) > 0
}
