internal import Linux
internal import Radio

/// Plays what is in the air around the host, for as long as that listens.
///
/// A message has its time and its noise from the seed and its own number, so that the same arrives whenever the host
/// listens.
@LoopActor
final class AirPlayer {
    /// Nobody sends exactly in time, so that two do not meet again and again: late by so much at most.
    private static let tardiness: Duration = .milliseconds(10)
    /// The sum of so many numbers from 0 to 1 deviates from its mean by 1, as if by chance of nature.
    private static let draws = 12

    private let sources: [AirSource]
    private let seeds: [UInt64]
    private let pace: Pace
    private let alarm: Alarm
    /// When the scenario began; nil before.
    private var start: Duration?
    private var tell: (@LoopActor (AirMessage) -> Void)?
    /// The number and the time of each one's next message, while the host listens.
    private var next: [(number: Int, time: Duration)] = []

    init(_ sources: [AirSource], pace: Pace, seed: UInt64) {
        self.sources = sources
        self.pace = pace
        var random = SeededRandom(seed: ~seed)
        seeds = sources.map { _ in random.next() }
        alarm = Alarm(on: pace)
    }

    /// Begins, or begins again.
    func begin() {
        start = pace.now
        follow()
    }

    /// Tells what arrives from now on.
    func listen(_ tell: @escaping @LoopActor (AirMessage) -> Void) {
        self.tell = tell
        follow()
    }

    /// Tells nothing any more.
    func stopListening() {
        tell = nil
        alarm.cancel()
    }

    /// Sends no more.
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

    /// Tells of every message that is due, in the order of their times.
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

    /// When the first message of one is due, so that not all send at once.
    private func delay(of index: Int) -> Duration {
        var random = SeededRandom(seed: seeds[index])
        return sources[index].interval * Double.random(in: 0..<1, using: &random)
    }

    private func time(of number: Int, _ index: Int) -> Duration {
        var random = chance(number, index)
        return delay(of: index) + sources[index].interval * number
            + Self.tardiness * Double.random(in: 0...1, using: &random)
    }

    /// What is random about a message.
    private func chance(_ number: Int, _ index: Int) -> SeededRandom {
        var random = SeededRandom(seed: seeds[index] &+ UInt64(clamping: number + 1))
        return SeededRandom(seed: random.next())
    }
}
