import Linux

/// Clock of a phone at one moment: its local date and time, and its time zone.
package struct PhoneClock: Hashable, Sendable {
    /// Local date and time; nil if the phone did not report a valid one.
    package var time: LocalMoment?
    /// Time zone; nil if unknown.
    package var zone: PhoneZone?

    package init(time: LocalMoment? = nil, zone: PhoneZone? = nil) {
        self.time = time
        self.zone = zone
    }
}

/// Local date and time of a phone (characteristic Current Time).
package struct LocalMoment: Hashable, Sendable {
    /// Number of bytes of a value.
    static let length = 10

    package let year: Int
    package let month: Int
    package let day: Int
    package let hour: Int
    package let minute: Int
    package let second: Int
    package let milliseconds: Int

    /// Parses a value of the phone; nil if it is no date and time.
    ///
    /// The day of the week and the reason of an adjustment are not evaluated: phones set any.
    package init?(_ value: [UInt8]) {
        guard value.count == Self.length else { return nil }
        year = Int(value[0]) | Int(value[1]) << 8
        (month, day) = (Int(value[2]), Int(value[3]))
        (hour, minute, second) = (Int(value[4]), Int(value[5]), Int(value[6]))
        milliseconds = Int(value[8]) * 1000 / 256
        guard (2000...2200).contains(year), (1...12).contains(month), day > 0, hour < 24,
            minute < 60, second <= 60, LocalDay(year: year, month: month, day: day).date.day == day
        else { return nil }
    }
}

/// Time zone of a phone (characteristic Local Time Information).
package struct PhoneZone: Hashable, Sendable {
    /// Length of the units of the phone.
    private static let quarter = 15
    /// Highest and lowest offset in quarters of an hour.
    static let validOffsets = -48...56
    /// Valid differences in summer, in quarters of an hour.
    private static let summers: Set<UInt8> = [0, 2, 4, 8]

    /// Offset from UTC in minutes, without daylight saving time.
    package let minutes: Int
    /// Minutes by which daylight saving time is ahead now; 0 in winter or if unknown.
    package let daylightMinutes: Int

    /// Parses a value of the phone; nil if the phone does not know its zone.
    package init?(_ value: [UInt8]) {
        guard value.count >= 2 else { return nil }
        let offset = Int(Int8(truncatingIfNeeded: value[0]))
        guard Self.validOffsets.contains(offset) else { return nil }
        minutes = offset * Self.quarter
        daylightMinutes = Self.summers.contains(value[1]) ? Int(value[1]) * Self.quarter : 0
    }

    /// Possible offsets of the phone's local time from UTC in minutes, the usual one first.
    ///
    /// Some devices already include daylight saving time in the offset of the zone.
    package var offsets: [Int] {
        daylightMinutes == 0 ? [minutes] : [minutes + daylightMinutes, minutes]
    }
}
