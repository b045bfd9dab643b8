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
        let zone = (offsetMinutes < 0 ? -offsetMinutes : offsetMinutes).quotientAndRemainder(
            dividingBy: 60)
        return "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))T\(clock)"
            + ".\(milliseconds.padded(to: 3))\(offsetMinutes < 0 ? "-" : "+")"
            + "\(zone.quotient.padded(to: 2)):\(zone.remainder.padded(to: 2))"
    }

    /// Hours and minutes.
    package var shortClock: String { "\(hour.padded(to: 2)):\(minute.padded(to: 2))" }

    /// Hours, minutes and seconds.
    package var clock: String {
        "\(hour.padded(to: 2)):\(minute.padded(to: 2)):\(second.padded(to: 2))"
    }
}

extension PhoneDate {
    /// The phone's own calendar and clock, which come without a zone.
    package var timestamp: String {
        "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))"
            + "T\(hour.padded(to: 2)):\(minute.padded(to: 2)):\(second.padded(to: 2))"
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
