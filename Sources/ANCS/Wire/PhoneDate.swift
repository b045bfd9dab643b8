/// Calendar and clock as the phone shows them: local time, no zone.
package struct PhoneDate: Hashable, Sendable {
    package let year: Int
    package let month: Int
    package let day: Int
    package let hour: Int
    package let minute: Int
    package let second: Int

    /// Reads `yyyyMMdd'T'HHmmSS`; anything else, and a date no calendar has, is nil: phones do send
    /// empty and impossible dates, and those mean the same as none.
    package init?(parsing bytes: [UInt8]) {
        guard bytes.count == 15, bytes[8] == UInt8(ascii: "T") else { return nil }
        let digits = (bytes[..<8] + bytes[9...]).map { Int($0) - Int(UInt8(ascii: "0")) }
        guard digits.allSatisfy((0...9).contains) else { return nil }
        func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
        (year, month, day) = (number(0..<4), number(4..<6), number(6..<8))
        (hour, minute, second) = (number(8..<10), number(10..<12), number(12..<14))
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
