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

extension String {
    /// Numbers of so many digits at least, each with what stands behind it; what is written for every event is
    /// written at once.
    package init(numbers: [(number: Int, digits: Int, mark: Unicode.Scalar?)]) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(32)
        for (number, digits, mark) in numbers {
            bytes.append(number, digits: digits)
            if let mark { bytes += UTF8.encode(mark) ?? UTF8.encodedReplacementCharacter }
        }
        self = String(decoding: bytes, as: UTF8.self)
    }
}

extension [UInt8] {
    /// Appends a number in decimal digits, of which there are so many at least.
    fileprivate mutating func append(_ number: Int, digits: Int) {
        guard (0..<10_000).contains(number), digits <= 4 else {
            self += number.padded(to: digits).utf8
            return
        }
        var place = 1000
        var left = 4
        while left > digits, number < place {
            place /= 10
            left -= 1
        }
        while left > 0 {
            append(UInt8(ascii: "0") + UInt8(number / place % 10))
            place /= 10
            left -= 1
        }
    }
}

extension FixedWidthInteger {
    /// The number with zeros in front.
    package func padded(to count: Int, radix: Int = 10) -> String {
        let digits = String(self, radix: radix)
        return String(repeating: "0", count: Swift.max(0, count - digits.count)) + digits
    }
}
