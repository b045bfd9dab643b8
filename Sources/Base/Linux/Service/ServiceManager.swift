internal import CLinux

/// The program that supervises this one as a service, such as systemd: hears how it is, and how
/// often it wants to hear that it is alive.
package struct ServiceManager: Sendable {
    /// What a service manager can be told.
    package enum Message: Hashable, Sendable {
        /// The service does its work, or has read its configuration again.
        case ready
        /// The service reads its configuration again; `ready` follows.
        case reloading
        /// The service is about to end.
        case stopping
        /// What the service is about, in words for people.
        case status(String)
        /// The service is alive.
        case watchdog
    }

    /// The most bytes of a status.
    private static let longestStatus = 256
    /// How long a message may wait for a service manager that is busy.
    private static let patience = 1

    private let address: SocketAddress
    /// How often to send `watchdog`; nil where the service manager does not want to hear it.
    package let watchdogInterval: Duration?

    /// The one that the process was started by; nil where it was started by none.
    ///
    /// This is asked once: afterwards the environment no longer says so, lest processes that this
    /// one starts speak for it.
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
        // The variables may have been meant for the process that started this one.
        if let process, Int32(process) != own { return nil }
        // Twice in the time after which the service manager would lose patience.
        return .microseconds(max(1, microseconds / 2))
    }

    /// Tells it something; all of this arrives as one message.
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

    /// The lines of a message.
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

    /// A text that cannot be taken for further lines.
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
