internal import ANCS
internal import Linux

/// Reads numbers of a fixed width out of a text, one after another.
private struct DigitReader {
    private var rest: ArraySlice<UInt8>

    init(_ text: String) {
        rest = Array(text.utf8)[...]
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func number(_ count: Int) -> Int? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        rest = rest.dropFirst(count)
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// Passes over one of these characters and says which.
    mutating func skip(_ characters: String) -> Character? {
        guard let byte = rest.first, characters.utf8.contains(byte) else { return nil }
        rest = rest.dropFirst()
        return Character(Unicode.Scalar(byte))
    }

    mutating func calendar() -> (year: Int, month: Int, day: Int)? {
        guard let year = number(4), skip("-") != nil, let month = number(2), skip("-") != nil,
            let day = number(2), (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        return (year, month, day)
    }

    mutating func clock() -> (hour: Int, minute: Int, second: Int)? {
        guard let hour = number(2), skip(":") != nil, let minute = number(2), skip(":") != nil,
            let second = number(2), hour < 24, minute < 60, second <= 60
        else { return nil }
        return (hour, minute, second)
    }

    /// What follows a decimal point, as milliseconds.
    mutating func milliseconds() -> Int? {
        guard skip(".") != nil else { return 0 }
        guard var value = number(1) else { return nil }
        var digits = 1
        while let digit = number(1) {
            if digits < 3 { value = value * 10 + digit }
            digits += 1
        }
        return value * (digits == 1 ? 100 : digits == 2 ? 10 : 1)
    }

    /// How far the zone is ahead of UTC, in minutes.
    mutating func zone() -> Int? {
        guard let sign = skip("+-Z") else { return nil }
        if sign == "Z" { return 0 }
        guard let hours = number(2), skip(":") != nil, let minutes = number(2) else { return nil }
        return (hours * 60 + minutes) * (sign == "-" ? -1 : 1)
    }
}

extension WallTime {
    /// Reads a moment as RFC 3339 writes it; nil for anything else.
    package init?(timestamp: String) {
        var reader = DigitReader(timestamp)
        guard let (year, month, day) = reader.calendar(), reader.skip("T") != nil,
            let (hour, minute, second) = reader.clock(),
            let milliseconds = reader.milliseconds(), let zone = reader.zone(), reader.isAtEnd
        else { return nil }
        let days = LocalDay(year: year, month: month, day: day).number
        let seconds = ((days * 24 + hour) * 60 + minute - zone) * 60 + second
        self.init(milliseconds: Int64(seconds) * 1000 + Int64(milliseconds))
    }
}

extension PhoneDate {
    /// Reads a phone's calendar and clock without a zone; nil for anything else.
    init?(timestamp: String) {
        let digits = timestamp.utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ":") }
        var reader = DigitReader(timestamp)
        guard reader.calendar() != nil, reader.skip("T") != nil, reader.clock() != nil,
            reader.isAtEnd
        else { return nil }
        self.init(parsing: digits[...])
    }
}
