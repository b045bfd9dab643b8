internal import CLinux

/// The service manager, such as systemd, which receives the state of this service and watchdog
/// messages.
package struct ServiceManager: Sendable {
    /// A message to the service manager.
    package enum Message: Hashable, Sendable {
        /// The service has started or has reloaded its configuration.
        case ready
        /// The service reloads its configuration; `ready` follows.
        case reloading
        case stopping
        /// The state of the service as text.
        case status(String)
        /// Keep-alive message.
        case watchdog
    }

    /// Maximum length of a status in bytes.
    private static let longestStatus = 256
    /// Timeout of a message, in seconds, if the service manager is busy.
    private static let patience = 1

    private let address: SocketAddress
    /// Interval of `watchdog` messages; nil if the watchdog is disabled.
    package let watchdogInterval: Duration?

    /// Returns the service manager that started the process, or nil.
    ///
    /// Call this once: it removes the variables from the environment, so that child processes
    /// cannot send messages for this one.
    package static func take() -> ServiceManager? {
        let names = ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"]
        let values = names.map { Environment.value($0) }
        for name in names { Environment.remove(name) }
        return ServiceManager(
            socket: values[0], watchdogMicroseconds: values[1], watchdogProcess: values[2],
            own: getpid())
    }

    init?(
        socket: String?, watchdogMicroseconds: String?, watchdogProcess: String?, own: Int32
    ) {
        guard let socket, let address = Self.address(socket) else { return nil }
        self.address = address
        watchdogInterval = Self.interval(
            microseconds: watchdogMicroseconds, process: watchdogProcess, own: own)
    }

    private static func address(_ text: String) -> SocketAddress? {
        switch text.utf8.first {
        case UInt8(ascii: "@"): SocketAddress(abstractName: String(text.dropFirst()))
        case UInt8(ascii: "/"): SocketAddress(path: text)
        default: nil
        }
    }

    private static func interval(
        microseconds: String?, process: String?, own: Int32
    ) -> Duration? {
        guard let microseconds = microseconds.flatMap({ Int64($0) }), microseconds > 0 else {
            return nil
        }
        // The variables may have been meant for the parent process.
        if let process, Int32(process) != own { return nil }
        // Half of the watchdog timeout.
        return .microseconds(max(1, microseconds / 2))
    }

    /// Sends all of these messages as one datagram.
    package func notify(_ messages: Message...) throws(Errno) {
        let text = Self.text(of: messages, at: Self.monotonicMicroseconds)
        let descriptor = try FileDescriptor(
            checking: socket(
                AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0))
        var limit = timeval(tv_sec: Self.patience, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        guard unsafe setsockopt(descriptor.rawValue, SOL_SOCKET, SO_SNDTIMEO, &limit, size) == 0
        else { throw .current }
        let bytes = Array(text.utf8)
        _ = try retryingInterrupts {
            unsafe address.withPointer { pointer, length in
                unsafe sendto(
                    descriptor.rawValue, bytes, bytes.count, Int32(MSG_NOSIGNAL), pointer, length)
            }
        }
    }

    /// Returns the text of a datagram.
    static func text(of messages: [Message], at microseconds: Int64) -> String {
        messages.map { message in
            switch message {
            case .ready: "READY=1"
            case .reloading: "RELOADING=1\nMONOTONIC_USEC=\(microseconds)"
            case .stopping: "STOPPING=1"
            case .status(let text): "STATUS=\(oneLine(text))"
            case .watchdog: "WATCHDOG=1"
            }
        }.joined(separator: "\n")
    }

    /// Returns the text on one line, so that it cannot add further messages.
    private static func oneLine(_ text: String) -> String {
        var line = ""
        for scalar in text.unicodeScalars {
            let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
            line.unicodeScalars.append(isControl ? " " : scalar)
            if line.utf8.count >= longestStatus { break }
        }
        return line
    }

    private static var monotonicMicroseconds: Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }
}
