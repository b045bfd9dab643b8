internal import Linux

/// Limit on the bytes in the kernel's buffer, which nothing can overtake.
///
/// The driver is queried, and the line rate is taken into account as well: pseudo-terminals report
/// nothing, and USB adapters have buffers of their own.
struct SerialPace {
    /// Limit of the buffered bytes, as the time that they take on the line.
    static let reach: Duration = .milliseconds(50)
    /// Minimum of the limit in bytes, whatever the rate.
    static let leastRoom = 16
    private static let shortest: Duration = .milliseconds(2)
    /// Pauses between checks of a port that drains more slowly than its rate.
    ///
    /// The longest is the maximum delay of a call after a printer is switched on again.
    private static let patience: ClosedRange<Duration> = .milliseconds(10)...(.seconds(2))
    /// Allowance for buffers that cannot be queried, such as those of a chip or adapter.
    private static let margin: Duration = .milliseconds(50)

    private let byteTime: Duration
    private let limit: Int
    /// Time at which all written bytes will have been sent, at the rate of the port.
    private var quietAt: Duration = .zero
    private var pauses = GrowingPause(patience)

    init(_ settings: SerialSettings) {
        byteTime = settings.byteTime
        limit = max(Self.leastRoom, Int(Self.reach / byteTime))
    }

    /// Returns whether bytes may still be in a buffer.
    func isBusy(at now: Duration) -> Bool { quietAt > now }

    /// Returns how many bytes may be written now.
    mutating func room(at now: Duration, unsent: Int) -> Int {
        let reckoned = Int((max(.zero, quietAt - now) / byteTime).rounded(.up))
        let room = max(0, limit - max(unsent, reckoned))
        if room > 0 { pauses.reset() }
        return room
    }

    /// Records written bytes.
    mutating func wrote(_ count: Int, at now: Duration) {
        quietAt = max(quietAt, now) + byteTime * count
    }

    /// Returns the time until about half of the buffered bytes have been sent.
    mutating func pauseForRoom(at now: Duration) -> Duration {
        pause(until: quietAt - byteTime * (limit / 2), at: now)
    }

    /// Returns the time until all buffered bytes have been sent; nil if they have.
    mutating func pauseForQuiet(at now: Duration, unsent: Int) -> Duration? {
        let end = quietAt + Self.margin
        return unsent == 0 && end <= now ? nil : pause(until: end, at: now)
    }

    private mutating func pause(until end: Duration, at now: Duration) -> Duration {
        end > now ? max(end - now, Self.shortest) : pauses.take()
    }
}
