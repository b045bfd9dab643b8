import Commands
package import Features
package import Linux

/// Decides when the clock of the host is set to that of a phone, and by how much it moves.
///
/// Times are those of one monotonic clock.
package struct ClockSetting: Hashable, Sendable {
    /// What follows from a reading.
    package enum Verdict: Hashable, Sendable {
        case set(by: Duration)
        case agrees
        /// The clock is not set.
        case keep(Reason)
    }

    /// Reason for which the clock is not set.
    package enum Reason: Hashable, Sendable {
        /// Another program keeps the clock right.
        case synchronised
        /// The clock follows another phone.
        case otherPhone
        /// The phone did not report a time with a zone.
        case incomplete
        /// The phone's clock shows a date that cannot be.
        case implausible
        /// The difference is too large for a clock that was right before.
        case tooFar(Duration)
        /// The clock was set a short time ago.
        case tooSoon
    }

    /// Difference up to which both clocks count as equal: a value of a phone is late by what the
    /// radio takes, and some phones report whole seconds.
    package static let tolerance: Duration = .seconds(2)
    /// Minimum time between two settings.
    package static let rest: Duration = .seconds(3600)
    /// Largest correction of a clock that was right before.
    ///
    /// A clock without corrections gains or loses some seconds a day.
    package static let largestStep: Duration = .seconds(600)
    /// The same backwards, where times of events would repeat.
    package static let largestStepBack: Duration = .seconds(60)
    /// Years after the release of this version that a clock may show.
    package static let years = 20

    /// Plausible times in milliseconds of the wall clock.
    static let plausible: Range<Int64> = {
        func midnight(_ day: LocalDay) -> Int64 {
            WallTime(day, hour: 0, minute: 0, second: 0, offsetMinutes: 0).milliseconds
        }
        let released = ProgramVersion.released
        let end = LocalDay(year: released.date.year + years, month: 1, day: 1)
        return midnight(released)..<max(midnight(end), midnight(released))
    }()

    /// Bond of the phone whose clock counts: the first with a plausible time.
    private var source: String?
    /// Whether the clock was right at some time since the start.
    private var wasRight = false
    private var lastSetting: Duration?

    package init() {}

    /// Judges a reading; the owner then sets the clock if the verdict says so.
    ///
    /// - Parameters:
    ///   - bond: the phone.
    ///   - host: the clock of the host at the time of the reading.
    ///   - isSynchronised: whether another program keeps the clock of the host right.
    package mutating func judge(
        _ clock: PhoneClock, of bond: String, host: WallTime, isSynchronised: Bool,
        at now: Duration
    ) -> Verdict {
        guard !isSynchronised else {
            wasRight = true
            return .keep(.synchronised)
        }
        guard source == nil || source == bond else { return .keep(.otherPhone) }
        guard let moment = Self.moment(of: clock, host) else { return .keep(.incomplete) }
        guard Self.plausible.contains(moment.milliseconds) else { return .keep(.implausible) }
        let lead = host.distance(to: moment)
        if lead.magnitude <= Self.tolerance {
            (source, wasRight) = (bond, true)
            return .agrees
        }
        guard !wasRight || (.zero - Self.largestStepBack...Self.largestStep).contains(lead) else {
            return .keep(.tooFar(lead))
        }
        if let lastSetting, now - lastSetting < Self.rest { return .keep(.tooSoon) }
        (source, wasRight, lastSetting) = (bond, true, now)
        return .set(by: lead)
    }

    /// Lets another phone take the place of one that was forgotten.
    package mutating func forget(_ bond: String) {
        if source == bond { source = nil }
    }

    /// Returns the moment that the phone's clock shows; nil if it is unknown.
    ///
    /// In summer some devices include daylight saving time in the offset of the zone. Which reading
    /// is right shows only at a host whose clock is nearly right.
    private static func moment(of clock: PhoneClock, _ host: WallTime) -> WallTime? {
        let moments = clock.moments
        return moments.first { host.distance(to: $0).magnitude <= largestStep } ?? moments.first
    }
}
