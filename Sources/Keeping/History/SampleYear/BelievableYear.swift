internal import ANCS
package import Linux
package import Notices

/// Simulated year of a household with two phones, for demonstrations and tests.
///
/// Equal seeds, ends and time zones give equal years. Days are generated one at a time, so that any
/// number of years is possible.
package struct BelievableYear: Sequence, Sendable {
    let seed: UInt64
    let end: WallTime
    let lastDay: LocalDay
    let days: Int
    let scale: Double

    /// Creates a year.
    ///
    /// - Parameters:
    ///   - end: time of the last possible event
    ///   - days: number of days including the last one; 365 days have about 25,000 notifications
    ///   - scale: factor for the number of events
    package init(seed: UInt64, end: WallTime, days: Int = 365, scale: Double = 1) {
        self.seed = seed
        self.end = end
        self.days = Swift.max(0, days)
        self.scale = scale.isFinite ? Swift.max(0, scale) : 1
        lastDay = LocalDay(end)
    }

    /// Returns an iterator from the beginning; every iterator returns the same events.
    package func makeIterator() -> Iterator {
        Iterator(self)
    }

    /// Generates the events in order of time.
    package struct Iterator: IteratorProtocol {
        private let year: BelievableYear
        private var presences: [SamplePresence]
        private var day: LocalDay
        private var waiting = EventQueue()
        /// Episodes reported when a phone is back on a later day.
        private var carried: [Episode] = []
        private var ids = NoticeIDSource()
        private var lastUID: UInt32 = 0
        private var isAway: [Bool?]

        fileprivate init(_ year: BelievableYear) {
            self.year = year
            day = year.lastDay.advanced(by: 1 - year.days)
            presences = SamplePresence.phones.indices.map {
                SamplePresence(seed: year.seed, phone: $0)
            }
            isAway = SamplePresence.phones.map { _ in nil }
        }

        /// Returns the next event; nil at the end of the year.
        package mutating func next() -> BridgeEvent? {
            while day <= year.lastDay, waiting.nextTime ?? .max >= day.moment().milliseconds {
                planDay()
            }
            guard let time = waiting.nextTime, time <= year.end.milliseconds else { return nil }
            return waiting.pop()
        }

        private mutating func planDay() {
            let begin = day.moment().milliseconds
            let nextDay = day.advanced(by: 1)
            let end = nextDay.moment().milliseconds
            for phone in presences.indices { planLinks(of: phone, from: begin, until: end) }
            var random = YearRandom(seed: year.seed, place: 3, day.number)
            var episodes = carried
            for episode in DayPlan(day, seed: year.seed, scale: year.scale).episodes {
                if let heard = heard(episode, &random) { episodes.append(heard) }
            }
            // Stable order, so that equal seeds give equal years.
            let starts = episodes.map(\.start)
            let order = episodes.indices.sorted { (starts[$0], $0) < (starts[$1], $1) }
            carried = order.filter { starts[$0] >= end }.map { episodes[$0] }
            for index in order where starts[index] < end {
                let episode = episodes[index]
                let id = ids.next(at: WallTime(milliseconds: episode.start))
                lastUID &+= 1
                for event in episode.events(id: id, uid: lastUID) { waiting.push(event) }
            }
            day = nextDay
        }

        private mutating func planLinks(of phone: Int, from begin: Int64, until end: Int64) {
            let name = PhoneName(SamplePresence.phones[phone].name)
            let push = { (queue: inout EventQueue, state: PhoneState, time: Int64) in
                queue.push(.phone(state, name, at: WallTime(milliseconds: time)))
            }
            var free = begin
            for range in presences[phone].away(on: day) + [end..<end] {
                if range.lowerBound > free {
                    if isAway[phone] != false {
                        // The phone is ready before the first notification after its return.
                        push(&waiting, .connected, Swift.max(begin, free - 1500))
                        push(&waiting, .ready, Swift.max(begin, free - 200))
                    }
                    isAway[phone] = false
                }
                if !range.isEmpty {
                    if isAway[phone] == false { push(&waiting, .disconnected, range.lowerBound) }
                    isAway[phone] = true
                }
                free = Swift.max(free, range.upperBound)
            }
        }

        /// Returns an episode as seen by this host; nil if it was never seen.
        ///
        /// Events during an absence are reported on return, if the notification still exists then.
        private mutating func heard(_ episode: Episode, _ random: inout YearRandom) -> Episode? {
            let phone = episode.phone
            var episode = episode
            let (back, isHere) = presences[phone].here(from: episode.start)
            if !isHere {
                let isLong = back - episode.start > 86_400_000
                guard random.happens(isLong ? 0.06 : 0.2) else { return nil }
                guard episode.becomePreExisting() else { return nil }
                episode.move(to: back + Int64(random.whole(1_500...9_000)))
            }
            let later = episode.steps.dropFirst()
            episode.steps = Array(episode.steps.prefix(1))
            for step in later {
                let (time, isHere) = presences[phone].here(from: step.time)
                if isHere {
                    episode.steps.append(step)
                } else if step.call != nil {
                    // No phone leaves during a call.
                    return nil
                } else if step.change == .removed {
                    // A removal is detected after the return; other changes are not reported later.
                    episode.steps.append(Episode.Step(time: time + 30_000, change: .removed))
                }
            }
            return episode
        }
    }
}

extension Episode {
    /// Converts the episode to a notification from before the session; false if that is impossible.
    fileprivate mutating func becomePreExisting() -> Bool {
        flags.insert(.preExisting)
        guard category.isLiveCall else { return true }
        guard let missed = steps.first(where: { $0.change == .missed }),
            let removed = steps.last, removed.change == .removed
        else { return false }
        category = .missedCall
        message = "Missed Call"
        steps = [
            Step(time: missed.time, change: .added, call: Call(state: .missed)), removed,
        ]
        return true
    }
}
