package import Radio

/// Date, time and zone of a phone (Current Time Service 1.1).
///
/// They are read at the start of a link, and again after the phone reports a change.
package struct ClockFeature: PhoneFeature {
    package static let service = ServiceID(short: 0x1805)
    package static let time = CharacteristicID(short: 0x2A2B, of: service)
    package static let zone = CharacteristicID(short: 0x2A0F, of: service)
    package static let need = ServiceNeed(service, requiring: [time], optional: [zone])

    /// Minimum time between two readings, however often the phone reports changes.
    package static let rest: Duration = .seconds(30)

    /// Step of a reading.
    private enum Step {
        case idle
        case readingZone
        case readingTime
    }

    private var step = Step.idle
    private var read = RepeatedRead(zone)
    private var clock = PhoneClock()
    private var isSubscribed = false
    /// Time from which the next reading may begin.
    private var readyAt: Duration?
    /// Whether the phone reported a change that was not read yet.
    private var hasChanged = false

    package init() {}

    package var nextDeadline: Duration? {
        let next = hasChanged && step == .idle ? readyAt : nil
        return [read.deadline, next].compactMap(\.self).min()
    }

    package mutating func begin(at now: Duration) -> [FeatureAction<FeatureFact>] {
        beginReading(at: now)
    }

    package mutating func end(at now: Duration) -> [FeatureAction<FeatureFact>] {
        let wasKnown = clock != PhoneClock()
        self = ClockFeature()
        return wasKnown ? [.tell(.clock(nil))] : []
    }

    package mutating func take(
        _ event: LinkEvent, at now: Duration
    ) -> [FeatureAction<FeatureFact>] {
        switch event {
        case .read(Self.zone, let result): return takeZone(result, at: now)
        case .read(Self.time, let result): return takeTime(result, at: now)
        case .subscribed(Self.time):
            isSubscribed = true
            return []
        case .unsubscribed(Self.time):
            isSubscribed = false
            return []
        case .value(Self.time, _):
            hasChanged = true
            return timePassed(at: now)
        default: return []
        }
    }

    package mutating func timePassed(at now: Duration) -> [FeatureAction<FeatureFact>] {
        if let request = read.timePassed(at: now) { return [.ask(request)] }
        guard hasChanged, step == .idle, readyAt.map({ $0 <= now }) ?? true else { return [] }
        return beginReading(at: now)
    }

    private mutating func beginReading(at now: Duration) -> [FeatureAction<FeatureFact>] {
        hasChanged = false
        readyAt = now + Self.rest
        step = .readingZone
        read = RepeatedRead(Self.zone)
        return [.ask(read.begin())]
    }

    /// Continues with the time, which is read last so that it is not delayed by other requests.
    private mutating func takeZone(
        _ result: Result<[UInt8], AttributeError>, at now: Duration
    ) -> [FeatureAction<FeatureFact>] {
        switch result {
        case .success(let value): clock.zone = PhoneZone(value)
        case .failure(let error):
            read.refused(error, at: now)
            guard read.deadline == nil else { return [] }
            // Some phones have no zone.
            clock.zone = nil
        }
        // In a capture, another host may read in another order.
        guard step == .readingZone else { return [] }
        step = .readingTime
        read = RepeatedRead(Self.time)
        return [.ask(read.begin())]
    }

    private mutating func takeTime(
        _ result: Result<[UInt8], AttributeError>, at now: Duration
    ) -> [FeatureAction<FeatureFact>] {
        var actions: [FeatureAction<FeatureFact>] = []
        switch result {
        case .success(let value):
            read.end()
            clock.time = LocalMoment(value)
        case .failure(let error):
            read.refused(error, at: now)
            guard read.deadline == nil else { return [] }
            clock.time = nil
        }
        actions.append(.tell(.clock(clock)))
        guard step == .readingTime else { return actions }
        step = .idle
        if !isSubscribed { actions.append(.ask(.subscribe(Self.time))) }
        return actions
    }
}
