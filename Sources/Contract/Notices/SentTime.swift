package import ANCS
package import Linux

/// Whether the date that a phone gives a notice says when it was sent.
///
/// The date has no zone and is by the phone's clock: either may be others than here, and a calendar
/// entry's date is that of the entry.
package enum SentTime {
    /// What comes while the phone is connected was sent at most so long before: less than any two
    /// zones are apart, so that another zone's date is not taken for an old one.
    package static let delayOfNews: Duration = .seconds(30 * 60)
    /// What was on the phone before may be so old; no phone keeps a notice longer.
    package static let ageOfOld: Duration = .seconds(366 * 86_400)

    /// The moment that a date means, read in this machine's zone; nil where it is not to be believed.
    ///
    /// - Parameter received: when Callboard first had the notice, before which it was sent.
    package static func judged(
        _ date: PhoneDate?, received: WallTime, category: CategoryID, flags: EventFlags
    ) -> WallTime? {
        guard category != .schedule, let date, let time = WallTime(date) else { return nil }
        // A moment of a file that somebody else wrote can be any.
        let (age, isTooLong) = received.milliseconds.subtractingReportingOverflow(
            time.milliseconds)
        let limit = flags.contains(.preExisting) ? ageOfOld : delayOfNews
        return !isTooLong && age >= 0 && .milliseconds(age) < limit ? time : nil
    }
}

extension WallTime {
    /// The moment at which a clock on the wall of this machine shows a phone's date.
    fileprivate init?(_ date: PhoneDate) {
        self.init(
            year: date.year, month: date.month, day: date.day, hour: date.hour,
            minute: date.minute, second: date.second)
    }
}
