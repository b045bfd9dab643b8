internal import CLinux

/// Standard input, output or error; it may be closed or non-blocking when inherited.
package enum StandardStream: Int32, CaseIterable, Sendable {
    case input
    case output
    case error

    /// Opens an unusable placeholder for each missing standard stream, so that no later file takes
    /// its number.
    package static func fillGaps() {
        // The kernel assigns the lowest free number.
        for stream in allCases where callboard_descriptor_flags(stream.rawValue) < 0 {
            _ = callboard_open_for_nothing()
        }
    }

    /// Reads available bytes, up to a limit, and waits for them; an empty array is the end.
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
                // Another process that shares the stream has made it non-blocking.
                _ = isReady(for: POLLIN, within: nil)
            }
        }
    }

    /// Writes the whole text, waiting as needed.
    ///
    /// - Parameter limit: time limit for each part that the stream accepts, after which
    ///   `wouldBlock` is thrown; nil for none.
    package func write(_ text: String, within limit: Duration? = nil) throws(Errno) {
        try write(Array(text.utf8), within: limit)
    }

    /// Writes all of these bytes, waiting as needed.
    ///
    /// - Parameter limit: time limit for each part that the stream accepts, after which
    ///   `wouldBlock` is thrown; nil for none.
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
