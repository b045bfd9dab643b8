import History
package import Linux

/// Calendar of a time zone; converts days and clock times to points in time.
package struct LocalCalendar: Sendable {
    private static let day: Int64 = 86_400_000

    /// Calendar of this host's time zone.
    package static let ofMachine = LocalCalendar { $0.local }

    /// Converts a time to local date and clock.
    let local: @Sendable (WallTime) -> LocalTime

    /// Creates a calendar.
    ///
    /// - Parameter local: converts a time to local date and clock
    package init(_ local: @escaping @Sendable (WallTime) -> LocalTime) {
        self.local = local
    }

    /// Returns the local day of a time.
    package func day(of moment: WallTime) -> LocalDay {
        LocalDay(local(moment))
    }

    /// Returns the time at which the local clock shows `clock` on a day.
    ///
    /// If the clock is set back and shows it twice, the first time is returned. If it is set forward
    /// and skips it, a time later by the skipped hour is returned.
    func moment(_ day: LocalDay, clock: Clock = .midnight) -> WallTime {
        let shown = (Int64(day.number) * Self.day) + Int64(clock.second) * 1000
        let before = offset(at: shown - Self.day)
        let after = offset(at: shown + Self.day)
        // The larger offset gives the earlier time.
        for offset in [max(before, after), min(before, after)]
        where self.offset(at: shown - offset) == offset {
            return WallTime(milliseconds: shown - offset)
        }
        return WallTime(milliseconds: shown - before)
    }

    /// Returns the zone's offset from UTC at a time, in milliseconds.
    private func offset(at milliseconds: Int64) -> Int64 {
        Int64(local(WallTime(milliseconds: milliseconds)).offsetMinutes) * 60_000
    }

    /// Local time of day.
    struct Clock: Hashable {
        static let midnight = Clock(second: 0)

        /// Seconds since midnight on a day without a clock change.
        let second: Int

        init(second: Int) {
            self.second = second
        }

        init(_ time: LocalTime) {
            second = (time.hour * 60 + time.minute) * 60 + min(time.second, 59)
        }

        /// Parses hours, minutes and optional seconds; nil for anything else.
        init?(_ word: String) {
            let parts = word.split(separator: ":", omittingEmptySubsequences: false)
            guard (2...3).contains(parts.count), parts.dropFirst().allSatisfy({ $0.count == 2 }),
                let hour = Number.read(parts[0], digits: 2), hour < 24,
                let minute = Number.read(parts[1], digits: 2), minute < 60,
                let second = parts.count == 3 ? Number.read(parts[2], digits: 2) : 0, second < 60
            else { return nil }
            self.second = (hour * 60 + minute) * 60 + second
        }
    }
}

/// Parser of decimal numbers without sign.
enum Number {
    /// Parses a number of at most `digits` digits.
    static func read(_ word: some StringProtocol, digits: Int) -> Int? {
        let bytes = word.utf8
        guard !bytes.isEmpty, bytes.count <= digits, bytes.allSatisfy({ (48...57).contains($0) })
        else { return nil }
        return Int(word)
    }
}
