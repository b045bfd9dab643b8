import History
package import Linux

/// The calendar of a time zone: which moment a day and a clock mean there.
package struct LocalCalendar: Sendable {
    private static let day: Int64 = 86_400_000

    /// The calendar of this machine's time zone.
    package static let ofMachine = LocalCalendar { $0.local }

    /// The calendar and clock of a moment.
    let local: @Sendable (WallTime) -> LocalTime

    /// - Parameter local: gives the calendar and clock of a moment.
    package init(_ local: @escaping @Sendable (WallTime) -> LocalTime) {
        self.local = local
    }

    /// The day of a moment.
    package func day(of moment: WallTime) -> LocalDay {
        LocalDay(local(moment))
    }

    /// The moment at which the clock shows this on a day: the first one where it does so twice, and
    /// what is as much later where it passes over that.
    func moment(_ day: LocalDay, clock: Clock = .midnight) -> WallTime {
        let shown = (Int64(day.number) * Self.day) + Int64(clock.second) * 1000
        let before = offset(at: shown - Self.day)
        let after = offset(at: shown + Self.day)
        // The zone that is furthest ahead shows it first.
        for offset in [max(before, after), min(before, after)]
        where self.offset(at: shown - offset) == offset {
            return WallTime(milliseconds: shown - offset)
        }
        return WallTime(milliseconds: shown - before)
    }

    /// How far the zone is ahead of UTC at a moment, in milliseconds.
    private func offset(at milliseconds: Int64) -> Int64 {
        Int64(local(WallTime(milliseconds: milliseconds)).offsetMinutes) * 60_000
    }

    /// What a clock shows.
    struct Clock: Hashable {
        static let midnight = Clock(second: 0)

        /// Seconds since midnight, as a day has them on which the clock is not changed.
        let second: Int

        init(second: Int) {
            self.second = second
        }

        init(_ time: LocalTime) {
            second = (time.hour * 60 + time.minute) * 60 + min(time.second, 59)
        }

        /// Reads hours and minutes, and seconds where they are there; nil for anything else.
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

/// Numbers as people type them: digits and nothing else.
enum Number {
    /// Reads a number of at most so many digits.
    static func read(_ word: some StringProtocol, digits: Int) -> Int? {
        let bytes = word.utf8
        guard !bytes.isEmpty, bytes.count <= digits, bytes.allSatisfy({ (48...57).contains($0) })
        else { return nil }
        return Int(word)
    }
}
