internal import Linux
internal import Radio

/// Player of the simulated senders while the host listens.
///
/// Time and noise of a message depend only on the seed and its number, so that the same messages
/// arrive whenever the host listens.
@LoopActor
final class AirPlayer {
    /// Maximum random delay of a message, so that two senders do not collide repeatedly.
    private static let tardiness: Duration = .milliseconds(10)
    /// Number of uniform random numbers whose sum approximates a normal distribution with deviation
    /// 1.
    private static let draws = 12

    private let sources: [AirSource]
    private let seeds: [UInt64]
    private let pace: Pace
    private let alarm: Alarm
    /// Start of the scenario; nil before.
    private var start: Duration?
    private var tell: (@LoopActor (AirMessage) -> Void)?
    /// Number and time of each sender's next message, while the host listens.
    private var next: [(number: Int, time: Duration)] = []

    init(_ sources: [AirSource], pace: Pace, seed: UInt64) {
        self.sources = sources
        self.pace = pace
        var random = SeededRandom(seed: ~seed)
        seeds = sources.map { _ in random.next() }
        alarm = Alarm(on: pace)
    }

    /// Starts the time of the scenario, or restarts it.
    func begin() {
        start = pace.now
        follow()
    }

    /// Starts reporting received messages.
    func listen(_ tell: @escaping @LoopActor (AirMessage) -> Void) {
        self.tell = tell
        follow()
    }

    /// Stops reporting.
    func stopListening() {
        tell = nil
        alarm.cancel()
    }

    /// Stops sending.
    func stop() {
        start = nil
        alarm.cancel()
    }

    private func follow() {
        guard let start, tell != nil else { return }
        let elapsed = pace.now - start
        next = sources.indices.map { index in
            let past = (elapsed - delay(of: index)) / sources[index].interval
            let number = max(0, Int(past.rounded(.up)))
            return (number, time(of: number, index))
        }
        setAlarm()
    }

    private func setAlarm() {
        guard let start, tell != nil else { return }
        let due = next.lazy.map(\.time).min().map { start + $0 }
        alarm.set(at: due, for: self) { $0.send() }
    }

    /// Reports all due messages, in order.
    private func send() {
        while let start, let tell,
            let index = next.indices.min(by: { next[$0].time < next[$1].time }),
            start + next[index].time <= pace.now
        {
            let (number, time) = next[index]
            next[index] = (number + 1, self.time(of: number + 1, index))
            var random = chance(number, index)
            _ = random.next()
            let sum = (0..<Self.draws).reduce(0.0) { sum, _ in
                sum + Double.random(in: 0...1, using: &random)
            }
            let deviation = sum - Double(Self.draws) / 2
            if let message = sources[index].message(at: time, deviation: deviation) {
                tell(message)
            }
        }
        setAlarm()
    }

    /// Returns the time of a sender's first message, which is random so that not all senders start
    /// at once.
    private func delay(of index: Int) -> Duration {
        var random = SeededRandom(seed: seeds[index])
        return sources[index].interval * Double.random(in: 0..<1, using: &random)
    }

    private func time(of number: Int, _ index: Int) -> Duration {
        var random = chance(number, index)
        return delay(of: index) + sources[index].interval * number
            + Self.tardiness * Double.random(in: 0...1, using: &random)
    }

    /// Returns the random generator of a message.
    private func chance(_ number: Int, _ index: Int) -> SeededRandom {
        var random = SeededRandom(seed: seeds[index] &+ UInt64(clamping: number + 1))
        return SeededRandom(seed: random.next())
    }
}
