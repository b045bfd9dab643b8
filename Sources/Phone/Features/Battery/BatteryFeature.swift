package import Radio

/// Battery level of a phone (Battery Service 1.1).
///
/// The phone sends each change; without a subscription the level is read from time to time.
package struct BatteryFeature: PhoneFeature {
    package static let service = ServiceID(short: 0x180F)
    package static let level = CharacteristicID(short: 0x2A19, of: service)
    package static let need = ServiceNeed(service, requiring: [level])

    /// Minimum time between two reported levels; of several changes only the last is reported.
    package static let rest: Duration = .seconds(10)
    /// Interval of readings if the phone refuses the subscription.
    package static let interval: Duration = .seconds(15 * 60)

    private var read = RepeatedRead(level)
    /// Last reported level.
    private var reported: Int?
    /// Time from which the next level may be reported.
    private var readyAt: Duration?
    /// Level that waits for `readyAt`.
    private var pending: Int?
    /// Time of the next reading without a subscription.
    private var nextReading: Duration?
    private var isSubscribed = false

    package init() {}

    package var nextDeadline: Duration? {
        [read.deadline, nextReading, pending == nil ? nil : readyAt].compactMap(\.self).min()
    }

    package mutating func begin(at now: Duration) -> [FeatureAction<FeatureFact>] {
        [.ask(.subscribe(Self.level))]
    }

    package mutating func end(at now: Duration) -> [FeatureAction<FeatureFact>] {
        let last = pending.map { report($0, at: now) } ?? []
        let wasKnown = reported != nil
        self = BatteryFeature()
        return last + (wasKnown ? [.tell(.battery(nil))] : [])
    }

    package mutating func take(
        _ event: LinkEvent, at now: Duration
    ) -> [FeatureAction<FeatureFact>] {
        switch event {
        // The level is read only now: requests wait for each other, and a change in between is
        // not lost.
        case .subscribed(Self.level):
            isSubscribed = true
            return [.ask(read.begin())]
        case .refused(Self.level, _): return [.ask(read.begin())]
        case .unsubscribed(Self.level):
            isSubscribed = false
            return []
        case .read(Self.level, .failure(let error)):
            read.refused(error, at: now)
            return []
        case .read(Self.level, .success(let value)):
            read.end()
            nextReading = isSubscribed ? nil : now + Self.interval
            return take(value, at: now)
        case .value(Self.level, let value): return take(value, at: now)
        default: return []
        }
    }

    package mutating func timePassed(at now: Duration) -> [FeatureAction<FeatureFact>] {
        var actions: [FeatureAction<FeatureFact>] = []
        if let level = pending, let readyAt, readyAt <= now { actions += report(level, at: now) }
        if let request = read.timePassed(at: now) { actions.append(.ask(request)) }
        if let due = nextReading, due <= now {
            nextReading = nil
            actions.append(.ask(read.begin()))
        }
        return actions
    }

    /// Handles a value of the phone; one that is no percentage is ignored.
    private mutating func take(
        _ value: [UInt8], at now: Duration
    ) -> [FeatureAction<FeatureFact>] {
        guard let level = value.first.map(Int.init), level <= 100 else { return [] }
        guard let readyAt, now < readyAt else { return report(level, at: now) }
        pending = level
        return []
    }

    private mutating func report(
        _ level: Int, at now: Duration
    ) -> [FeatureAction<FeatureFact>] {
        pending = nil
        guard level != reported else { return [] }
        reported = level
        readyAt = now + Self.rest
        return [.tell(.battery(level))]
    }
}
