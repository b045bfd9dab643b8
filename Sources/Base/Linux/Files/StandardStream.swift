internal import CLinux

/// Standard input, output or error, in whatever state the process was given it.
package enum StandardStream: Int32, CaseIterable, Sendable {
    case input
    case output
    case error

    /// Puts something that can be neither read nor written in the place of each stream that the
    /// process was started without, so that nothing opened later is mistaken for it.
    package static func fillGaps() {
        // The kernel gives out the lowest number that is free.
        for stream in allCases where callboard_descriptor_flags(stream.rawValue) < 0 {
            _ = callboard_open_for_nothing()
        }
    }

    /// Reads what is there, up to a number of bytes, and waits for it; an empty array is the end.
    package func read(upTo count: Int) throws(Errno) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        while true {
            do throws(Errno) {
                let received = try retryingInterrupts {
                    unsafe CLinux.read(rawValue, &bytes, count)
                }
                bytes.removeLast(count - received)
                return bytes
            } catch .wouldBlock {
                // Whoever shares the stream has made it one that does not wait.
                _ = isReady(for: POLLIN, within: nil)
            }
        }
    }

    /// Writes all of these bytes, however slowly they are taken.
    ///
    /// - Parameter limit: how long the stream may take before some of them are taken; without it,
    ///   this waits for as long as it takes.
    package func write(_ text: String, within limit: Duration? = nil) throws(Errno) {
        try write(Array(text.utf8), within: limit)
    }

    /// Writes all of these bytes, however slowly they are taken.
    ///
    /// - Parameter limit: how long the stream may take before some of them are taken; without it,
    ///   this waits for as long as it takes.
    package func write(_ bytes: [UInt8], within limit: Duration? = nil) throws(Errno) {
        var rest = bytes[...]
        while !rest.isEmpty {
            if limit != nil, !isReady(for: POLLOUT, within: limit) { throw .wouldBlock }
            do throws(Errno) {
                let written = try retryingInterrupts {
                    unsafe rest.withUnsafeBytes { buffer in
                        unsafe CLinux.write(rawValue, buffer.baseAddress, buffer.count)
                    }
                }
                rest = rest.dropFirst(written)
            } catch .wouldBlock {
                _ = isReady(for: POLLOUT, within: limit)
            }
        }
    }

    private func isReady(for events: Int32, within limit: Duration?) -> Bool {
        var polled = pollfd(fd: rawValue, events: Int16(events), revents: 0)
        return unsafe poll(&polled, 1, limit.map { Int32(clamping: $0.milliseconds) } ?? -1) > 0
    }
}
