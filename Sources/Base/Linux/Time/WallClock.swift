internal import CLinux

/// A moment as the wall clock told it, in this machine's time zone.
package struct WallTime: Hashable, Sendable {
    /// Milliseconds since 1970 in UTC.
    package let milliseconds: Int64

    /// A moment by its milliseconds since 1970 in UTC.
    package init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// The wall clock now.
    package static var now: WallTime {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return WallTime(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// This moment, moved by some time.
    package func advanced(by duration: Duration) -> WallTime {
        WallTime(milliseconds: milliseconds + duration.milliseconds)
    }

    /// The calendar and clock of this moment in this machine's time zone.
    package var local: LocalTime {
        var seconds = wholeSeconds
        var broken = unsafe tm()
        unsafe localtime_r(&seconds, &broken)
        return unsafe LocalTime(broken)
    }

    /// The calendar and clock of this moment in UTC.
    package var universal: LocalTime {
        var seconds = wholeSeconds
        var broken = unsafe tm()
        unsafe gmtime_r(&seconds, &broken)
        return unsafe LocalTime(broken)
    }

    /// The moment at which the clock on the wall shows this; nil where it never does.
    package init?(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        var broken = unsafe tm()
        (unsafe broken.tm_year, unsafe broken.tm_mon) = (Int32(year - 1900), Int32(month - 1))
        (unsafe broken.tm_mday, unsafe broken.tm_hour) = (Int32(day), Int32(hour))
        (unsafe broken.tm_min, unsafe broken.tm_sec) = (Int32(minute), Int32(second))
        // Whether it was summer then is for the system to find out.
        unsafe broken.tm_isdst = -1
        let seconds = unsafe mktime(&broken)
        guard seconds != -1 else { return nil }
        milliseconds = Int64(seconds) * 1000
    }

    /// When the day began, by the clock on the wall.
    package var midnight: WallTime {
        let local = local
        return WallTime(
            year: local.year, month: local.month, day: local.day, hour: 0, minute: 0, second: 0)
            ?? self
    }

    /// How long ago the moment was; negative for one to come.
    package func age(at now: WallTime = .now) -> Duration {
        .milliseconds(now.milliseconds - milliseconds)
    }

    /// The midnight that comes next, however long the day is.
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

/// Calendar and clock in a time zone.
package struct LocalTime: Hashable, Sendable {
    /// The year, as people count it.
    package let year: Int
    /// The month, from 1.
    package let month: Int
    /// The day of the month, from 1.
    package let day: Int
    /// The hour, from 0.
    package let hour: Int
    /// The minute, from 0.
    package let minute: Int
    /// The second, from 0.
    package let second: Int
    /// How far the zone is ahead of UTC.
    package let offsetMinutes: Int

    /// A date and time that are taken as they are.
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
