package import ANCS
package import Linux

/// A number with zeros in front.
func padded(_ number: Int, to count: Int, radix: Int = 10) -> String {
    let digits = String(number, radix: radix)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
}

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
        return "\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(day, to: 2))T\(clock)"
            + ".\(padded(milliseconds, to: 3))\(offsetMinutes < 0 ? "-" : "+")"
            + "\(padded(zone.quotient, to: 2)):\(padded(zone.remainder, to: 2))"
    }

    /// Hours, minutes and seconds.
    package var clock: String {
        "\(padded(hour, to: 2)):\(padded(minute, to: 2)):\(padded(second, to: 2))"
    }
}

extension PhoneDate {
    /// The phone's own calendar and clock, which come without a zone.
    package var timestamp: String {
        "\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(day, to: 2))"
            + "T\(padded(hour, to: 2)):\(padded(minute, to: 2)):\(padded(second, to: 2))"
    }
}

extension Duration {
    /// Seconds, with as many decimals as milliseconds need.
    package var decimalSeconds: String {
        let (seconds, attoseconds) = max(self, .zero).components
        let thousandths = padded(Int(attoseconds / 1_000_000_000_000_000), to: 3)
        let decimals = String(thousandths.reversed().drop { $0 == "0" }.reversed())
        return "\(seconds)" + (decimals.isEmpty ? "" : "." + decimals)
    }
}
