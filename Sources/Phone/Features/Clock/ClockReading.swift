package import Linux

/// Comparison of a phone's clock with the host's.
package struct ClockReading: Hashable, Sendable {
    /// Largest difference of two clocks that is not taken for a wrong zone.
    private static let largestLead: Duration = .seconds(7 * 60)
    /// Difference from which a phone's clock is wrong, and its zone says nothing about its dates.
    private static let wrong: Duration = .seconds(86_400)
    private static let quarterHour = 15

    /// Offset of the phone's local time from UTC in minutes; nil if unknown.
    package let offsetMinutes: Int?
    /// Time by which the phone's clock is ahead of the host's, negative if it is behind; nil if
    /// unknown.
    package let lead: Duration?
    /// Offset that applies to the dates of notifications; nil if unknown.
    package var dateOffset: Int? {
        if let lead, lead.magnitude >= Self.wrong { nil } else { offsetMinutes }
    }
    /// Time of the comparison on the host.
    package let at: WallTime

    /// Compares a reading with the host's clock, which has to be read at the same time.
    package init(_ clock: PhoneClock, at now: WallTime) {
        at = now
        guard let time = clock.time else {
            offsetMinutes = clock.zone?.offsets.first
            self.lead = nil
            return
        }
        func lead(at offset: Int) -> Duration {
            now.distance(to: time.moment(offsetMinutes: offset))
        }
        if let zone = clock.zone {
            let nearest = zone.offsets.min { lead(at: $0).magnitude < lead(at: $1).magnitude } ?? 0
            (offsetMinutes, self.lead) = (nearest, lead(at: nearest))
            return
        }
        // A phone without a zone: the offset is the difference in quarters of an hour.
        let quarter = Duration.seconds(60 * Self.quarterHour)
        let quarters = Int((lead(at: 0) / quarter).rounded())
        let offset = PhoneZone.validOffsets.contains(quarters) ? Self.quarterHour * quarters : nil
        let rest = offset.map { lead(at: $0) }.flatMap {
            $0.magnitude < Self.largestLead ? $0 : nil
        }
        offsetMinutes = rest == nil ? nil : offset
        self.lead = rest
    }

    private init(offsetMinutes: Int?, lead: Duration?, at: WallTime) {
        (self.offsetMinutes, self.lead, self.at) = (offsetMinutes, lead, at)
    }

    /// Returns the same comparison after the clock of the host was set.
    ///
    /// - Parameter shift: time by which it moved; negative if it was set back.
    package func after(settingBy shift: Duration) -> ClockReading {
        ClockReading(
            offsetMinutes: offsetMinutes, lead: lead.map { $0 - shift },
            at: at.advanced(by: shift))
    }
}

extension PhoneClock {
    /// Moments that the clock may show, the usual one first; none without a time and a zone.
    package var moments: [WallTime] {
        guard let time, let zone else { return [] }
        return zone.offsets.map { time.moment(offsetMinutes: $0) }
    }
}

extension LocalMoment {
    /// Returns the moment in a zone with this offset from UTC.
    fileprivate func moment(offsetMinutes: Int) -> WallTime {
        WallTime(
            LocalDay(year: year, month: month, day: day), hour: hour, minute: minute,
            second: second, offsetMinutes: offsetMinutes
        ).advanced(by: .milliseconds(milliseconds))
    }
}
