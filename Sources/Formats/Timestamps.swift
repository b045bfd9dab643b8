package import ANCS
package import Linux

extension WallTime {
    /// The moment as RFC 3339 writes it, with milliseconds and this machine's zone.
    package var timestamp: String {
        local.timestamp(milliseconds: Int((milliseconds % 1000 + 1000) % 1000))
    }
}

extension LocalTime {
    /// The moment as RFC 3339 writes it.
    package func timestamp(milliseconds: Int) -> String {
        let zone = abs(offsetMinutes)
        return String(
            numbers: [
                (year, 4, "-"), (month, 2, "-"), (day, 2, "T"), (hour, 2, ":"), (minute, 2, ":"),
                (second, 2, "."), (milliseconds, 3, offsetMinutes < 0 ? "-" : "+"),
                (zone / 60, 2, ":"), (zone % 60, 2, nil),
            ])
    }

    /// Hours and minutes.
    package var shortClock: String { String(numbers: [(hour, 2, ":"), (minute, 2, nil)]) }

    /// Hours, minutes and seconds.
    package var clock: String {
        String(numbers: [(hour, 2, ":"), (minute, 2, ":"), (second, 2, nil)])
    }
}

extension PhoneDate {
    /// The phone's own calendar and clock, which come without a zone.
    package var timestamp: String {
        String(
            numbers: [
                (year, 4, "-"), (month, 2, "-"), (day, 2, "T"), (hour, 2, ":"), (minute, 2, ":"),
                (second, 2, nil),
            ])
    }
}

extension Duration {
    /// Seconds, with as many decimals as milliseconds need.
    package var decimalSeconds: String {
        let (seconds, attoseconds) = max(self, .zero).components
        let thousandths = Int(attoseconds / 1_000_000_000_000_000).padded(to: 3)
        let decimals = String(thousandths.reversed().drop { $0 == "0" }.reversed())
        return "\(seconds)" + (decimals.isEmpty ? "" : "." + decimals)
    }
}
