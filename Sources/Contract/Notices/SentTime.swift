package import ANCS
package import Linux

/// Plausibility check of a notification's date as its time of sending.
///
/// The date has no time zone. The phone's clock and zone may differ from the host's. A calendar entry has the entry's own date.
package enum SentTime {
    /// Longest delay of a notification that arrives while the phone is connected.
    ///
    /// Almost all zones differ by at least as much, so that a date from another zone is not taken for a delayed one.
    package static let delayOfNews: Duration = .seconds(30 * 60)
    /// Maximum age of a pre-existing notification; no phone keeps one longer.
    package static let ageOfOld: Duration = .seconds(366 * 86_400)

    /// Returns the time of a date in the host's time zone; nil if it is implausible.
    ///
    /// - Parameter received: time of the first reception, which is later than the time sent.
    package static func judged(
        _ date: PhoneDate?, received: WallTime, category: CategoryID, flags: EventFlags
    ) -> WallTime? {
        guard category != .schedule, let date, let time = WallTime(date) else { return nil }
        // A time from an untrusted file can have any value.
        let (age, isTooLong) = received.milliseconds.subtractingReportingOverflow(
            time.milliseconds)
        let limit = flags.contains(.preExisting) ? ageOfOld : delayOfNews
        return !isTooLong && age >= 0 && .milliseconds(age) < limit ? time : nil
    }
}

extension WallTime {
    /// Converts a phone's date in the host's time zone.
    fileprivate init?(_ date: PhoneDate) {
        self.init(
            year: date.year, month: date.month, day: date.day, hour: date.hour,
            minute: date.minute, second: date.second)
    }
}
