/// Parser of the parts of a timestamp, from left to right.
///
/// Each method returns nil if the text does not continue with such a part.
package struct DigitReader {
    private var rest: ArraySlice<UInt8>

    package init(_ text: String) {
        rest = Array(text.utf8)[...]
    }

    package var isAtEnd: Bool { rest.isEmpty }

    /// Reads a number of exactly this many digits.
    package mutating func number(_ count: Int) -> Int? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        rest = rest.dropFirst(count)
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// Skips one of these characters and returns it.
    package mutating func skip(_ characters: String) -> Character? {
        guard let byte = rest.first, characters.utf8.contains(byte) else { return nil }
        rest = rest.dropFirst()
        return Character(Unicode.Scalar(byte))
    }

    /// Reads a date such as `2026-11-23`.
    package mutating func calendar() -> (year: Int, month: Int, day: Int)? {
        guard let year = number(4), skip("-") != nil, let month = number(2), skip("-") != nil,
            let day = number(2), (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        return (year, month, day)
    }

    /// Reads a time such as `18:04:05`.
    package mutating func clock() -> (hour: Int, minute: Int, second: Int)? {
        guard let hour = number(2), skip(":") != nil, let minute = number(2), skip(":") != nil,
            let second = number(2), hour < 24, minute < 60, second <= 60
        else { return nil }
        return (hour, minute, second)
    }

    /// Reads a decimal fraction of a second as milliseconds; zero if there is none.
    package mutating func milliseconds() -> Int? {
        guard skip(".") != nil else { return 0 }
        guard var value = number(1) else { return nil }
        var digits = 1
        while let digit = number(1) {
            if digits < 3 { value = value * 10 + digit }
            digits += 1
        }
        return value * (digits == 1 ? 100 : digits == 2 ? 10 : 1)
    }

    /// Reads a time zone, such as `Z` or `+01:00`, as its offset from UTC in minutes.
    package mutating func zone() -> Int? {
        guard let sign = skip("+-Z") else { return nil }
        if sign == "Z" { return 0 }
        guard let hours = number(2), skip(":") != nil, let minutes = number(2) else { return nil }
        return (hours * 60 + minutes) * (sign == "-" ? -1 : 1)
    }
}
