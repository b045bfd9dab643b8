/// Date and time as the phone shows them: local time, without a zone.
package struct PhoneDate: Hashable, Sendable {
    package let year: Int
    /// Month, from 1.
    package let month: Int
    /// Day of the month, from 1.
    package let day: Int
    /// Hour, from 0.
    package let hour: Int
    /// Minute, from 0.
    package let minute: Int
    /// Second, from 0; 60 in a leap second.
    package let second: Int

    /// Parses `yyyyMMdd'T'HHmmSS`; nil for anything else, and for an impossible date.
    ///
    /// Phones do send empty and impossible dates, which mean the same as no date.
    package init?(parsing bytes: ArraySlice<UInt8>) {
        self.init(parsing: bytes.span)
    }

    init?(parsing characters: Span<UInt8>) {
        guard characters.count == 15, characters[8] == UInt8(ascii: "T") else { return nil }
        @inline(__always) func number(_ offset: Int, _ count: Int) -> Int? {
            var number = 0
            for index in offset..<offset + count {
                let digit = characters[index] &- UInt8(ascii: "0")
                guard digit < 10 else { return nil }
                number = number * 10 + Int(digit)
            }
            return number
        }
        guard let year = number(0, 4), let month = number(4, 2), let day = number(6, 2),
            let hour = number(9, 2), let minute = number(11, 2), let second = number(13, 2)
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
        (self.hour, self.minute, self.second) = (hour, minute, second)
        // A leap second is 60.
        guard year > 0, (1...12).contains(month), hour < 24, minute < 60, second <= 60,
            (1...Self.days(inMonth: month, of: year)).contains(day)
        else { return nil }
    }

    private static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
