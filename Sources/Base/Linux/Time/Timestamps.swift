extension WallTime {
    /// RFC 3339 timestamp with milliseconds and the local zone.
    package var timestamp: String {
        local.timestamp(milliseconds: Int((milliseconds % 1000 + 1000) % 1000))
    }
}

extension LocalTime {
    /// Returns an RFC 3339 timestamp.
    package func timestamp(milliseconds: Int) -> String {
        let zone = abs(offsetMinutes)
        return String(
            numbers: [
                (year, 4, "-"), (month, 2, "-"), (day, 2, "T"), (hour, 2, ":"), (minute, 2, ":"),
                (second, 2, "."), (milliseconds, 3, offsetMinutes < 0 ? "-" : "+"),
                (zone / 60, 2, ":"), (zone % 60, 2, nil),
            ])
    }

    /// Returns an offset from UTC, such as `+01:00`.
    package static func zoneText(offsetMinutes: Int) -> String {
        let zone = abs(offsetMinutes)
        return (offsetMinutes < 0 ? "-" : "+")
            + String(numbers: [(zone / 60, 2, ":"), (zone % 60, 2, nil)])
    }

    /// Hours and minutes.
    package var shortClock: String { String(numbers: [(hour, 2, ":"), (minute, 2, nil)]) }

    /// Hours, minutes and seconds.
    package var clock: String {
        String(numbers: [(hour, 2, ":"), (minute, 2, ":"), (second, 2, nil)])
    }
}

extension String {
    /// Joins numbers with a minimum of digits and a separator after each; optimised because it runs
    /// for every event.
    package init(numbers: [(number: Int, digits: Int, mark: Unicode.Scalar?)]) {
        self.init(upTo: numbers.count * (20 + 1)) { bytes in
            for (number, digits, mark) in numbers {
                bytes.append(number, digits: digits)
                if let mark { bytes.append(UInt8(truncatingIfNeeded: mark.value)) }
            }
        }
    }

    /// Makes a string of at most so many bytes of UTF-8.
    package init(upTo capacity: Int, fill: (inout OutputSpan<UInt8>) -> Void) {
        self = unsafe String(unsafeUninitializedCapacity: capacity) { buffer in
            var bytes = unsafe OutputSpan(buffer: buffer, initializedCount: 0)
            fill(&bytes)
            return unsafe bytes.finalize(for: buffer)
        }
    }
}

extension OutputSpan<UInt8> {
    /// Appends a number with a minimum of decimal digits.
    fileprivate mutating func append(_ number: Int, digits: Int) {
        guard (0..<10_000).contains(number), digits <= 4 else {
            for digit in number.padded(to: digits).utf8 { append(digit) }
            return
        }
        if number >= 1000 || digits > 3 { append(UInt8(ascii: "0") + UInt8(number / 1000)) }
        if number >= 100 || digits > 2 { append(UInt8(ascii: "0") + UInt8(number / 100 % 10)) }
        if number >= 10 || digits > 1 { append(UInt8(ascii: "0") + UInt8(number / 10 % 10)) }
        append(UInt8(ascii: "0") + UInt8(number % 10))
    }
}

extension FixedWidthInteger {
    /// Returns the number, padded with zeros.
    package func padded(to count: Int, radix: Int = 10) -> String {
        let digits = String(self, radix: radix)
        let missing = count - digits.utf8.count
        return missing > 0 ? String(repeating: "0", count: missing) + digits : digits
    }
}
