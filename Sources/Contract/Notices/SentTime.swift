package import ANCS
package import Linux

/// Plausibility check of a notification's date as its time of sending.
///
/// The date has no time zone, and not every phone reports its own. The phone's clock may differ from the host's. A calendar entry has the entry's own date.
package enum SentTime {
    /// Longest delay of a notification that arrives while the phone is connected.
    ///
    /// Almost all zones differ by at least as much, so that a date from another zone is not taken for a delayed one.
    package static let delayOfNews: Duration = .seconds(30 * 60)
    /// Maximum age of a pre-existing notification; no phone keeps one longer.
    package static let ageOfOld: Duration = .seconds(366 * 86_400)

    /// Returns the time of a date; nil if it is implausible.
    ///
    /// - Parameters:
    ///   - received: time of the first reception, which is later than the time sent.
    ///   - offsetMinutes: offset of the phone's zone from UTC; nil for the zone of the host.
    package static func judged(
        _ date: PhoneDate?, received: WallTime, category: CategoryID, flags: EventFlags,
        offsetMinutes: Int? = nil
    ) -> WallTime? {
        // In the host's own zone, earlier dates may have had another offset than now.
        let offset = offsetMinutes.flatMap { $0 == received.local.offsetMinutes ? nil : $0 }
        guard category != .schedule, let date, let time = WallTime(date, offset) else {
            return nil
        }
        // A time from an untrusted file can have any value.
        let (age, isTooLong) = received.milliseconds.subtractingReportingOverflow(
            time.milliseconds)
        let limit = flags.contains(.preExisting) ? ageOfOld : delayOfNews
        return !isTooLong && age >= 0 && .milliseconds(age) < limit ? time : nil
    }
}

extension WallTime {
    /// Converts a phone's date in a zone with this offset from UTC; nil for the host's zone.
    fileprivate init?(_ date: PhoneDate, _ offsetMinutes: Int?) {
        if let offsetMinutes {
            self.init(
                LocalDay(year: date.year, month: date.month, day: date.day), hour: date.hour,
                minute: date.minute, second: date.second, offsetMinutes: offsetMinutes)
            return
        }
        self.init(
            year: date.year, month: date.month, day: date.day, hour: date.hour,
            minute: date.minute, second: date.second)
    }
}
