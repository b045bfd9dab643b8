internal import Linux

/// How much may lie in the kernel's buffer, where nothing can overtake it any more.
///
/// The driver is asked, and the rate is reckoned with besides: pseudo-terminals tell nothing, and
/// USB adapters have buffers of their own.
struct SerialPace {
    /// What may lie there, as time on the wire.
    static let reach: Duration = .milliseconds(50)
    /// The fewest bytes that may lie there, whatever the rate.
    static let leastRoom = 16
    private static let shortest: Duration = .milliseconds(2)
    /// Pauses between looks at a port that does not drain at its rate: the longest is how late a call
    /// may be told once a printer that was off all night takes something again.
    private static let patience: ClosedRange<Duration> = .milliseconds(10)...(.seconds(2))
    /// What buffers that nobody can ask about may take besides: a chip's, an adapter's.
    private static let margin: Duration = .milliseconds(50)

    private let byteTime: Duration
    private let limit: Int
    /// When all that was written will have gone, at the port's rate.
    private var quietAt: Duration = .zero
    private var pauses = GrowingPause(patience)

    init(_ settings: SerialSettings) {
        byteTime = settings.byteTime
        limit = max(Self.leastRoom, Int(Self.reach / byteTime))
    }

    /// Whether something may still lie there.
    func isBusy(at now: Duration) -> Bool { quietAt > now }

    /// How many bytes may be written now.
    mutating func room(at now: Duration, unsent: Int) -> Int {
        let reckoned = Int((max(.zero, quietAt - now) / byteTime).rounded(.up))
        let room = max(0, limit - max(unsent, reckoned))
        if room > 0 { pauses.reset() }
        return room
    }

    /// Takes note that bytes were written.
    mutating func wrote(_ count: Int, at now: Duration) {
        quietAt = max(quietAt, now) + byteTime * count
    }

    /// How long to wait until about half of what lies there has gone.
    mutating func pauseForRoom(at now: Duration) -> Duration {
        pause(until: quietAt - byteTime * (limit / 2), at: now)
    }

    /// How long to wait until all of it has gone; nil where it has.
    mutating func pauseForQuiet(at now: Duration, unsent: Int) -> Duration? {
        let end = quietAt + Self.margin
        return unsent == 0 && end <= now ? nil : pause(until: end, at: now)
    }

    private mutating func pause(until end: Duration, at now: Duration) -> Duration {
        end > now ? max(end - now, Self.shortest) : pauses.take()
    }
}
