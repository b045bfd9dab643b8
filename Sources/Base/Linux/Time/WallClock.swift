internal import CLinux

/// A moment of the wall clock.
package struct WallTime: Hashable, Sendable {
    /// Milliseconds since the start of 1970 in UTC; negative before.
    package let milliseconds: Int64

    package init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// The current time.
    package static var now: WallTime {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return WallTime(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// Returns the moment after a duration.
    package func advanced(by duration: Duration) -> WallTime {
        WallTime(milliseconds: milliseconds + duration.milliseconds)
    }

    /// Local date and time.
    package var local: LocalTime {
        var seconds = wholeSeconds
        var broken = unsafe tm()
        unsafe localtime_r(&seconds, &broken)
        return unsafe LocalTime(broken)
    }

    /// Date and time in UTC.
    package var universal: LocalTime {
        var seconds = wholeSeconds
        var broken = unsafe tm()
        unsafe gmtime_r(&seconds, &broken)
        return unsafe LocalTime(broken)
    }

    /// Creates the moment of a local date and time; nil if the system cannot represent it.
    ///
    /// A date or time that does not exist is carried over: 30 February becomes 1 or 2 March.
    package init?(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        var broken = unsafe tm()
        (unsafe broken.tm_year, unsafe broken.tm_mon) = (Int32(year - 1900), Int32(month - 1))
        (unsafe broken.tm_mday, unsafe broken.tm_hour) = (Int32(day), Int32(hour))
        (unsafe broken.tm_min, unsafe broken.tm_sec) = (Int32(minute), Int32(second))
        // The system determines whether daylight saving time applied.
        unsafe broken.tm_isdst = -1
        let seconds = unsafe mktime(&broken)
        guard seconds != -1 else { return nil }
        milliseconds = Int64(seconds) * 1000
    }

    /// Start of the local day.
    package var midnight: WallTime {
        let local = local
        return WallTime(
            year: local.year, month: local.month, day: local.day, hour: 0, minute: 0, second: 0)
            ?? self
    }

    /// Returns the time since this moment; negative for a future one.
    package func age(at now: WallTime = .now) -> Duration {
        .milliseconds(now.milliseconds - milliseconds)
    }

    /// Returns the time from this moment to another, negative if that is earlier; times of an
    /// untrusted source can have any distance.
    package func distance(to other: WallTime) -> Duration {
        let (distance, isTooLong) = other.milliseconds.subtractingReportingOverflow(milliseconds)
        return .milliseconds(isTooLong ? Int64.max / 2 : distance)
    }

    /// The next local midnight, however long the day is.
    package var nextMidnight: WallTime { midnight.advanced(by: .seconds(36 * 3_600)).midnight }

    private var wholeSeconds: time_t {
        time_t(milliseconds / 1000 - (milliseconds % 1000 < 0 ? 1 : 0))
    }
}

extension LocalTime {
    fileprivate init(_ broken: tm) {
        unsafe self.init(
            year: Int(broken.tm_year) + 1900, month: Int(broken.tm_mon) + 1,
            day: Int(broken.tm_mday), hour: Int(broken.tm_hour), minute: Int(broken.tm_min),
            second: Int(broken.tm_sec), offsetMinutes: Int(broken.tm_gmtoff) / 60)
    }
}

/// Date and time in a time zone.
package struct LocalTime: Hashable, Sendable {
    package let year: Int
    /// The month, from 1.
    package let month: Int
    /// The day of the month, from 1.
    package let day: Int
    package let hour: Int
    package let minute: Int
    package let second: Int
    /// Offset from UTC in minutes.
    package let offsetMinutes: Int

    /// Creates a date and time without validation.
    package init(
        year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int, offsetMinutes: Int
    ) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
        self.offsetMinutes = offsetMinutes
    }
}
