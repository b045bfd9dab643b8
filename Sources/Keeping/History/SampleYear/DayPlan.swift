internal import ANCS
internal import Linux
internal import Notices

/// Events of one day in the household, as if every phone were connected.
struct DayPlan {
    /// Factor for about 25,000 notifications per year while phones are connected.
    private static let calibration = 1.23

    let kind: DayKind
    let seed: UInt64
    let scale: Double
    private(set) var episodes: [Episode] = []
    var random: YearRandom

    init(_ day: LocalDay, seed: UInt64, scale: Double) {
        kind = DayKind(day)
        self.seed = seed
        self.scale = scale * Self.calibration
        random = YearRandom(seed: seed, place: 2, day.number)
        for sender in Sender.all { planSender(sender) }
        for contact in Contact.all {
            planMessages(of: contact)
            planCalls(of: contact)
        }
        planStrangers()
    }

    /// Returns a time of this day in milliseconds since 1970.
    func moment(_ second: Int) -> Int64 {
        kind.day.moment(secondOfDay: min(second, 86_399)).milliseconds
            + Int64(second) * 389 % 1000
    }

    mutating func plan(_ episode: Episode) {
        episodes.append(episode)
    }

    /// Returns the time at which a notification is cleared: mostly soon, sometimes much later.
    mutating func clearing(after time: Int64) -> Int64 {
        if random.happens(0.1) { return time + Int64(random.whole(20_000...160_000)) * 1000 }
        return time + Int64(random.mostlySmall(8...14_000)) * 1000 + Int64(random.whole(0...999))
    }

    private mutating func planSender(_ sender: Sender) {
        let mean = sender.daily * (kind.isWorkday ? 1 : sender.onDaysOff) * scale
        for phone in SamplePresence.phones.indices {
            for _ in 0..<random.count(mean: mean) {
                let time = moment(random.second(in: sender.hours))
                var steps = [Episode.Step(time: time, change: .added)]
                var cleared = clearing(after: time)
                if !sender.later.isEmpty, random.happens(0.5) {
                    let changed = time + Int64(random.whole(600...12_000)) * 1000
                    let message = Phrases.filled(random.pick(sender.later, or: ""), &random)
                    steps.append(
                        Episode.Step(time: changed, change: .modified, message: message))
                    cleared = max(cleared, clearing(after: changed))
                }
                steps.append(Episode.Step(time: cleared, change: .removed))
                plan(
                    Episode(
                        phone: phone, category: sender.category, app: sender.app,
                        title: Phrases.filled(random.pick(sender.titles, or: ""), &random),
                        subtitle: Phrases.filled(random.pick(sender.subtitles, or: ""), &random),
                        message: Phrases.filled(random.pick(sender.messages, or: ""), &random),
                        flags: sender.flags, positiveAction: "", date: time, steps: steps))
            }
        }
    }

    private mutating func planMessages(of contact: Contact) {
        let mean = contact.writes * scale * (contact.isOffice && !kind.isWorkday ? 0 : kind.cheer)
        for _ in 0..<random.count(mean: mean) {
            let phone = contact.phone ?? random.whole(0...1)
            let begin = random.second(in: contact.isOffice ? .office : kind.leisure)
            let count = random.mostlySmall(1...8)
            var second = begin
            var seconds: [Int] = []
            for _ in 0..<count {
                seconds.append(second)
                second += random.mostlySmall(4...240)
            }
            // A conversation is read, and so cleared, as a whole.
            let cleared = clearing(after: moment(min(second, 86_399)))
            for second in seconds where second < 86_400 {
                planMessage(of: contact, phone: phone, at: moment(second), cleared: cleared)
            }
        }
    }

    private mutating func planMessage(
        of contact: Contact, phone: Int, at time: Int64, cleared: Int64
    ) {
        let message = contact.phrases.sentence(&random)
        var steps = [Episode.Step(time: time, change: .added)]
        if random.happens(0.02), cleared > time + 60_000 {
            steps.append(
                Episode.Step(
                    time: time + Int64(random.whole(8...50)) * 1000, change: .modified,
                    message: message + " ✏️"))
        }
        steps.append(Episode.Step(time: cleared, change: .removed))
        plan(
            Episode(
                phone: phone, category: .social, app: contact.app, title: contact.name,
                message: message,
                flags: random.happens(0.06)
                    ? [.negativeAction, .multimedia] : [.negativeAction],
                date: time, steps: steps))
    }
}
